import Platform
import StreamClient
import StreamProtocol
import StreamRelay

/// The relay that has the streams of a pattern, as an operator writes it: `studio/*=tls://a.example:7450`, or an
/// address alone for all streams.
public struct OriginRule: Hashable, Sendable {
    /// The names of the streams.
    public let pattern: StreamPattern
    /// The relay. Its stream is empty.
    public let address: RelayAddress

    /// Reads a rule.
    ///
    /// - Returns: `nil` unless `text` is an address, or a pattern of stream names, `=` and an address; the address has
    ///   no stream.
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
    /// How the certificates of the relays are verified; `nil` for encryption only where an address begins with
    /// `tls://`, with this machine's authorities. It does not count for addresses with `streamd://`.
    public var security: ClientSecurity?
    /// How to connect to the relays that a directory names, for streams without a rule.
    public var peers: PeerSettings

    /// Makes settings. Without rules and without a directory, a relay takes streams from its own publishers only.
    public init(
        rules: [OriginRule] = [],
        token: AccessToken? = nil,
        security: ClientSecurity? = nil,
        peers: PeerSettings = PeerSettings()
    ) {
        self.rules = rules
        self.token = token
        self.security = security
        self.peers = peers
    }

    /// The address of a stream at its origin; `nil` if no rule names one.
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
        /// Whether a directory names the relay.
        var isFromDirectory = false

        /// Whether the first connection is encrypted; a redirect may lead elsewhere.
        var isEncrypted: Bool { address.scheme == .tls || security != nil }
    }

    /// - Returns: `nil` if the stream has no origin.
    func target(of stream: StreamName) -> Target? {
        address(of: stream).map { Target(address: $0, security: $0.scheme == .streamd ? nil : security) }
    }

    /// A stream at the relay that a directory names.
    ///
    /// - Returns: `nil` if the address cannot be used.
    func target(of stream: StreamName, at relay: String) -> Target? {
        guard var address = try? RelayAddress(relay, defaultStream: .empty), address.stream == .empty else {
            return nil
        }
        address.stream = stream
        let security = address.scheme == .streamd ? nil : peers.security
        return Target(address: address, security: security, isFromDirectory: true)
    }

    /// The token for a relay; `nil` if no rule names it for the stream.
    func token(for relay: RelayAddress, of stream: StreamName) -> AccessToken? {
        let isNamed = rules.contains {
            $0.pattern.matches(stream) && $0.address.host == relay.host && $0.address.port == relay.port
        }
        return isNamed ? token : nil
    }

    /// The token for a relay that a directory names. Others can write there, and read what is sent without TLS.
    ///
    /// - Parameter target: Where the connection began.
    /// - Returns: `nil` for another relay, to which a redirect has led, and for one without TLS on another machine.
    func token(for relay: RelayAddress, insteadOf target: Target) -> AccessToken? {
        guard relay.host == target.address.host, relay.port == target.address.port,
            relay.scheme == .tls || relay.host == "localhost" || Loopback.contains(numeric: relay.host)
        else { return nil }
        return peers.token
    }
}
