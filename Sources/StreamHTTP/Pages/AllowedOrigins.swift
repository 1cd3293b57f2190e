/// The pages that may use a relay as if they were its own.
public struct AllowedOrigins: Hashable, Sendable {
    /// No page but those with a token.
    public static let none = AllowedOrigins(origins: [], everyPage: false)
    /// Every page in every browser that reaches the relay.
    public static let everyPage = AllowedOrigins(origins: [], everyPage: true)

    let everyPage: Bool
    private let origins: Set<WebOrigin>
    private let hosts: Set<String>

    /// Takes a list of origins such as `https://player.example.org`, with commas between them, or `*` for every page.
    ///
    /// - Returns: `nil` where something else is among it, also a path behind an origin, and `null`: every page can make
    ///   itself one that calls itself so.
    public init?(list: String) {
        let items = list.split { $0 == "," || $0 == " " }
        let origins = items.compactMap { WebOrigin($0) }
        let everyPage = items.contains("*")
        guard !items.isEmpty, origins.count == items.count(where: { $0 != "*" }) else { return nil }
        self.init(origins: Set(origins), everyPage: everyPage)
    }

    private init(origins: Set<WebOrigin>, everyPage: Bool) {
        self.origins = origins
        self.everyPage = everyPage
        hosts = Set(origins.map(\.authority.host))
    }

    /// Whether pages of an origin are allowed.
    func contains(_ origin: WebOrigin) -> Bool { everyPage || origins.contains(origin) }

    /// Whether a host is one that allowed pages come from, and so is the operator's own.
    func names(_ authority: WebAuthority) -> Bool { everyPage || hosts.contains(authority.host) }
}
