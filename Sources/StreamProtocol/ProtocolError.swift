/// What went wrong on a connection. This side sends it to the other side as an error (`Protocol.md`, Error registry).
public struct ProtocolError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A number of the registry.
    public let code: ErrorCode

    /// One sentence for a person: what is wrong and what to do.
    public let reason: String

    /// The milliseconds after which the same request may succeed; `nil` if the code alone decides whether it may.
    public let retryAfter: UInt32?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: A number of the registry.
    ///   - reason: One sentence for a person: what is wrong and what to do.
    ///   - retryAfter: In milliseconds; `nil` if the code alone decides whether the same request may succeed.
    public init(_ code: ErrorCode, _ reason: String, retryAfter: UInt32? = nil) {
        self.code = code
        self.reason = reason
        self.retryAfter = retryAfter
    }

    /// The reason, and the name of the code in parentheses.
    public var description: String { "\(reason) (\(code))" }
}
