import ArgumentParser
import Logging
import StreamAccess
import StreamHTTP
import StreamRelay

private let usual = RelaySettings()

/// The table of all that can be set. Flags, environment variables and the keys of a file are read by it alone.
extension Setting {
    static let all: [Setting] = [
        listen, open, admin, threads, tlsCertificate, tlsKey, tls, requireTLS, tokenFile, jwtKey, jwks,
        allowClearTokens, allowOrigin, proxyProtocolFrom, logFormat, logLevel, maxConnections, maxConnectionsPerAddress,
        maxConnectionsPerSecond,
        maxConnectionsPerSecondPerAddress, maxStreams, maxStreamsPerAddress, maxBytesPerSecond,
        maxBytesPerSecondPerAddress, memory, maxFrameBytes, handshakeTimeout, pingInterval, logSeconds, logBytes,
        maxLatency, maxViewers, batch, fanOut,
    ]

    static let logSeconds = Setting(.logSeconds)
    static let logBytes = Setting(.logBytes)
    static let maxLatency = Setting(.maxLatency)
    static let maxViewers = Setting(.maxViewers)
    static let batch = Setting(.batch)

    /// What a file may set.
    static let fileKeys = all.map(\.key)
    /// Those that take several values, as a list or with commas between them.
    static let listKeys = all.filter(\.isList).map(\.key)

    /// Says where the other settings are, and is none of them.
    static let config = file("config", "A file of settings, YAML or JSON; its keys are the flags' names.") { _, _ in }

    // MARK: Where

    static let listen = Setting(
        "listen",
        "host:port",
        "Where to listen.",
        standard: usual.listen,
        takes: "host:port, such as 0.0.0.0:7450 or [::]:7450"
    ) { (address: ListenAddress, settings) in
        settings.listen = address
    }

    static let open = yesOrNo("open", "Let everybody who can reach the relay publish and watch.") { isOn, settings in
        settings.open = isOn
    }

    static let admin = Setting(
        "admin",
        "host:port|off",
        "Where to serve metrics, health and control.",
        standard: usual.admin,
        takes: "host:port, such as 127.0.0.1:7451, or 'off'"
    ) { (choice: AdminChoice, settings) in
        settings.admin = choice.address
    }

    static let threads = count(
        "threads",
        "Event loops; one a core unless given.",
        standard: nil,
        range: 1...256
    ) { count, settings in
        settings.threads = count
    }

    static let fanOut = Setting(
        "fan-out",
        "way",
        "How frames reach viewers on plain TCP: nio, send, uring, or the best of them.",
        standard: usual.relay.fanOut.rawValue,
        takes: "'auto', 'nio', 'send' or 'uring'"
    ) { (fanOut: FanOut, settings) in
        settings.relay.fanOut = fanOut
    }

    // MARK: Encryption

    static let tlsCertificate = file(
        "tls-certificate",
        "A certificate with its chain, PEM; speaks TLS on the same port."
    ) { path, settings in
        settings.tlsCertificate = path
    }

    static let tlsKey = file("tls-key", "The certificate's private key, PEM.") { path, settings in
        settings.tlsKey = path
    }

    static let tls = Setting(
        "tls",
        "self-signed",
        "Make a certificate, keep it for the next start, and print its fingerprint.",
        takes: "'self-signed', the certificate that the relay makes by itself"
    ) { (certificate: RelaySettings.MadeCertificate, settings) in
        settings.tls = certificate
    }

    static let requireTLS = yesOrNo("require-tls", "Take only encrypted connections from other machines.") {
        isOn,
        settings in
        settings.relay.requiresTLS = isOn
    }

    // MARK: Access

    static let tokenFile = file("token-file", "Who may do what: lines that 'streamd token new' makes.") {
        path,
        settings in
        settings.access.tokenFile = path
    }

    static let jwtKey = file("jwt-key", "The key that JWTs are checked with: HS256, ES256 or EdDSA.") {
        path,
        settings in
        settings.access.webTokenKeyFile = path
    }

    static let jwks = file("jwks", "The keys that JWTs are checked with, as a JWKS.") { path, settings in
        settings.access.keySetFile = path
    }

    static let allowClearTokens = yesOrNo(
        "allow-clear-tokens",
        "Take tokens from other machines that anyone on the way could read."
    ) { isOn, settings in
        settings.allowClearTokens = isOn
    }

    static let allowOrigin = Setting(
        "allow-origin",
        "origin",
        "Web pages that need no token where nobody does, and behind a proxy the relay's own name; may be repeated.",
        takes: "origins of web pages without a path, such as https://player.example.org, or '*' for every page",
        isList: true
    ) { (origins: AllowedOrigins, settings) in
        settings.allowedOrigins = origins
    }

    static let proxyProtocolFrom = Setting(
        "proxy-protocol-from",
        "network",
        "Networks of proxies, whose connections begin with a header of the PROXY protocol; may be repeated.",
        takes: "addresses of proxies, or networks like 10.0.0.0/8 or 2001:db8::/32 without bits behind their length",
        isList: true
    ) { (networks: ProxyNetworks, settings) in
        settings.relay.proxyNetworks = networks.networks
    }

