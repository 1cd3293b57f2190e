import NIOCore

/// Why the sender is about to close the connection: the body of an error and of a goodbye (`Protocol.md`, Error and
/// goodbye).
public struct Ending: Error, Hashable, Sendable, CustomStringConvertible {
    /// A number of the registry.
    public var code: ErrorCode
    /// Whether the same request may succeed later.
    public var isRetryable: Bool
    /// How long the client waits before it tries again, in milliseconds; 0 leaves the time to the client.
    public var retryAfter: UInt32 = 0
    /// One sentence for a person: what is wrong and what to do. The encoder cuts it at ``ProtocolLimits/reasonLength``
    /// bytes.
    public var reason: String
    /// The address to which the client connects instead, as `host:port` or `host:port/stream`. The
    /// encoder cuts it at ``ProtocolLimits/redirectLength`` bytes.
    public var redirect: String?

    /// An ending that is retryable if its code usually is, see ``ErrorCode/isRetryableByDefault``.
    public init(_ code: ErrorCode, _ reason: String) {
        self.code = code
        self.reason = reason
        self.isRetryable = code.isRetryableByDefault
    }

    /// The ending that tells the other side of `error`. It is retryable if its code usually is, or if the error
    /// has a time to wait.
    public init(_ error: ProtocolError) {
        self.init(error.code, error.reason)
        guard let wait = error.retryAfter else { return }
        isRetryable = true
        retryAfter = wait
    }

    /// The reason, and the name of the code in parentheses.
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
        guard length <= ProtocolLimits.reasonLength else {
            throw reader.malformed("a reason of more than \(ProtocolLimits.reasonLength) bytes")
        }
        self.init(code, try reader.text(Int(length)))
        isRetryable = flags & Self.retryableFlag != 0
        self.retryAfter = retryAfter
        try reader.options { id, value throws(ProtocolError) in
            guard id == Self.redirectOption else { return false }
            redirect = try value.text(atMost: ProtocolLimits.redirectLength)
            return true
        }
    }

    func write(to buffer: inout ByteBuffer) {
        let reason = reason.truncated(to: ProtocolLimits.reasonLength)
        buffer.writeMultipleIntegers(code.rawValue, isRetryable ? Self.retryableFlag : 0, UInt8(0), retryAfter)
        buffer.writeInteger(UInt16(reason.utf8.count))
        buffer.writeString(reason)
        if let redirect {
            buffer.writeOption(Self.redirectOption) { $0.writeText(redirect, ProtocolLimits.redirectLength) }
        }
    }
}

/// An error: something is wrong, and its sender closes the connection.
struct ErrorMessage: MessageBody {
    static var type: MessageType { .error }
    let ending: Ending

    init(_ ending: Ending) { self.ending = ending }
    init(from reader: inout FieldReader) throws(ProtocolError) { ending = try Ending(from: &reader) }
    func write(to buffer: inout ByteBuffer) { ending.write(to: &buffer) }
}

/// A goodbye: its sender closes the connection in an orderly way.
struct GoodbyeMessage: MessageBody {
    static var type: MessageType { .goodbye }
    let ending: Ending

    init(_ ending: Ending) { self.ending = ending }
    init(from reader: inout FieldReader) throws(ProtocolError) { ending = try Ending(from: &reader) }
    func write(to buffer: inout ByteBuffer) { ending.write(to: &buffer) }
}
