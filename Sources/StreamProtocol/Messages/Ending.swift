import NIOCore

/// Why the sender is about to close the connection: the body of an error and of a goodbye.
public struct Ending: Error, Hashable, Sendable, CustomStringConvertible {
    public var code: ErrorCode
    /// Whether the same request may succeed later.
    public var isRetryable: Bool
    /// How long to wait before trying again, in milliseconds; 0 leaves it to the client.
    public var retryAfter: UInt32 = 0
    /// One sentence for a person, at most ``Limits/reasonLength`` bytes.
    public var reason: String
    /// Where to go instead, as `host:port` or `host:port/stream`.
    public var redirect: String?

    public init(_ code: ErrorCode, _ reason: String) {
        self.code = code
        self.reason = reason
        self.isRetryable = code.isRetryableByDefault
    }

    public init(_ error: ProtocolError) {
        self.init(error.code, error.reason)
        guard let wait = error.retryAfter else { return }
        isRetryable = true
        retryAfter = wait
    }

    public var description: String { "\(reason) (\(code))" }
}

extension Ending {
    private static let redirectOption = OptionID(rawValue: 0x0001)
    private static let retryableFlag: UInt8 = 1

    init(from reader: inout FieldReader) throws(ProtocolError) {
        let code = ErrorCode(rawValue: try reader.integer())
        let flags: UInt8 = try reader.integer()
        try reader.skip(1)
        let retryAfter: UInt32 = try reader.integer()
        let length: UInt16 = try reader.integer()
        guard length <= Limits.reasonLength else {
            throw reader.malformed("a reason of more than \(Limits.reasonLength) bytes")
        }
        self.init(code, try reader.text(Int(length)))
        isRetryable = flags & Self.retryableFlag != 0
        self.retryAfter = retryAfter
        try reader.options { id, value throws(ProtocolError) in
            guard id == Self.redirectOption else { return false }
            redirect = try value.text(atMost: Limits.redirectLength)
            return true
        }
    }

    func write(to buffer: inout ByteBuffer) {
        let reason = reason.truncated(to: Limits.reasonLength)
        buffer.writeMultipleIntegers(code.rawValue, isRetryable ? Self.retryableFlag : 0, UInt8(0), retryAfter)
        buffer.writeInteger(UInt16(reason.utf8.count))
        buffer.writeString(reason)
        if let redirect { buffer.writeOption(Self.redirectOption) { $0.writeText(redirect, Limits.redirectLength) } }
    }
}

/// Something is wrong, and the connection ends.
struct ErrorMessage: MessageBody {
    static var type: MessageType { .error }
    let ending: Ending

    init(_ ending: Ending) { self.ending = ending }
    init(from reader: inout FieldReader) throws(ProtocolError) { ending = try Ending(from: &reader) }
    func write(to buffer: inout ByteBuffer) { ending.write(to: &buffer) }
}

/// The connection ends in good order.
struct GoodbyeMessage: MessageBody {
    static var type: MessageType { .goodbye }
    let ending: Ending

    init(_ ending: Ending) { self.ending = ending }
    init(from reader: inout FieldReader) throws(ProtocolError) { ending = try Ending(from: &reader) }
    func write(to buffer: inout ByteBuffer) { ending.write(to: &buffer) }
}
