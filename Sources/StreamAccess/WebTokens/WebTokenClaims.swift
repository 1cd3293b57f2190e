import JWTKit
import StreamProtocol
import StreamRelay

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The claims of a signed web token. Unknown claims are ignored.
///
/// Claims of the wrong type are recorded, not thrown, so that the refusal can name them. The errors of jwt-kit do not.
struct WebTokenClaims: JWTPayload, Hashable {
    /// Seconds by which the issuer's clock may be ahead of the relay's, because tokens are often used in the moment
    /// they are issued. There is no such leeway for `exp`.
    static let clockLeeway = 5.0
    /// The longest name, in characters. Every log line about the bearer contains it.
    static let maximumNameLength = TokenLine.maximumNameLength

    var sub: String?
    var exp: Double?
    var nbf: Double?
    var publish: Patterns?
    var watch: Patterns?
    var admin: Bool?
    var maxConnections: Int?
    var maxStreams: Int?
    var maxBytesPerSecond: Int?
    var maxViewers: Int?
    private(set) var malformed: String?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case sub, exp, nbf, publish, watch, admin
        case maxConnections = "max-connections"
        case maxStreams = "max-streams"
        case maxBytesPerSecond = "max-bytes-per-second"
        case maxViewers = "max-viewers"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        var malformed: String?
        func read<Value: Decodable>(_ key: CodingKeys) -> Value? {
            do {
                return try container.decodeIfPresent(Value.self, forKey: key)
            } catch {
                malformed = malformed ?? key.rawValue
                return nil
            }
        }
        sub = read(.sub)
        exp = read(.exp)
        nbf = read(.nbf)
        publish = read(.publish)
        watch = read(.watch)
        admin = read(.admin)
        func readLimit(_ key: CodingKeys) -> Int? {
            guard let limit: Int = read(key) else { return nil }
            if !TokenLimits.range.contains(limit) { malformed = malformed ?? key.rawValue }
            return limit
        }
        maxConnections = readLimit(.maxConnections)
        maxStreams = readLimit(.maxStreams)
        maxBytesPerSecond = readLimit(.maxBytesPerSecond)
        maxViewers = readLimit(.maxViewers)
        self.malformed = malformed
    }

    /// Times are checked in ``validate(_:at:)``, which gets the current time.
    func verify(using algorithm: some JWTAlgorithm) {}

    /// Checks the claims of a token whose signature is valid.
    ///
    /// A token without an expiry is refused, because it could only be revoked by a new key for all tokens. A static
    /// token need not expire, because its line can be deleted.
    ///
    /// - Parameter token: The token itself, which identifies its limits if it has no subject.
    /// - Throws: ``ProtocolError`` with ``ErrorCode/unauthorized`` that names the claim.
    func validate(_ token: AccessToken, at now: Date) throws(ProtocolError) -> VerifiedToken {
        if let malformed {
            throw ProtocolError(.unauthorized, "The claim '\(malformed)' of this token is malformed; \(Self.allowed).")
        }
        guard let exp else {
            throw ProtocolError(.unauthorized, "This token never expires; make one with the claim 'exp'.")
        }
        let expires = Date(timeIntervalSince1970: exp)
        guard now < expires else { throw .expired(expires) }
        if let nbf, now.timeIntervalSince1970 + Self.clockLeeway < nbf {
            let begins = Timestamp.text(Date(timeIntervalSince1970: nbf))
            throw ProtocolError(.unauthorized, "This token is not valid before \(begins); come back then.")
        }
        let permissions = Permissions(
            bearer: sub.map(Self.name) ?? "web token",
            publish: publish?.patterns ?? [],
            watch: watch?.patterns ?? [],
            isAdmin: admin ?? false,
            sharedLimits: sharedLimits(of: token)
        )
        return VerifiedToken(kind: .webToken, permissions: permissions, expires: expires)
    }

    /// The limits are shared by all tokens of one subject, so that a client cannot avoid them with new tokens.
    private func sharedLimits(of token: AccessToken) -> Permissions.SharedLimits? {
        let limits = TokenLimits(
            connections: maxConnections,
            streams: maxStreams,
            bytesPerSecond: maxBytesPerSecond,
            viewers: maxViewers
        )
        guard !limits.isEmpty else { return nil }
        // A digest of the subject, because the subject may be as long as a token.
        let owner = sub.map { "subject " + TokenDigest(text: $0).hexadecimal }
        return Permissions.SharedLimits(
            identity: owner ?? "web token " + TokenDigest(of: token).hexadecimal,
            limits: limits
        )
    }

    private static let allowed =
        "'publish' and 'watch' take a pattern of stream names or a list of them, 'admin' takes "
        + "true or false, 'exp' and 'nbf' take seconds since 1970, 'sub' takes a text, "
        + TokenLimitKey.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        + " take whole numbers from \(TokenLimits.range.lowerBound) to \(TokenLimits.range.upperBound)"

    /// A name that is safe in a log. The issuer may let others choose it.
    private static func name(_ subject: String) -> String {
        let shown = subject.unicodeScalars.prefix(maximumNameLength).map { scalar in
            (0x20...0x7E).contains(scalar.value) ? Character(scalar) : "?"
        }
        return shown.isEmpty ? "web token" : String(shown)
    }
}

extension WebTokenClaims {
    /// One pattern of stream names, or a list of patterns.
    struct Patterns: Codable, Hashable {
        let patterns: [StreamPattern]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let texts = try (try? container.decode(String.self)).map { [$0] } ?? container.decode([String].self)
            guard texts.count <= TokenLine.maximumPatterns else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "too many patterns")
            }
            patterns = try texts.map { try StreamPattern($0) }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(patterns.map(\.description))
        }
    }
}
