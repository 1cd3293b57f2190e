/// A secret that allows its bearer to publish or to watch (`Protocol.md`, Hello, option *token*).
///
/// Its description and its mirror hide the secret, so that no log, error or dump contains it by accident.
public struct AccessToken: Hashable, Sendable {
    /// The longest token in bytes: room for a signed web token with its claims.
    public static let maximumLength = 4096

    /// The secret itself.
    public let secret: String

    /// - Parameter secret: 1 to ``maximumLength`` bytes, each 0x21 to 0x7E: printable ASCII without the space.
    /// - Throws: ``ProtocolError`` with ``ErrorCode/malformedMessage`` for any other text.
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
    /// `<token>`: a log never shows the token itself.
    public var description: String { "<token>" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// Without children, so that `dump` does not show the token.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
