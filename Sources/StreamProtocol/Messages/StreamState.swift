import NIOCore

/// Whether the stream has a publisher; the relay sends it to viewers (`Protocol.md`, Stream state).
///
/// A viewer takes a value that is not named here as "not live".
public struct StreamState: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number on the wire.
    public let rawValue: UInt8

    /// Any number; see ``StreamState`` for those that are not named here.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// No publisher has published the stream yet.
    public static let waiting = StreamState(rawValue: 0)
    /// Frames are coming.
    public static let live = StreamState(rawValue: 1)
    /// The relay has lost the publisher and expects it back.
    public static let interrupted = StreamState(rawValue: 2)

    /// The name of the state, such as `live`, or `state` and its number.
    public var description: String {
        switch self {
        case .waiting: "waiting"
        case .live: "live"
        case .interrupted: "interrupted"
        case .gone: "gone"
        default: "state \(rawValue)"
        }
    }
}

extension StreamState: MessageBody {
    static var type: MessageType { .streamState }

    init(from reader: inout FieldReader) throws(ProtocolError) {
        rawValue = try reader.integer()
        try reader.skip(3)
    }

    func write(to buffer: inout ByteBuffer) {
        buffer.writeMultipleIntegers(rawValue, UInt8(0), UInt16(0))
    }
}
