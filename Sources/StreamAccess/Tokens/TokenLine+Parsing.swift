import StreamRelay

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension TokenLine {
    /// Reads one line.
    ///
    /// - Throws: ``AccessConfigurationError`` that names the key and says what is allowed. It does not contain text
    ///   that may be a token.
    public init(parsing line: Substring) throws(AccessConfigurationError) {
        var words = line.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            .map { String(Substring($0)) }
        if let comment = words.firstIndex(where: { $0.hasPrefix("#") }) { words.removeSubrange(comment...) }
        guard let name = words.first, !name.contains("=") else {
            throw AccessConfigurationError(
                "a line begins with the token's name: NAME sha256=HEX publish=PATTERN watch=PATTERN."
            )
        }
        guard words.count > 1 else {
            throw AccessConfigurationError(
                name.hasPrefix(AccessToken.generatedPrefix)
                    ? "this is a client's token, and no line of the relay's list; 'streamd token new' prints that line beside the "
                        + "token."
                    : "a line of the relay's list has a name and sha256=, and this is one word, like a client's token; "
                        + "'streamd token new' prints the whole line."
            )
        }
        var fields = Fields()
        for word in words.dropFirst() { try fields.take(word) }
        guard let digest = fields.digest else {
            throw AccessConfigurationError(key: "sha256", "is missing; 'streamd token new' prints the whole line.")
        }
        try self.init(
            name: name,
            digest: digest,
            publish: fields.publish ?? [],
            watch: fields.watch ?? [],
            isAdmin: fields.isAdmin ?? false,
            expires: fields.expires,
            limits: fields.limits
        )
    }
}

/// The values of the fields after the name.
private struct Fields {
    var digest: TokenDigest?
    var publish: [StreamPattern]?
    var watch: [StreamPattern]?
    var isAdmin: Bool?
    var expires: Date?
    var limits = TokenLimits()

    private static let allowed =
        "allowed are sha256=, publish=, watch=, admin, expires=, "
        + TokenLimitKey.allCases.map { $0.rawValue + "=" }.joined(separator: ", ")

    mutating func take(_ word: String) throws(AccessConfigurationError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        switch (parts.first, parts.dropFirst().first) {
        case ("sha256", let value?):
            try once(digest, "sha256")
            digest = try Self.digest(value)
        case ("publish", let value?):
            try once(publish, "publish")
            publish = try Self.patterns(value, key: "publish")
        case ("watch", let value?):
            try once(watch, "watch")
            watch = try Self.patterns(value, key: "watch")
        case ("admin", nil):
            try once(isAdmin, "admin")
            isAdmin = true
        case ("admin", _?):
            throw AccessConfigurationError(key: "admin", "stands by itself, without a value.")
        case ("expires", let value?):
            try once(expires, "expires")
            expires = try Self.time(value)
        case (let key?, let value?) where TokenLimitKey(rawValue: String(key)) != nil:
            try take(limit: String(key), value)
        case (let key?, _?) where Self.canBeShown(key):
            throw AccessConfigurationError(key: String(key), "is no key of a token's line; \(Self.allowed).")
        default:
            throw AccessConfigurationError("there is a word that is no key of a token's line; \(Self.allowed).")
        }
    }

    private mutating func take(limit text: String, _ value: Substring) throws(AccessConfigurationError) {
        guard let key = TokenLimitKey(rawValue: text) else { return }
        try once(limits[keyPath: key.path], text)
        let isNumber = value.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isNumber, let limit = Int(value), TokenLimits.range.contains(limit) else {
            let range = TokenLimits.range
            throw AccessConfigurationError(
                key: text,
                "takes a whole number from \(range.lowerBound) to \(range.upperBound)."
            )
        }
        limits[keyPath: key.path] = limit
    }

    private func once(_ field: (some Any)?, _ key: String) throws(AccessConfigurationError) {
        guard field == nil else { throw AccessConfigurationError(key: key, "stands there twice; write it once.") }
    }

    private static func digest(_ value: Substring) throws(AccessConfigurationError) -> TokenDigest {
        guard let digest = TokenDigest(hexadecimal: value) else {
            throw AccessConfigurationError(
                key: "sha256",
                "takes the 64 hexadecimal digits that 'streamd token new' prints, not the token itself."
            )
        }
        return digest
    }

    private static func time(_ value: Substring) throws(AccessConfigurationError) -> Date {
        guard let time = Timestamp.parse(value) else {
            throw AccessConfigurationError(
                key: "expires",
                "takes a time like 2027-01-31T12:00:00Z, or a date like 2027-01-31."
            )
        }
        return time
    }

    private static func patterns(_ value: Substring, key: String) throws(AccessConfigurationError) -> [StreamPattern] {
        var patterns: [StreamPattern] = []
        for part in value.split(separator: ",", omittingEmptySubsequences: false) {
            guard let pattern = try? StreamPattern(String(part)) else {
                throw AccessConfigurationError(
                    key: key,
                    "takes patterns of stream names with commas between them, like 'live', 'studio/*' or '*'; "
                        + "number \(patterns.count + 1) is none."
                )
            }
            patterns.append(pattern)
        }
        return patterns
    }

    /// Whether the text looks like a misspelled key, and not like a part of a token.
    private static func canBeShown(_ key: Substring) -> Bool {
        (1...16).contains(key.utf8.count)
            && key.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-") }
    }
}
