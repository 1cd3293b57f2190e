import ArgumentParser
import Logging
import StreamAccess
import StreamHTTP
import StreamRelay

private let defaults = RelaySettings()

/// The table of all settings. Flags, environment variables and the settings file use this table.
extension Setting {
    static let all: [Setting] = [
        listen, open, admin, threads, tlsCertificate, tlsKey, tls, requireTLS, tokens, jwtKey, jwks,
        allowClearTokens, allowOrigin, proxyProtocolFrom, proxyProtocolOptional, origin, originTokenFile, originPin,
        originCA, redirect,
        cluster, advertise, clusterTokenFile, clusterUser, clusterPasswordFile, clusterCA, clusterCertificate,
        clusterKey,
        clusterPrefix, logFormat, logLevel, maxConnections, maxConnectionsPerAddress,
        maxConnectionsPerSecond,
        maxConnectionsPerSecondPerAddress, maxStreams, maxStreamsPerAddress, maxBytesPerSecond,
        maxBytesPerSecondPerAddress, memory, maxFrameBytes, handshakeTimeout, pingInterval, drainNotice, logSeconds,
        logBytes,
        maxLatency, maxViewers, batch, fanOut, congestionControl,
    ]

    static let logSeconds = Setting(.logSeconds)
    static let logBytes = Setting(.logBytes)
    static let maxLatency = Setting(.maxLatency)
    static let maxViewers = Setting(.maxViewers)
    static let batch = Setting(.batch)

    /// The keys that the settings file may contain.
    static let fileKeys = all.map(\.key)
    /// The keys that take several values.
    static let listKeys = all.filter(\.isList).map(\.key)

    /// Names the settings file. It is not a setting itself.
    static let config = file("config", "The settings file, YAML or JSON; its keys are the names of the flags.") {
        _,
        _ in
    }

    // MARK: Addresses

    static let listen = Setting(
        "listen",
        "host:port",
        "The address to listen on.",
        default: defaults.listen,
        takes: "host:port, such as 0.0.0.0:7450 or [::]:7450"
    ) { (address: ListenAddress, settings) in
        settings.listen = address
    }

    static let open = boolean("open", "Allow all clients that can reach the relay to publish and watch.") {
        isOn,
        settings in
        settings.open = isOn
    }

    static let admin = Setting(
        "admin",
        "host:port|off",
        "The address of the admin listener: metrics, health and control.",
        default: defaults.admin,
        takes: "host:port, such as 127.0.0.1:7451, or 'off'"
    ) { (choice: AdminChoice, settings) in
        settings.admin = choice.address
    }

    static let threads = count(
        "threads",
        "The number of event loops; by default one per core.",
        default: nil,
        range: 1...256
    ) { count, settings in
        settings.threads = count
    }

    static let fanOut = Setting(
        "fan-out",
        "way",
        "How frames go to viewers that keep up: nio, send, uring, splice, or auto for the best one.",
        default: defaults.relay.fanOut.rawValue,
        takes: "'auto', 'nio', 'send', 'uring' or 'splice'"
    ) { (fanOut: FanOut, settings) in
        settings.relay.fanOut = fanOut
    }

    static let congestionControl = Setting(
        "congestion-control",
        "name",
        "How TCP controls congestion towards clients, such as bbr; by default as the system does it.",
        takes: "the name of an algorithm of the kernel, such as 'bbr' or 'cubic'"
    ) { (control: CongestionControl, settings) in
        settings.relay.congestionControl = control
    }

    // MARK: Encryption

    static let tlsCertificate = file(
        "tls-certificate",
        "A certificate with its chain, PEM; enables TLS on the same port."
    ) { path, settings in
        settings.tlsCertificate = path
    }

    static let tlsKey = file("tls-key", "The certificate's private key, PEM.") { path, settings in
        settings.tlsKey = path
    }

    static let tls = Setting(
        "tls",
        "self-signed",
        "Generate a certificate, keep it for the next start, and print its fingerprint.",
        takes: "'self-signed', for a certificate that the relay generates"
    ) { (certificate: RelaySettings.GeneratedCertificate, settings) in
        settings.tls = certificate
    }

