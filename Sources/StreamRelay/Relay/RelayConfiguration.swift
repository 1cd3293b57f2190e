import NIOCore
import StreamProtocol

/// How a relay is set up.
public struct RelayConfiguration: Hashable, Sendable {
    /// Where a relay takes its connections from.
    public enum Listener: Hashable, Sendable {
        /// An address such as `127.0.0.1` or `::`; port 0 takes any that is free.
        case address(host: String, port: Int)
        /// A listening TCP socket that somebody else has opened, and keeps open for whoever comes next. The relay
        /// closes its descriptor when it ends; connections that arrive later wait for the next one who accepts.
        case socket(CInt)
    }

    public var listener = Listener.address(host: "127.0.0.1", port: 7450)
    /// How frames reach the viewers who keep up.
    public var fanOut = FanOut.auto
    /// What holds for every stream that ``streamRules`` do not speak of.
    public var stream = StreamSettings()
    /// What holds for some streams; of several rules that match, the first.
    public var streamRules: [StreamRule] = []
    /// How often either side of a connection asks for a sign of life.
    public var pingInterval = TimeAmount.seconds(5)
    public var limits = RelayLimits()
    /// Whether connections from beyond this machine must be encrypted.
    public var requiresTLS = false
    /// The networks whose connections begin with a header of the PROXY protocol, which says where the client comes from.
    public var proxyNetworks: [IPNetwork] = []

    public init() {}

    /// Whether a connection from `peer` must begin with a header of the PROXY protocol.
    func isProxy(_ peer: SocketAddress?) -> Bool {
        guard let peer else { return false }
        return proxyNetworks.contains { $0.contains(peer) }
    }

    /// Whether whoever connects from `peer` may do without TLS. Programs on this machine may where others may not: nobody
    /// is on the way to them, and health checks and proxies that speak TLS themselves are among them.
    func takesClear(from peer: SocketAddress?) -> Bool { !requiresTLS || peer?.isLoopback ?? false }

    /// What holds for a stream.
    public func settings(for stream: StreamName) -> StreamSettings {
        streamRules.first { $0.pattern.matches(stream) }?.settings ?? self.stream
    }
}

/// What may be set for a stream by itself.
public struct StreamSettings: Hashable, Sendable {
    /// How long its log keeps frames that no late joiner needs.
    public var logDuration = TimeAmount.seconds(10)
    /// Bytes its log may hold, whatever its duration.
    public var logBytes = 64 * 1024 * 1024
    /// How far behind a viewer may fall who names no bound of its own, and the most it may name.
    public var maximumLatency = TimeAmount.seconds(2)
    public var viewers = 20_000
    /// For how long frames are gathered and then sent together to those who do not ask for something else; it is added to
    /// their delay. Sending costs much less so, and nothing else does.
    public var batch = TimeAmount.zero

    public init() {}
}

/// Settings for the streams whose names match.
public struct StreamRule: Hashable, Sendable {
    public var pattern: StreamPattern
    public var settings: StreamSettings

    public init(_ pattern: StreamPattern, _ settings: StreamSettings) {
        self.pattern = pattern
        self.settings = settings
    }
}

/// The bounds of what a relay takes on.
public struct RelayLimits: Hashable, Sendable {
    /// What somebody may take of a relay.
    public struct Share: Hashable, Sendable {
        /// Connections, also those that have not said what they want.
        public var connections: Int
        /// New connections a second, in the long run. Until then as many at once as there may be ``connections``:
        /// after a restart everybody comes back in the same second.
        public var connectionsPerSecond: Int
        /// Streams that are published. As many again may be waited for.
        public var streams: Int
        /// Bytes received a second; `nil` for any number.
        public var bytesPerSecond: Int?
    }

    /// What all may take together.
    public var all = Share(connections: 20_000, connectionsPerSecond: 5_000, streams: 1_000)
    /// What one address may take: a quarter, so that nobody alone can fill a relay. Streams are counted for their
    /// publishers, and for those who may come back to theirs.
    public var perAddress = Share(connections: 5_000, connectionsPerSecond: 1_250, streams: 250)
    /// What a network of IPv6 may take, in halves of what one address may: a provider gives a home 56 bits and a site 48
    /// (RFC 6177), in which many people may be, so it is more than one address has; and with the standard limits at most
    /// half of what all have, so that no site can fill a relay.
    static let halvesOfNetwork: [UInt8: Int] = [56: 3, 48: 4]
    /// Bytes that all peers together may take: logs, what waits for viewers, what has come of publishers, and what each
    /// connection takes.
    public var memory = SystemMemory.standardBudget
    /// Bytes of payload of one frame.
    public var frameLength = Limits.defaultFrameLength
    /// How much longer than its latency bound a viewer may take nothing of what waits for it: a mobile network's pause of
    /// some seconds must not end it, and what is held for it is held for so long.
    public var stall = TimeAmount.seconds(5)
    /// How long a connection may take to say what it wants.
    public var handshake = TimeAmount.seconds(10)
    /// The same for a client whose address has reached a limit, so that it may only publish: TLS and a hello need three
    /// round trips, and few take more than half a second each.
    public var publisherHandshake = TimeAmount.seconds(2)

    public init() {}
}

extension RelayLimits {
    /// What an address may take, or a network around it.
    func share(of address: PeerAddress) -> Share {
        guard case .ipv6Prefix(_, let length) = address, let halves = Self.halvesOfNetwork[length] else {
            return perAddress
        }
        var share = perAddress
        share.connections = Self.scaled(share.connections, halves)
        share.connectionsPerSecond = Self.scaled(share.connectionsPerSecond, halves)
        share.streams = Self.scaled(share.streams, halves)
        share.bytesPerSecond = share.bytesPerSecond.map { Self.scaled($0, halves) }
        return share
    }

    /// Limits are at most 1,000,000,000 or bytes a second: neither comes near the end of the range, but nothing may trap.
    private static func scaled(_ value: Int, _ halves: Int) -> Int {
        let (product, isTooLarge) = value.multipliedReportingOverflow(by: halves)
        return isTooLarge ? .max : max(value, product / 2)
    }
}
