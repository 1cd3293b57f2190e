/// How a client knows by TLS that it talks to the right relay.
public struct ClientSecurity: Hashable, Sendable {
    /// What makes a relay's certificate a good one.
    public enum Trust: Hashable, Sendable {
        /// An authority that this machine trusts signed it, it is valid now, and it is for the host of the address.
        case system
        /// The same, with the authorities in a PEM file instead of the machine's.
        case authorities(file: String)
        /// It is one of these, whoever signed it, whatever names it has, and however old it is. Several serve to change
        /// a relay's certificate without losing clients.
        case pins(Set<CertificateFingerprint>)
    }

    public var trust: Trust

    /// Whether only certain certificates are trusted.
    var isPinned: Bool {
        if case .pins = trust { true } else { false }
    }

    public init(trust: Trust = .system) {
        self.trust = trust
    }
}
