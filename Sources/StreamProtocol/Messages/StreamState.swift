import NIOCore

/// Whether anybody publishes the stream, as the relay tells its viewers.
public struct StreamState: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Nobody has published it yet.
    public static let waiting = StreamState(rawValue: 0)
    /// Frames are coming.
    public static let live = StreamState(rawValue: 1)
    /// The publisher was lost and is expected back.
    public static let interrupted = StreamState(rawValue: 2)

    public var description: String {
        switch self {
        case .waiting: "waiting"
        case .live: "live"
        case .interrupted: "interrupted"
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
