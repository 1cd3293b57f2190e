import StreamClient
import StreamProtocol
import StreamRelay

/// The relay that has the streams of a pattern, as an operator writes it: `studio/*=tls://a.example:7450`, or an address
/// alone for all streams.
public struct OriginRule: Hashable, Sendable {
    /// The names of the streams.
    public let pattern: StreamPattern
    /// The relay. Its stream is empty.
    public let address: RelayAddress

    /// Reads a rule.
    ///
    /// - Returns: `nil` unless `text` is an address, or a pattern of stream names, `=` and an address; the address has no
    ///   stream.
    public init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let last = parts.last, let address = try? RelayAddress(last, defaultStream: .empty),
            address.stream == .empty
        else { return nil }
        if parts.count == 1 {
            pattern = .all
        } else {
            guard let pattern = try? StreamPattern(parts[0]) else { return nil }
            self.pattern = pattern
        }
        self.address = address
    }
}

/// The relays from which a relay takes streams, and how it connects to them.
public struct OriginSettings: Hashable, Sendable {
    /// The relays. The first rule that matches a stream's name applies.
    public var rules: [OriginRule]
    /// The token for the relays of ``rules``; no other relay gets it.
    public var token: AccessToken?
    /// How the certificates of the relays are verified; `nil` for encryption only where an address begins with `tls://`,
    /// with this machine's authorities. It does not count for addresses with `streamd://`.
    public var security: ClientSecurity?

    /// Makes settings. Without rules, a relay takes streams from its own publishers only.
    public init(rules: [OriginRule] = [], token: AccessToken? = nil, security: ClientSecurity? = nil) {
        self.rules = rules
        self.token = token
        self.security = security
    }

    /// The address of a stream at its origin; `nil` if it has none.
    func address(of stream: StreamName) -> RelayAddress? {
        guard var address = rules.first(where: { $0.pattern.matches(stream) })?.address else { return nil }
        address.stream = stream
        return address
    }

    /// Where a stream comes from, and how that relay is verified.
    struct Target: Hashable, Sendable {
        let address: RelayAddress
        /// `nil` for a relay without settings of its own, and for one without TLS.
        let security: ClientSecurity?

        /// Whether the first connection is encrypted; a redirect may lead elsewhere.
        var isEncrypted: Bool { address.scheme == .tls || security != nil }
    }

    /// - Returns: `nil` if the stream has no origin.
    func target(of stream: StreamName) -> Target? {
        address(of: stream).map { Target(address: $0, security: $0.scheme == .streamd ? nil : security) }
    }

    /// The token for a relay; `nil` if no rule names it for the stream.
    func token(for relay: RelayAddress, of stream: StreamName) -> AccessToken? {
        let isNamed = rules.contains {
            $0.pattern.matches(stream) && $0.address.host == relay.host && $0.address.port == relay.port
        }
        return isNamed ? token : nil
    }
}
