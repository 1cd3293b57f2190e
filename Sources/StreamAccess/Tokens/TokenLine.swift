import StreamProtocol
import StreamRelay

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is known of one static token: a line of the file that `--token-file` names.
///
///     NAME sha256=HEX [publish=PATTERN,…] [watch=PATTERN,…] [admin] [expires=TIME] [max-connections=N] [max-streams=N]
///         [max-bytes-per-second=N] [max-viewers=N]
public struct TokenLine: Hashable, Sendable {
    /// The longest name in bytes; it is repeated in every line of the log about its bearer.
    public static let maximumNameLength = 64
    /// The most patterns behind one key: each is tried when its bearer comes.
    public static let maximumPatterns = 64

    /// What its bearer is called.
    public let name: String
    public let digest: TokenDigest
    public let publish: [StreamPattern]
    public let watch: [StreamPattern]
    public let administers: Bool
    /// From when on it is refused; `nil` for never.
    public let expires: Date?
    /// What all its bearers may take together.
    public let limits: TokenLimits

    /// - Throws: ``AccessMistake`` where the name is not allowed, or the token would allow nothing.
    public init(
        name: String,
        digest: TokenDigest,
        publish: [StreamPattern] = [],
        watch: [StreamPattern] = [],
        administers: Bool = false,
        expires: Date? = nil,
        limits: TokenLimits = TokenLimits()
    ) throws(AccessMistake) {
        guard Self.isName(name) else {
            // The name itself is not repeated: it may be a token in the wrong place.
            throw AccessMistake(
                "a token's name has 1 to \(Self.maximumNameLength) letters, digits, '-', '_', '.' or '@', and does not "
                    + "begin with '\(AccessToken.madePrefix)'."
            )
        }
        guard !publish.isEmpty || !watch.isEmpty || administers else {
            throw AccessMistake("this token would allow nothing; give publish=PATTERN, watch=PATTERN or admin.")
        }
        for (key, patterns) in [("publish", publish), ("watch", watch)] where patterns.count > Self.maximumPatterns {
            throw AccessMistake(key: key, "takes at most \(Self.maximumPatterns) patterns; use '*' to join some.")
        }
        self.name = name
        self.digest = digest
        self.publish = publish
        self.watch = watch
        self.administers = administers
        self.expires = expires
        self.limits = limits
    }

    /// The line as it stands in the file.
    public var text: String { write(digest: digest.hexadecimal) }

    /// What its bearer may do.
    var pass: Pass {
        Pass(
            bearer: name,
            publish: publish,
            watch: watch,
            administers: administers,
            allowance: limits.isEmpty ? nil : Pass.Allowance(identity: "token " + name, limits: limits)
        )
    }

    private func write(digest: String) -> String {
        var words = [name, "sha256=" + digest]
        if !publish.isEmpty { words.append("publish=" + publish.map(\.description).joined(separator: ",")) }
        if !watch.isEmpty { words.append("watch=" + watch.map(\.description).joined(separator: ",")) }
        if administers { words.append("admin") }
        if let expires { words.append("expires=" + Timestamp.text(expires)) }
        for key in TokenLimitKey.allCases {
            if let value = limits[keyPath: key.path] { words.append("\(key.rawValue)=\(value)") }
        }
        return words.joined(separator: " ")
    }

    private static func isName(_ name: String) -> Bool {
        (1...maximumNameLength).contains(name.utf8.count) && !name.hasPrefix(AccessToken.madePrefix)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                    UInt8(ascii: "@"):
                    true
                default: false
                }
            }
    }
}

extension TokenLine: CustomStringConvertible {
    public var description: String { write(digest: "…") }
}
