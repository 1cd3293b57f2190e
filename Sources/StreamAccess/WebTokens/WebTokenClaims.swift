import JWTKit
import StreamProtocol
import StreamRelay

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a signed web token says of its bearer. Claims that are not known here are passed over.
///
/// Claims of the wrong type are noted rather than thrown, so that the refusal can name them: jwt-kit tells only that
/// something could not be read.
struct WebTokenClaims: JWTPayload, Hashable {
    /// Seconds by which the clock of whoever made a token may be ahead of ours: tokens are commonly shown in the moment
    /// in which they were made. There is no such leeway for `exp`.
    static let clockLeeway = 5.0
    /// The longest name in characters; it is repeated in every line of the log about its bearer.
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

    init() {}

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

    /// The times are compared in ``facts(of:at:)``, which is given one.
    func verify(using algorithm: some JWTAlgorithm) {}

    /// What follows from the claims of a token whose signature is good.
    ///
    /// A token that never expires is refused: it could not be taken back but by changing the key of all. Whoever wants
    /// that uses a static token, whose line can be deleted.
    ///
    /// - Parameter token: The token itself, which tells its limits from those of others where it does not say whose it is.
    /// - Throws: ``ProtocolError`` with ``ErrorCode/unauthorized`` that names the claim.
    func facts(of token: AccessToken, at now: Date) throws(ProtocolError) -> TokenFacts {
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
        let pass = Pass(
            bearer: sub.map(Self.name) ?? "web token",
            publish: publish?.patterns ?? [],
            watch: watch?.patterns ?? [],
            administers: admin ?? false,
            allowance: allowance(of: token)
        )
        return TokenFacts(kind: .webToken, pass: pass, expires: expires)
    }

    /// The limits count for all tokens of one subject together: whoever may have tokens made anew must not begin anew
    /// with each.
    private func allowance(of token: AccessToken) -> Pass.Allowance? {
        let limits = TokenLimits(
            connections: maxConnections,
            streams: maxStreams,
            bytesPerSecond: maxBytesPerSecond,
            viewers: maxViewers
        )
        guard !limits.isEmpty else { return nil }
        // A digest, not the subject as it is: it may be as long as a token.
        let owner = sub.map { "subject " + TokenDigest(text: $0).hexadecimal }
        return Pass.Allowance(
            identity: owner ?? "web token " + TokenDigest(of: token).hexadecimal,
            limits: limits
        )
    }

    private static let allowed =
        "'publish' and 'watch' take a pattern of stream names or a list of them, 'admin' takes "
        + "true or false, 'exp' and 'nbf' take seconds since 1970, 'sub' takes a text, "
        + TokenLimitKey.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        + " take whole numbers from \(TokenLimits.range.lowerBound) to \(TokenLimits.range.upperBound)"

    /// A name that can stand in a log: whoever signs tokens may let others choose it.
    private static func name(_ subject: String) -> String {
        let shown = subject.unicodeScalars.prefix(maximumNameLength).map { scalar in
            (0x20...0x7E).contains(scalar.value) ? Character(scalar) : "?"
        }
        return shown.isEmpty ? "web token" : String(shown)
    }
}

extension WebTokenClaims {
    /// One pattern of stream names, or a list of them.
    struct Patterns: Codable, Hashable {
        let patterns: [StreamPattern]

        init(_ patterns: [StreamPattern]) {
            self.patterns = patterns
        }

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
