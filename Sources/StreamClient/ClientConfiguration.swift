import Logging
import StreamProtocol

/// What a publisher or a watcher must know to connect and to stay connected.
public struct ClientConfiguration: Sendable {
    /// The relay and the stream there.
    public var address: RelayAddress
    /// What opens the stream, where the relay asks for it. It is also shown to a relay that this one redirects to.
    public var token: AccessToken?
    /// How the relay is known by TLS. With `nil`, connections are encrypted only where the address begins with `tls://`,
    /// and then by the authorities of this machine. Once encrypted, a redirect leads to no connection that is not.
    public var security: ClientSecurity?
    /// Whether the token may be sent without TLS to another machine, where everybody on the way can read it.
    public var allowsTokenInClear = false
    /// The program's name and version, for the relay's log.
    public var clientName: String?
    /// Stays the same while this program runs, so that a publisher that comes back takes its own place.
    public var instance = InstanceID.random()
    /// How long a connection and the handshake on it may each take.
    public var connectTimeout = Duration.seconds(5)
    /// How long to wait between attempts to connect.
    public var backoff = Backoff()
    /// Bytes of payload that a frame may have in either direction; a relay may allow less.
    public var maximumFrameLength = Limits.defaultFrameLength
    /// Where the time comes from that tells how old a frame is.
    public var wallClock = WallClock.system
    /// Where connections made and lost are noted; by default nowhere.
    public var logger = Logger(label: "streamd.client") { _ in SwiftLogNoOpLogHandler() }

    public init(_ address: RelayAddress) {
        self.address = address
    }
}

extension ClientConfiguration {
    /// The relay to connect to first, with a scheme.
    ///
    /// - Throws: ``ClientError`` with ``ClientError/Code/invalidSecurity`` where the address and the settings contradict
    ///   each other.
    func home() throws(ClientError) -> RelayAddress {
        guard address.scheme != .streamd || security == nil else { throw .contradiction(address) }
        var home = address
        home.scheme = home.scheme ?? (security == nil ? .streamd : .tls)
        return home
    }

    /// The hello of this program to the relay at `address`.
    func hello(_ role: Hello.Role, to address: RelayAddress) -> Hello {
        var hello = Hello(role: role, stream: address.stream, instance: instance)
        hello.token = token
        hello.clientName = clientName
        hello.grease = .random()
        return hello
    }
}
