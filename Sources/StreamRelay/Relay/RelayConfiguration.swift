import NIOCore
import StreamProtocol

/// The configuration of a relay.
public struct RelayConfiguration: Hashable, Sendable {
    /// The least latency bound. A viewer with a smaller one would jump at every delay of its network.
    package static let minimumLatency = TimeAmount.milliseconds(200)

    /// Where a relay accepts connections.
    public enum Listener: Hashable, Sendable {
        /// An address such as `127.0.0.1` or `::`. Port 0 takes any free port.
        case address(host: String, port: Int)
        /// A listening TCP socket that another process has opened and keeps open. The relay closes its own descriptor
        /// when it ends. Connections that arrive later wait for the next process that accepts.
        case socket(CInt)
    }

    /// Where the relay listens. By default, clients of this machine can connect, and no others.
    public var listener = Listener.address(host: "127.0.0.1", port: 7450)
    /// How TCP controls congestion on connections that the relay accepts; `nil` for what the system has chosen, or the
    /// program that opened the listening socket. Linux only.
    public var congestionControl: CongestionControl?
    /// How frames reach viewers that keep up.
    public var fanOut = FanOut.auto
    /// The settings of all streams that no rule matches.
    public var stream = StreamSettings()
    /// The settings of some streams. The first rule that matches applies.
    public var streamRules: [StreamRule] = []
    /// How often either side of a connection sends a ping.
    public var pingInterval = TimeAmount.seconds(5)
    /// How long a relay that drains still accepts and serves clients. A load balancer learns of the drain in this time
    /// (``RelayControl/isAccepting``), and sends the clients elsewhere that then get a goodbye.
    public var drainNotice = TimeAmount.zero
    /// The limits of clients and of memory.
    public var limits = RelayLimits()
    /// Whether connections from other machines must be encrypted.
    public var requiresTLS = false
    /// The networks whose connections begin with a header of the PROXY protocol, which names the client's address.
    public var proxyNetworks: [IPNetwork] = []
    /// Whether connections from these networks may come without the header. They then count for their own address.
    public var proxyHeaderIsOptional = false
    /// The streams of other relays whose publishers and viewers are sent there, in place of taking the streams from
    /// there.
    public var redirectedStreams: [StreamPattern] = []

    /// The defaults.
    public init() {}

    /// Whether a connection from `peer` must begin with a header of the PROXY protocol.
    func isProxy(_ peer: SocketAddress?) -> Bool {
        guard let peer else { return false }
        return proxyNetworks.contains { $0.contains(peer) }
    }

    /// Whether clients of this stream are sent to the relay that has it.
    func redirectsClients(of stream: StreamName) -> Bool { redirectedStreams.contains { $0.matches(stream) } }

    /// Whether a client at `peer` may connect without TLS. Programs on this machine always may: no third party is on
    /// the way to them, and health checks and proxies that handle TLS themselves are among them.
    func acceptsUnencrypted(from peer: SocketAddress?) -> Bool { !requiresTLS || peer?.isLoopback ?? false }

    /// The settings of a stream.
    public func settings(for stream: StreamName) -> StreamSettings {
        streamRules.first { $0.pattern.matches(stream) }?.settings ?? self.stream
    }
}

/// Settings that a stream may have for itself.
public struct StreamSettings: Hashable, Sendable {
    /// How long the log keeps frames that no late joiner needs.
    public var logDuration = TimeAmount.seconds(10)
    /// Bytes that the log may hold, whatever its duration.
    public var logBytes = 64 * 1024 * 1024
    /// How far a viewer may fall behind if it asks for no bound, and the largest bound that it may ask for.
    public var maximumLatency = TimeAmount.seconds(2)
    /// How many viewers a stream may have.
    public var viewers = 20_000
    /// How long frames are gathered before they are sent together to viewers that do not ask for a batch interval. It
    /// adds to their delay, and sending costs much less.
    public var batch = TimeAmount.zero