    // MARK: Logs

    static let logFormat = Setting(
        "log-format",
        "format",
        "How messages are written: text, or JSON lines.",
        standard: usual.logFormat.rawValue,
        takes: "'text' or 'json'"
    ) { (format: LogFormat, settings) in
        settings.logFormat = format
    }

    static let logLevel = Setting(
        "log-level",
        "level",
        "The least important messages that are written.",
        standard: usual.logLevel,
        takes: "'trace', 'debug', 'info', 'notice', 'warning', 'error' or 'critical'"
    ) { (level: Logger.Level, settings) in
        settings.logLevel = level
    }

    // MARK: Limits

    static let maxConnections = count(
        "max-connections",
        "Connections in all.",
        standard: usual.relay.limits.all.connections
    ) { count, settings in
        settings.relay.limits.all.connections = count
    }

    static let maxConnectionsPerAddress = count(
        "max-connections-per-address",
        "Connections from one address.",
        standard: usual.relay.limits.perAddress.connections
    ) { count, settings in
        settings.relay.limits.perAddress.connections = count
    }

    static let maxConnectionsPerSecond = count(
        "max-connections-per-second",
        "New connections a second in all, once there have been many.",
        standard: usual.relay.limits.all.connectionsPerSecond
    ) { count, settings in
        settings.relay.limits.all.connectionsPerSecond = count
    }

    static let maxConnectionsPerSecondPerAddress = count(
        "max-connections-per-second-per-address",
        "New connections a second from one address, once there have been many.",
        standard: usual.relay.limits.perAddress.connectionsPerSecond
    ) { count, settings in
        settings.relay.limits.perAddress.connectionsPerSecond = count
    }

    static let maxStreams = count("max-streams", "Streams in all.", standard: usual.relay.limits.all.streams) {
        count,
        settings in
        settings.relay.limits.all.streams = count
    }

    static let maxStreamsPerAddress = count(
        "max-streams-per-address",
        "Streams published from one address; as many again may be waited for.",
        standard: usual.relay.limits.perAddress.streams
    ) { count, settings in
        settings.relay.limits.perAddress.streams = count
    }

    static let maxBytesPerSecond = bytesPerSecond(
        "max-bytes-per-second",
        "Bytes a second from all publishers; any number unless given."
    ) { bytes, settings in
        settings.relay.limits.all.bytesPerSecond = bytes
    }

    static let maxBytesPerSecondPerAddress = bytesPerSecond(
        "max-bytes-per-second-per-address",
        "Bytes a second from one address; any number unless given."
    ) { bytes, settings in
        settings.relay.limits.perAddress.bytesPerSecond = bytes
    }

    /// What is taken unless given depends on the machine.
    static let memory = Setting(
        "memory",
        "bytes",
        "Memory for logs, viewers and publishers together; unless given, 60 % of what the system lets the relay have.",
        takes: "\(ByteCount(SystemMemory.least)) or more, such as 512MiB",
        where: { $0.bytes >= SystemMemory.least }
    ) { (count: ByteCount, settings) in
        settings.relay.limits.memory = count.bytes
    }

    static let maxFrameBytes = Setting(
        "max-frame-bytes",
        "bytes",
        "The longest frame that a publisher may send.",
        standard: ByteCount(usual.relay.limits.frameLength),
        takes: "1 byte to 1GiB, such as 8MiB",
        where: { (1...(1 << 30)).contains($0.bytes) }
    ) { (length: ByteCount, settings) in
        settings.relay.limits.frameLength = length.bytes
    }

    // MARK: Times

    static let handshakeTimeout = Setting(
        "handshake-timeout",
        "time",
        "How long a connection may take to say what it wants.",
        standard: TimeSpan(usual.relay.limits.handshake),
        takes: "100ms to 10m, such as 10s",
        where: { (100_000_000...600_000_000_000).contains($0.nanoseconds) }
    ) { (time: TimeSpan, settings) in
        settings.relay.limits.handshake = time.timeAmount
    }

    static let pingInterval = Setting(
        "ping-interval",
        "time",
        "How often connections are asked for a sign of life.",
        standard: TimeSpan(usual.relay.pingInterval),
        takes: "100ms to 10m, such as 5s",
        where: { (100_000_000...600_000_000_000).contains($0.nanoseconds) }
    ) { (time: TimeSpan, settings) in
        settings.relay.pingInterval = time.timeAmount
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
            takes: "bytes a second, 1 or more, such as 4MB",
            where: { $0.bytes > 0 }
        ) { (count: ByteCount, settings) in
            store(count.bytes, &settings)
        }
    }
}

extension FanOut: ExpressibleByArgument {}

extension AllowedOrigins: ExpressibleByArgument {
    public init?(argument: String) { self.init(list: argument) }
}

/// Networks with commas between them.
private struct ProxyNetworks: ExpressibleByArgument {
    let networks: [IPNetwork]

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        networks = parts.compactMap { part in
            IPNetwork(String(part.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()))
        }
        guard networks.count == parts.count else { return nil }
    }
}

/// An address, or none at all.
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
