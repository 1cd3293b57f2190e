/// Where a relay's rules come from.
public struct AccessSources: Hashable, Sendable {
    /// The environment variable that holds lines of tokens, separated by line ends or semicolons.
    public static let tokensVariable = "STREAMD_TOKENS"

    /// A file of lines, each with a static token.
    public var tokenFile: String?
    /// The value of ``tokensVariable``.
    public var tokens: String?
    /// A public key in PEM (P-256 for ES256, Ed25519 for EdDSA), or a shared secret of 32 bytes or more (HS256), as it
    /// is or in Base64.
    public var webTokenKeyFile: String?
    /// A set of keys in JSON, as RFC 7517 describes it.
    public var keySetFile: String?

    public init(
        tokenFile: String? = nil,
        tokens: String? = nil,
        webTokenKeyFile: String? = nil,
        keySetFile: String? = nil
    ) {
        self.tokenFile = tokenFile
        self.tokens = tokens
        self.webTokenKeyFile = webTokenKeyFile
        self.keySetFile = keySetFile
    }

    /// Whether there is nothing to read.
    public var isEmpty: Bool { tokenFile == nil && tokens == nil && webTokenKeyFile == nil && keySetFile == nil }

    /// The files among them, for whoever watches for changes.
    public var files: [String] { [tokenFile, webTokenKeyFile, keySetFile].compactMap(\.self) }

    /// Reads all of them.
    ///
    /// - Returns: Rules with the tokens and keys, and what the operator should know about the files.
    /// - Throws: ``AccessMistake`` for the first thing that is wrong, with file, line and key.
    public func read() throws(AccessMistake) -> (rules: AccessRules, warnings: [AccessWarning]) {
        var rules = AccessRules()
        var warnings: [AccessWarning] = []
        if let tokenFile {
            let file = try AccessFile(tokenFile)
            try rules.tokens.add(file.text(), from: tokenFile)
            warnings += file.warnings(holdsSecrets: true)
            if rules.tokens.lines.isEmpty { warnings.append(Self.holdsNoToken(tokenFile)) }
        }
        if let tokens {
            let before = rules.tokens.lines.count
            try rules.tokens.add(tokens, from: Self.tokensVariable, separator: ";")
            if rules.tokens.lines.count == before { warnings.append(Self.holdsNoToken(Self.tokensVariable)) }
        }
        if let webTokenKeyFile {
            let file = try AccessFile(webTokenKeyFile)
            let read = try Self.placing(webTokenKeyFile) { () throws(AccessMistake) in try KeyFile(file.bytes) }
            rules.keys += read.keys
            warnings += file.warnings(holdsSecrets: read.holdsSecret)
        }
        if let keySetFile {
            let file = try AccessFile(keySetFile)
            let read = try Self.placing(keySetFile) { () throws(AccessMistake) in try KeySet(file.bytes) }
            rules.keys += read.keys
            warnings += file.warnings(holdsSecrets: read.holdsSecret)
            warnings += read.passedOver.map { AccessWarning(source: keySetFile, sentence: $0) }
        }
        return (rules, warnings)
    }

    private static func holdsNoToken(_ source: String) -> AccessWarning {
        AccessWarning(source: source, sentence: "holds no token; 'streamd token new' makes one.")
    }

    /// Says of a mistake in which file it is.
    private static func placing<Result>(
        _ source: String,
        _ read: () throws(AccessMistake) -> Result
    ) throws(AccessMistake) -> Result {
        do throws(AccessMistake) {
            return try read()
        } catch {
            throw error.at(source)
        }
    }
}
