import Logging
import StreamProtocol

/// What a publisher or a watcher must know to connect and to stay connected.
public struct ClientConfiguration: Sendable {
    /// The relay and the stream there.
    public var address: RelayAddress
    /// What opens the stream, where the relay asks for it. It is also shown to a relay that this one redirects to.
    public var token: AccessToken?
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
    /// The hello of this program to the relay at `address`.
    func hello(_ role: Hello.Role, to address: RelayAddress) -> Hello {
        var hello = Hello(role: role, stream: address.stream, instance: instance)
        hello.token = token
        hello.clientName = clientName
        hello.grease = .random()
        return hello
    }
}
