/// Where a page comes from: scheme, host and port (RFC 6454 4). Pages of the same origin trust one another.
struct WebOrigin: Hashable {
    let scheme: String
    let authority: WebAuthority
    let port: UInt16?

    /// Takes an origin as browsers write it (RFC 6454 6.2), such as `https://player.example.org`.
    ///
    /// - Returns: `nil` for anything else. `null` is among it, which stands for origins that are like no other.
    init?(_ text: some StringProtocol) {
        let text = Substring(text)
        let scheme = text.prefix { $0 != ":" }
        let rest = text[scheme.endIndex...]
        guard rest.hasPrefix("://"), Self.isScheme(scheme), let authority = WebAuthority(rest.dropFirst(3)) else {
            return nil
        }
        self.init(scheme.lowercased(), authority)
    }

    /// What is at `authority` by a scheme in small letters.
    init(_ scheme: String, _ authority: WebAuthority) {
        self.scheme = scheme
        self.authority = authority
        port = authority.port ?? Self.usualPort(of: scheme)
    }

    static func == (one: WebOrigin, other: WebOrigin) -> Bool {
        one.scheme == other.scheme && one.authority.host == other.authority.host && one.port == other.port
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(scheme)
        hasher.combine(authority.host)
        hasher.combine(port)
    }

    private static func usualPort(of scheme: String) -> UInt16? {
        switch scheme {
        case "http": 80
        case "https": 443
        default: nil
        }
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.first, first.isASCII, first.isLetter else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }
}
