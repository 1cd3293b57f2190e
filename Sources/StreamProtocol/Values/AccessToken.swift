/// A secret that lets its bearer publish or watch.
///
/// Its description and its mirror hide it, so that it cannot slip into a log, an error or a dump.
public struct AccessToken: Hashable, Sendable {
    /// The longest token in bytes: room for a signed web token with its claims.
    public static let maximumLength = 4096

    /// The secret itself.
    public let secret: String

    /// Checks and keeps a token.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/malformedMessage`` unless `secret` has 1 to ``maximumLength``
    ///   printable ASCII characters and no space.
    public init(_ secret: String) throws(ProtocolError) {
        guard (1...Self.maximumLength).contains(secret.utf8.count),
            secret.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw ProtocolError(
                .malformedMessage,
                "A token has 1 to \(Self.maximumLength) printable ASCII characters and no space; check how it was copied."
            )
        }
        self.secret = secret
    }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<token>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
