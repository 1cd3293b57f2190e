/// What went wrong on a connection, in the form in which it is also told to the other side.
public struct ProtocolError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number in the registry.
    public let code: ErrorCode

    /// One sentence for a person: what is wrong and what to do.
    public let reason: String

    /// After how many milliseconds the same request may succeed; `nil` where the code alone decides.
    public let retryAfter: UInt32?

    public init(_ code: ErrorCode, _ reason: String, retryAfter: UInt32? = nil) {
        self.code = code
        self.reason = reason
        self.retryAfter = retryAfter
    }

    public var description: String { "\(reason) (\(code))" }
}
