import NIOCore

/// Streams that a client with the role ``Hello/Role/list`` may watch, or what has changed in them (`Protocol.md`,
/// Streams).
public struct StreamList: Hashable, Sendable {
    /// A stream of the list.
    public struct Entry: Hashable, Sendable {
        /// The name of the stream.
        public var name: StreamName
        /// ``StreamState/gone`` for a stream that leaves the list.
        public var state: StreamState
        /// The kinds of its tracks; empty before its first track table.
        public var kinds: TrackKinds

        /// Makes an entry; the name has at most 255 bytes.
        public init(name: StreamName, state: StreamState, kinds: TrackKinds) {
            self.name = name
            self.state = state
            self.kinds = kinds
        }

        /// Bytes of the entry in a message.
        public var length: Int { 4 + name.description.utf8.count }
    }

    /// Bytes of entries that a message has room for.
    public static let maximumEntriesLength = ProtocolLimits.controlLength - 4

    /// Whether the list begins again: streams of earlier messages do not count any more.
    public var isNew: Bool
    /// Whether the list is complete only with a message that follows.
    public var hasMore: Bool
    /// The streams that are new or have changed. Their ``Entry/length`` must not exceed ``maximumEntriesLength``
    /// together.
    public var entries: [Entry]

    /// Makes a message. Its entries have at most ``maximumEntriesLength`` bytes together.
    public init(isNew: Bool, hasMore: Bool, entries: [Entry]) {
        self.isNew = isNew
        self.hasMore = hasMore
        self.entries = entries
    }
}

extension StreamState {
    /// The relay no longer has the stream, or the client may no longer watch it. Only in a ``StreamList``.
    public static let gone = StreamState(rawValue: 255)
}

extension StreamList: MessageBody {
    static var type: MessageType { .streams }

    private static let newFlag: UInt8 = 1
    private static let moreFlag: UInt8 = 2

    init(from reader: inout FieldReader) throws(ProtocolError) {
        let count: UInt16 = try reader.integer()
        let flags: UInt8 = try reader.integer()
        try reader.skip(1)
        isNew = flags & Self.newFlag != 0
        hasMore = flags & Self.moreFlag != 0
        entries = []
        for _ in 0..<count { entries.append(try Entry(from: &reader)) }
    }

    func write(to buffer: inout ByteBuffer) {
        let flags = (isNew ? Self.newFlag : 0) | (hasMore ? Self.moreFlag : 0)
        buffer.writeMultipleIntegers(UInt16(clamping: entries.count), flags, UInt8(0))
        for entry in entries { entry.write(to: &buffer) }
    }
}

extension StreamList.Entry {
    fileprivate init(from reader: inout FieldReader) throws(ProtocolError) {
        let length: UInt8 = try reader.integer()
        state = StreamState(rawValue: try reader.integer())
        kinds = TrackKinds(rawValue: try reader.integer()).intersection(.all)
        try reader.skip(1)
        guard let name = try? StreamName(reader.rawText(Int(length))) else {
            throw reader.malformed("a name that no stream can have")
        }
        self.name = name
    }

    fileprivate func write(to buffer: inout ByteBuffer) {
        let text = name.description
        buffer.writeMultipleIntegers(UInt8(clamping: text.utf8.count), state.rawValue, kinds.rawValue, UInt8(0))
        buffer.writeString(text)
    }
}
