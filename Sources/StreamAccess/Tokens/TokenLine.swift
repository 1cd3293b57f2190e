import StreamProtocol
import StreamRelay

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A static token: a line of a token list (``AccessSources/tokensFile``).
///
///     NAME sha256=HEX [publish=PATTERN,…] [watch=PATTERN,…] [admin] [expires=TIME] [max-connections=N] [max-streams=N]
///         [max-bytes-per-second=N] [max-viewers=N]
public struct TokenLine: Hashable, Sendable {
    /// The longest name, in bytes. Every log line about the bearer contains it.
    public static let maximumNameLength = 64
    /// The most patterns of one key. All of them are tried when the bearer connects.
    public static let maximumPatterns = 64

    /// The name of its bearer.
    public let name: String
    /// The digest of the token, which is stored in its place.
    public let digest: TokenDigest
    /// The streams that the bearer may publish.
    public let publish: [StreamPattern]
    /// The streams that the bearer may watch.
    public let watch: [StreamPattern]
    /// Whether the bearer may inspect and control the relay.
    public let isAdmin: Bool
    /// When it expires; `nil` for never.
    public let expires: Date?
    /// The limits that all its bearers share.
    public let limits: TokenLimits

    /// - Throws: ``AccessConfigurationError`` if the name is not allowed, or the token would allow nothing.
    public init(
        name: String,
        digest: TokenDigest,
        publish: [StreamPattern] = [],
        watch: [StreamPattern] = [],
        isAdmin: Bool = false,
        expires: Date? = nil,
        limits: TokenLimits = TokenLimits()
    ) throws(AccessConfigurationError) {
        guard Self.isName(name) else {
            // The error does not contain the name, which may be a token in the wrong place.
            throw AccessConfigurationError(
                "a token's name has 1 to \(Self.maximumNameLength) letters, digits, '-', '_', '.' or '@', and does not "
                    + "begin with '\(AccessToken.generatedPrefix)'."
            )
        }
        guard !publish.isEmpty || !watch.isEmpty || isAdmin else {
            throw AccessConfigurationError(
                "this token would allow nothing; give publish=PATTERN, watch=PATTERN or admin."
            )
        }
        for (key, patterns) in [("publish", publish), ("watch", watch)] where patterns.count > Self.maximumPatterns {
            throw AccessConfigurationError(
                key: key,
                "takes at most \(Self.maximumPatterns) patterns; use '*' to join some."
            )
        }
        self.name = name
        self.digest = digest
        self.publish = publish
        self.watch = watch
        self.isAdmin = isAdmin
        self.expires = expires
        self.limits = limits
    }

    /// The line in the format of the file.
    public var text: String { write(digest: digest.hexadecimal) }

    /// The permissions of its bearer.
    var permissions: Permissions {
        Permissions(
            bearer: name,
            publish: publish,
            watch: watch,
            isAdmin: isAdmin,
            sharedLimits: limits.isEmpty ? nil : Permissions.SharedLimits(identity: "token " + name, limits: limits)
        )
    }

    private func write(digest: String) -> String {
        var words = [name, "sha256=" + digest]
        if !publish.isEmpty { words.append("publish=" + publish.map(\.description).joined(separator: ",")) }
        if !watch.isEmpty { words.append("watch=" + watch.map(\.description).joined(separator: ",")) }
        if isAdmin { words.append("admin") }
        if let expires { words.append("expires=" + Timestamp.text(expires)) }
        for key in TokenLimitKey.allCases {
            if let value = limits[keyPath: key.path] { words.append("\(key.rawValue)=\(value)") }
        }
        return words.joined(separator: " ")
    }

    private static func isName(_ name: String) -> Bool {
        (1...maximumNameLength).contains(name.utf8.count) && !name.hasPrefix(AccessToken.generatedPrefix)
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
    /// The line without the digest.
    public var description: String { write(digest: "…") }
}

/// The names of a token's limits, as keys of a token line and as claims of a web token.
package enum TokenLimitKey: String, Hashable, Sendable, CaseIterable {
    /// Sessions of publishers and viewers at the same time.
    case connections = "max-connections"
    /// Streams that are published, or whose publisher may come back.
    case streams = "max-streams"
    /// Bytes received from publishers each second.
    case bytesPerSecond = "max-bytes-per-second"
    /// Viewers of all streams at the same time.
    case viewers = "max-viewers"

    /// The limit itself.
    package var path: WritableKeyPath<TokenLimits, Int?> {
        switch self {
        case .connections: \.connections
        case .streams: \.streams
        case .bytesPerSecond: \.bytesPerSecond
        case .viewers: \.viewers
        }
    }
}
