/// The origin of a page: scheme, host and port (RFC 6454 4). Pages of the same origin trust one another.
struct WebOrigin: Hashable {
    let scheme: String
    let authority: WebAuthority
    let port: UInt16?

    /// Parses an origin in the notation of browsers (RFC 6454 6.2), such as `https://player.example.org`.
    ///
    /// - Returns: `nil` for anything else, including `null`, the opaque origin.
    init?(_ text: some StringProtocol) {
        let bytes = Substring(text).utf8
        let scheme = bytes.prefix { $0 != UInt8(ascii: ":") }
        let rest = bytes[scheme.endIndex...]
        guard rest.hasPrefix("://"), Self.isScheme(scheme), let authority = WebAuthority(rest.dropFirst(3)) else {
            return nil
        }
        self.init(scheme.text.lowercased(), authority)
    }

    /// The origin of `authority`, with a scheme in lower case.
    init(_ scheme: String, _ authority: WebAuthority) {
        self.scheme = scheme
        self.authority = authority
        port = authority.port ?? Self.defaultPort(of: scheme)
    }

    static func == (one: WebOrigin, other: WebOrigin) -> Bool {
        one.scheme == other.scheme && one.authority.host == other.authority.host && one.port == other.port
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(scheme)
        hasher.combine(authority.host)
        hasher.combine(port)
    }

    private static func defaultPort(of scheme: String) -> UInt16? {
        switch scheme {
        case "http": 80
        case "https": 443
        default: nil
        }
    }

    /// The form of a scheme (RFC 3986 3.1).
    private static func isScheme(_ bytes: Substring.UTF8View) -> Bool {
        guard let first = bytes.first, isLetter(first) else { return false }
        return bytes.allSatisfy { byte in
            isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

/// The web pages that may use a relay without a token.
public struct AllowedOrigins: Hashable, Sendable {
    /// No page; a page needs a token.
    public static let none = AllowedOrigins(origins: [], allowsAnyOrigin: false)
    /// Every page in every browser that can reach the relay.
    public static let anyOrigin = AllowedOrigins(origins: [], allowsAnyOrigin: true)

    let allowsAnyOrigin: Bool
    private let origins: Set<WebOrigin>
    private let hosts: Set<String>

    /// Parses a list of origins such as `https://player.example.org`, separated by commas, or `*` for every page.
    ///
    /// - Returns: `nil` if the text contains something else, such as an origin with a path, or `null`, which any page
    ///   can make its own origin.
    public init?(list: String) {
        let items = list.utf8.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }
        let origins = items.compactMap { WebOrigin(Substring($0)) }
        let allowsAnyOrigin = items.contains { $0.isEqual(to: "*") }
        guard !items.isEmpty, origins.count == items.count(where: { !$0.isEqual(to: "*") }) else { return nil }
        self.init(origins: Set(origins), allowsAnyOrigin: allowsAnyOrigin)
    }

    private init(origins: Set<WebOrigin>, allowsAnyOrigin: Bool) {
        self.origins = origins
        self.allowsAnyOrigin = allowsAnyOrigin
        hosts = Set(origins.map(\.authority.host))
    }

    /// Whether pages of this origin are allowed.
    func contains(_ origin: WebOrigin) -> Bool { allowsAnyOrigin || origins.contains(origin) }

    /// Whether this is the host of an allowed origin, and so the operator's own.
    func names(_ authority: WebAuthority) -> Bool { allowsAnyOrigin || hosts.contains(authority.host) }
}