    /// The defaults.
    public init() {}
}

/// Settings for the streams whose names match.
public struct StreamRule: Hashable, Sendable {
    /// The names of the streams.
    public var pattern: StreamPattern
    /// Their settings.
    public var settings: StreamSettings

    /// Makes a rule.
    public init(_ pattern: StreamPattern, _ settings: StreamSettings) {
        self.pattern = pattern
        self.settings = settings
    }
}

/// The limits of a relay.
public struct RelayLimits: Hashable, Sendable {
    /// The limits of one account.
    public struct Quota: Hashable, Sendable {
        /// Connections, also those without a hello.
        public var connections: Int
        /// New connections a second, in the long run. As many as ``connections`` may open at once, because all clients
        /// come back in the same second after a restart.
        public var connectionsPerSecond: Int
        /// Streams that are published. As many again may be waited for.
        public var streams: Int
        /// Bytes received a second; `nil` for no limit.
        public var bytesPerSecond: Int?
    }

    /// The limits of all clients together.
    public var all = Quota(connections: 20_000, connectionsPerSecond: 5_000, streams: 1_000)
    /// The limits of one address: a quarter, so that no client alone can fill a relay. Streams count for their
    /// publishers, and for publishers that may return.
    public var perAddress = Quota(connections: 5_000, connectionsPerSecond: 1_250, streams: 250)
    /// The limits of an IPv6 network, in halves of those of one address. A provider gives a home 56 bits and a site 48
    /// (RFC 6177), which many people may share, so a network may take more than one address. With the standard limits
    /// it may take at most half of what all may take, so that no site can fill a relay.
    static let halvesOfNetwork: [UInt8: Int] = [56: 3, 48: 4]
    /// Bytes that all peers together may take: logs, bytes that wait for viewers, publishers' incomplete messages, and
    /// the memory of each connection.
    public var memory = SystemMemory.defaultBudget
    /// Bytes of payload of one frame.
    public var frameLength = ProtocolLimits.defaultFrameLength
    /// How much longer than its latency bound a viewer may take none of its bytes. A mobile network's pause of some
    /// seconds must not end the connection, and the relay holds the bytes for this long.
    public var stall = TimeAmount.seconds(5)
    /// How long a connection may take until its hello.
    public var handshake = TimeAmount.seconds(10)
    /// The same for a client whose address has reached a limit, so that it may only publish. TLS and a hello need three
    /// round trips, and few take more than half a second each.
    public var publisherHandshake = TimeAmount.seconds(2)
    /// How long a client that is refused may take to send its first byte, which says how to tell it, and then to take
    /// the refusal.
    public var refusal = TimeAmount.seconds(1)
    /// How long a hello waits for the welcome from another relay, which has the stream (`Protocol.md`, Path).
    public var upstreamWelcome = TimeAmount.seconds(10)

    /// The defaults.
    public init() {}
}

extension RelayLimits {
    /// The limits of an address, or of a network around it.
    func quota(of address: PeerAddress) -> Quota {
        guard case .ipv6Prefix(_, let length) = address, let halves = Self.halvesOfNetwork[length] else {
            return perAddress
        }
        var quota = perAddress
        quota.connections = Self.scaled(quota.connections, halves)
        quota.connectionsPerSecond = Self.scaled(quota.connectionsPerSecond, halves)
        quota.streams = Self.scaled(quota.streams, halves)
        quota.bytesPerSecond = quota.bytesPerSecond.map { Self.scaled($0, halves) }
        return quota
    }

    /// Limits are at most 1,000,000,000, and byte rates stay far from the end of the range, but no value may trap.
    private static func scaled(_ value: Int, _ halves: Int) -> Int {
        let (product, isTooLarge) = value.multipliedReportingOverflow(by: halves)
        return isTooLarge ? .max : max(value, product / 2)
    }
}
