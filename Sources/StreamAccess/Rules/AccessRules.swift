import StreamProtocol
import StreamRelay

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Who may do what on a relay.
public struct AccessRules: Sendable {
    /// The static tokens.
    public var tokens: TokenTable
    /// What signed web tokens are checked with.
    public var keys: [WebTokenKey]
    /// Whether a token is taken that came from another machine without encryption.
    public var allowsClearTokens: Bool
    /// What somebody without a token may do; `nil` where a token is needed.
    public var withoutToken: Pass?

    public init(
        tokens: TokenTable = TokenTable(),
        keys: [WebTokenKey] = [],
        allowsClearTokens: Bool = false,
        withoutToken: Pass? = nil
    ) {
        self.tokens = tokens
        self.keys = keys
        self.allowsClearTokens = allowsClearTokens
        self.withoutToken = withoutToken
    }

    /// Whether no token at all could be valid.
    public var knowsNoTokens: Bool { tokens.lines.isEmpty && keys.isEmpty }

    /// What can be said of credentials without a signature to check.
    enum Decision {
        case admitted(Pass)
        /// A web token, whose signature takes a while to check.
        case signed(AccessToken)
    }

    /// - Throws: ``ProtocolError`` with ``ErrorCode/unauthorized`` or ``ErrorCode/encryptionRequired``.
    func decide(_ credentials: Credentials, at now: Date) throws(ProtocolError) -> Decision {
        guard let token = credentials.token else {
            if let withoutToken { return .admitted(withoutToken) }
            throw ProtocolError(
                .unauthorized,
                "This relay asks for a token; give one with --token-file or STREAMD_TOKEN, or over HTTP in "
                    + "'Authorization: Bearer'."
            )
        }
        // A relay that is open and knows no tokens has no use for one that a client shows everywhere.
        if let withoutToken, knowsNoTokens { return .admitted(withoutToken) }
        guard allowsClearTokens || credentials.isEncrypted || credentials.isFromThisMachine else {
            throw ProtocolError(
                .encryptionRequired,
                "This token came in clear, so that others may have read it; connect with TLS, and have it replaced."
            )
        }
        if token.looksLikeWebToken, !keys.isEmpty { return .signed(token) }
        return .admitted(try listed(token, at: now).pass)
    }

    /// What is known of a token, wherever it came from.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/unauthorized`` that says why it is not valid.
    public func facts(of token: AccessToken, at now: Date) async throws(ProtocolError) -> TokenFacts {
        guard token.looksLikeWebToken, !keys.isEmpty else { return try listed(token, at: now) }
        return try await WebTokenCheck(keys: keys).facts(of: token, at: now)
    }

    private func listed(_ token: AccessToken, at now: Date) throws(ProtocolError) -> TokenFacts {
        guard let line = tokens.find(TokenDigest(of: token)) else {
            throw ProtocolError(
                .unauthorized,
                "This token is not known here; check how it was copied, or ask the relay's operator for a new one."
            )
        }
        if let expires = line.expires, now >= expires { throw .expired(expires) }
        return TokenFacts(kind: .listed, pass: line.pass, expires: line.expires)
    }
}

extension Credentials {
    /// A peer that the system does not name is not trusted to be here.
    fileprivate var isFromThisMachine: Bool { peer?.isLoopback ?? false }
}
