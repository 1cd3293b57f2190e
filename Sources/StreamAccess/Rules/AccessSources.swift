/// The files and variables with a relay's access rules.
public struct AccessSources: Hashable, Sendable {
    /// The environment variable with token lines, separated by line ends or semicolons.
    public static let tokensVariable = "STREAMD_TOKENS"

    /// A file with one static token in each line.
    public var tokensFile: String?
    /// The value of ``tokensVariable``.
    public var tokens: String?
    /// A public key in PEM (P-256 for ES256, Ed25519 for EdDSA), or a shared secret of at least 32 bytes (HS256), as it
    /// is or in Base64.
    public var webTokenKeyFile: String?
    /// A set of keys in JSON (RFC 7517).
    public var keySetFile: String?

    /// Names the sources; `nil` for those that there are not. ``read()`` reads them.
    public init(
        tokensFile: String? = nil,
        tokens: String? = nil,
        webTokenKeyFile: String? = nil,
        keySetFile: String? = nil
    ) {
        self.tokensFile = tokensFile
        self.tokens = tokens
        self.webTokenKeyFile = webTokenKeyFile
        self.keySetFile = keySetFile
    }

    /// Whether there is no source.
    public var isEmpty: Bool { tokensFile == nil && tokens == nil && webTokenKeyFile == nil && keySetFile == nil }

    /// The files to watch for changes.
    public var files: [String] { [tokensFile, webTokenKeyFile, keySetFile].compactMap(\.self) }

    /// Reads all sources.
    ///
    /// - Returns: Rules with the tokens and keys, and warnings for the operator.
    /// - Throws: ``AccessConfigurationError`` for the first mistake, with file, line and key.
    public func read() throws(AccessConfigurationError) -> (rules: AccessRules, warnings: [AccessWarning]) {
        var rules = AccessRules()
        var warnings: [AccessWarning] = []
        if let tokensFile {
            let file = try AccessFile(tokensFile)
            try rules.tokens.add(file.text(), from: tokensFile)
            warnings += file.warnings(holdsSecrets: true)
            if rules.tokens.lines.isEmpty { warnings.append(Self.holdsNoToken(tokensFile)) }
        }
        if let tokens {
            let before = rules.tokens.lines.count
            try rules.tokens.add(tokens, from: Self.tokensVariable, separator: ";")
            if rules.tokens.lines.count == before { warnings.append(Self.holdsNoToken(Self.tokensVariable)) }
        }
        if let webTokenKeyFile {
            let file = try AccessFile(webTokenKeyFile)
            let read = try Self.locating(webTokenKeyFile) { () throws(AccessConfigurationError) in
                try KeyFile(file.bytes)
            }
            rules.keys += read.keys
            warnings += file.warnings(holdsSecrets: read.holdsSecret)
        }
        if let keySetFile {
            let file = try AccessFile(keySetFile)
            let read = try Self.locating(keySetFile) { () throws(AccessConfigurationError) in try KeySet(file.bytes) }
            rules.keys += read.keys
            warnings += file.warnings(holdsSecrets: read.holdsSecret)
            warnings += read.skipped.map { AccessWarning(source: keySetFile, sentence: $0) }
        }
        return (rules, warnings)
    }

    private static func holdsNoToken(_ source: String) -> AccessWarning {
        AccessWarning(source: source, sentence: "holds no token; 'streamd token new' makes one.")
    }

    /// Adds the file to an error.
    private static func locating<Result>(
        _ source: String,
        _ read: () throws(AccessConfigurationError) -> Result
    ) throws(AccessConfigurationError) -> Result {
        do throws(AccessConfigurationError) {
            return try read()
        } catch {
            throw error.at(source)
        }
    }
}