    static let requireTLS = boolean("require-tls", "Accept only encrypted connections from other machines.") {
        isOn,
        settings in
        settings.relay.requiresTLS = isOn
    }

    // MARK: Access

    static let tokens = file(
        "tokens",
        "The list of tokens and their permissions; 'streamd token new' makes its lines.",
        // The variable without the suffix has the lines themselves.
        variable: AccessSources.tokensVariable + "_FILE"
    ) {
        path,
        settings in
        settings.access.tokensFile = path
    }

    static let jwtKey = file("jwt-key", "The key that verifies JWTs: HS256, ES256 or EdDSA.") {
        path,
        settings in
        settings.access.webTokenKeyFile = path
    }

    static let jwks = file("jwks", "The keys that verify JWTs, as a JWKS.") { path, settings in
        settings.access.keySetFile = path
    }

    static let allowClearTokens = boolean(
        "allow-clear-tokens",
        "Accept tokens from other machines without TLS; others on the network can read them."
    ) { isOn, settings in
        settings.allowClearTokens = isOn
    }

    static let allowOrigin = Setting(
        "allow-origin",
        "origin",
        "Web pages that need no token if other clients need none, and a proxy's name for the relay; may be repeated.",
        takes: "origins of web pages without a path, such as https://player.example.org, or '*' for every page",
        isList: true
    ) { (origins: AllowedOrigins, settings) in
        settings.allowedOrigins = origins
    }

    static let proxyProtocolFrom = Setting(
        "proxy-protocol-from",
        "network",
        "Networks of proxies that send the header of the PROXY protocol; may be repeated.",
        takes: "addresses of proxies, or networks such as 10.0.0.0/8 or 2001:db8::/32 without host bits",
        isList: true
    ) { (networks: ProxyNetworks, settings) in
        settings.relay.proxyNetworks = networks.networks
    }

    static let proxyProtocolOptional = boolean(
        "proxy-protocol-optional",
        "Accept connections of these networks without the header too, such as those of other relays."
    ) { isOn, settings in
        settings.relay.proxyHeaderIsOptional = isOn
    }

    // MARK: Logs

    static let logFormat = Setting(
        "log-format",
        "format",
        "The format of log messages: text, or JSON lines.",
        default: defaults.logFormat.rawValue,
        takes: "'text' or 'json'"
    ) { (format: LogFormat, settings) in
        settings.logFormat = format
    }

    static let logLevel = Setting(
        "log-level",
        "level",
        "The least severe messages in the log.",
        default: defaults.logLevel,
        takes: "'trace', 'debug', 'info', 'notice', 'warning', 'error' or 'critical'"
    ) { (level: Logger.Level, settings) in
        settings.logLevel = level
    }

    // MARK: Limits

    static let maxConnections = count(
        "max-connections",
        "The highest number of connections.",
        default: defaults.relay.limits.all.connections
    ) { count, settings in
        settings.relay.limits.all.connections = count
    }

    static let maxConnectionsPerAddress = count(
        "max-connections-per-address",
        "The highest number of connections from one address.",
        default: defaults.relay.limits.perAddress.connections
    ) { count, settings in
        settings.relay.limits.perAddress.connections = count
    }

    static let maxConnectionsPerSecond = count(
        "max-connections-per-second",
        "New connections per second, after a burst.",
        default: defaults.relay.limits.all.connectionsPerSecond
    ) { count, settings in
        settings.relay.limits.all.connectionsPerSecond = count
    }

    static let maxConnectionsPerSecondPerAddress = count(
        "max-connections-per-second-per-address",
        "New connections per second from one address, after a burst.",
        default: defaults.relay.limits.perAddress.connectionsPerSecond
    ) { count, settings in
        settings.relay.limits.perAddress.connectionsPerSecond = count
    }

    static let maxStreams = count(
        "max-streams",
        "The highest number of streams.",
        default: defaults.relay.limits.all.streams
    ) {
        count,
        settings in
        settings.relay.limits.all.streams = count
    }

