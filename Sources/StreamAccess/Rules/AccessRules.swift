import StreamProtocol
import StreamRelay

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The permissions of a relay's clients, by their tokens.
public struct AccessRules: Sendable {
    /// The static tokens.
    public var tokens: TokenTable
    /// The verifier of signed web tokens.
    public var keys: [WebTokenKey]
    /// Whether a token is accepted that another machine sent without encryption.
    public var allowsClearTokens: Bool
    /// The permissions of clients without a token; `nil` if a token is required.
    public var anonymousPermissions: Permissions?

    /// Makes rules. By default no token is valid and every client needs one.
    public init(
        tokens: TokenTable = TokenTable(),
        keys: [WebTokenKey] = [],
        allowsClearTokens: Bool = false,
        anonymousPermissions: Permissions? = nil
    ) {
        self.tokens = tokens
        self.keys = keys
        self.allowsClearTokens = allowsClearTokens
        self.anonymousPermissions = anonymousPermissions
    }

    /// Whether no token can be valid.
    public var hasNoTokens: Bool { tokens.lines.isEmpty && keys.isEmpty }

    /// The result of the checks that need no signature.
    enum Decision {
        case admitted(Permissions)
        /// A web token, whose signature takes time to check.
        case signed(AccessToken)
    }

    /// - Throws: ``ProtocolError`` with ``ErrorCode/unauthorized`` or ``ErrorCode/encryptionRequired``.
    func decide(_ credentials: Credentials, at now: Date) throws(ProtocolError) -> Decision {
        guard let token = credentials.token else {
            if let anonymousPermissions { return .admitted(anonymousPermissions) }
            throw ProtocolError(
                .unauthorized,
                "This relay asks for a token; show one, over HTTP in 'Authorization: Bearer'."
            )
        }
        // An open relay without tokens ignores a token that a client sends to every relay.
        if let anonymousPermissions, hasNoTokens { return .admitted(anonymousPermissions) }
        guard allowsClearTokens || credentials.isEncrypted || credentials.isFromThisMachine else {
            throw ProtocolError(
                .encryptionRequired,
                "This token came in clear, so that others may have read it; connect with TLS, and have it replaced."
            )
        }
        if token.looksLikeWebToken, !keys.isEmpty { return .signed(token) }
        return .admitted(try listed(token, at: now).permissions)
    }

    /// Verifies a token.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/unauthorized`` that says why it is not valid.
    public func verify(_ token: AccessToken, at now: Date) async throws(ProtocolError) -> VerifiedToken {
        guard token.looksLikeWebToken, !keys.isEmpty else { return try listed(token, at: now) }
        return try await WebTokenVerifier(keys: keys).verify(token, at: now)
    }

    private func listed(_ token: AccessToken, at now: Date) throws(ProtocolError) -> VerifiedToken {
        guard let line = tokens.find(TokenDigest(of: token)) else {
            throw ProtocolError(
                .unauthorized,
                "This token is not known here; check how it was copied, or ask the relay's operator for a new one."
            )
        }
        if let expires = line.expires, now >= expires { throw .expired(expires) }
        return VerifiedToken(kind: .listed, permissions: line.permissions, expires: line.expires)
    }
}

extension Credentials {
    /// If the system does not report the peer's address, the peer does not count as local.
    fileprivate var isFromThisMachine: Bool { peer?.isLoopback ?? false }
}

/// A valid token.
public struct VerifiedToken: Hashable, Sendable {
    /// Where a token comes from.
    public enum Kind: String, Hashable, Sendable {
        /// Listed in a file or variable of the relay.
        case listed
        /// Signed by a key that the relay knows.
        case webToken = "web token"
    }

    /// Where the token comes from.
    public let kind: Kind
    /// The permissions of its bearer.
    public let permissions: Permissions
    /// When it expires; `nil` for never.
    public let expires: Date?
}

extension ProtocolError {
    static func expired(_ time: Date) -> ProtocolError {
        ProtocolError(
            .unauthorized,
            "This token expired at \(Timestamp.text(time)); ask the relay's operator for a new one."
        )
    }
}
