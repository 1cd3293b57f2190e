/// What went wrong on a connection, in the form in which it is also told to the other side.
public struct ProtocolError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number in the registry.
    public let code: ErrorCode

    /// One sentence for a person: what is wrong and what to do.
    public let reason: String

    public init(_ code: ErrorCode, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { "\(reason) (\(code))" }
}