    static let maxStreamsPerAddress = count(
        "max-streams-per-address",
        "The highest number of streams from one address; viewers may wait for as many more.",
        default: defaults.relay.limits.perAddress.streams
    ) { count, settings in
        settings.relay.limits.perAddress.streams = count
    }

    static let maxBytesPerSecond = bytesPerSecond(
        "max-bytes-per-second",
        "Bytes per second from all publishers; by default unlimited."
    ) { bytes, settings in
        settings.relay.limits.all.bytesPerSecond = bytes
    }

    static let maxBytesPerSecondPerAddress = bytesPerSecond(
        "max-bytes-per-second-per-address",
        "Bytes per second from one address; by default unlimited."
    ) { bytes, settings in
        settings.relay.limits.perAddress.bytesPerSecond = bytes
    }

    /// The default depends on the machine.
    static let memory = Setting(
        "memory",
        "bytes",
        "Memory for logs, viewers, publishers and connections; by default 60 % of the memory that the relay may use.",
        takes: "\(ByteCount(SystemMemory.minimum)) or more, such as 512MiB",
        where: { $0.bytes >= SystemMemory.minimum }
    ) { (count: ByteCount, settings) in
        settings.relay.limits.memory = count.bytes
    }

    static let maxFrameBytes = Setting(
        "max-frame-bytes",
        "bytes",
        "The length of the longest frame that a publisher may send.",
        default: ByteCount(defaults.relay.limits.frameLength),
        takes: "1 byte to 1GiB, such as 8MiB",
        where: { (1...(1 << 30)).contains($0.bytes) }
    ) { (length: ByteCount, settings) in
        settings.relay.limits.frameLength = length.bytes
    }

    // MARK: Times

    static let handshakeTimeout = Setting(
        "handshake-timeout",
        "time",
        "How long a new connection may take for the handshake.",
        default: TimeSpan(defaults.relay.limits.handshake),
        takes: "100ms to 10m, such as 10s",
        where: { (100_000_000...600_000_000_000).contains($0.nanoseconds) }
    ) { (time: TimeSpan, settings) in
        settings.relay.limits.handshake = time.timeAmount
    }

    static let pingInterval = Setting(
        "ping-interval",
        "time",
        "How often the relay pings each connection.",
        default: TimeSpan(defaults.relay.pingInterval),
        takes: "100ms to 10m, such as 5s",
        where: { (100_000_000...600_000_000_000).contains($0.nanoseconds) }
    ) { (time: TimeSpan, settings) in
        settings.relay.pingInterval = time.timeAmount
    }

    static let drainNotice = Setting(
        "drain-notice",
        "time",
        "How long the relay serves on when it drains.",
        default: TimeSpan(defaults.relay.drainNotice),
        takes: "0s to 1m, such as 2s",
        where: { (0...60_000_000_000).contains($0.nanoseconds) }
    ) { (time: TimeSpan, settings) in
        settings.relay.drainNotice = time.timeAmount
    }

    private static func bytesPerSecond(
        _ key: String,
        _ purpose: String,
        store: @escaping @Sendable (_ bytes: Int, _ settings: inout RelaySettings) -> Void
    ) -> Setting {
        Setting(
            key,
            "bytes",
            purpose,
            takes: "bytes per second, 1 or more, such as 4MB",
            where: { $0.bytes > 0 }
        ) { (count: ByteCount, settings) in
            store(count.bytes, &settings)
        }
    }
}

extension FanOut: ExpressibleByArgument {}

extension CongestionControl: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension AllowedOrigins: ExpressibleByArgument {
    public init?(argument: String) { self.init(list: argument) }
}

/// Networks, separated by commas.
private struct ProxyNetworks: ExpressibleByArgument {
    let networks: [IPNetwork]

    init?(argument: String) {
        let parts = argument.listItems
        networks = parts.compactMap { IPNetwork($0) }
        guard networks.count == parts.count else { return nil }
    }
}

/// An address or `off`.
private struct AdminChoice: ExpressibleByArgument {
    let address: ListenAddress?

    init?(argument: String) {
        guard argument != "off" else {
            address = nil
            return
        }
        guard let address = ListenAddress(argument: argument) else { return nil }
        self.address = address
    }
}
