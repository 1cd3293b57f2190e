import ArgumentParser
import Logging
import StreamRelay

/// The flags of `streamd relay`. All are optional: the environment or a file gives the missing ones.
struct RelayFlags: ParsableArguments {
    @OptionGroup(title: "Addresses") var listening: ListeningFlags
    @OptionGroup(title: "Encryption") var encryption: EncryptionFlags
    @OptionGroup(title: "Access") var access: AccessFlags
    @OptionGroup(title: "Other relays") var origins: OriginFlags
    @OptionGroup(title: "Other relays") var cluster: ClusterFlags
    @OptionGroup(title: "Streams") var streams: StreamFlags
    @OptionGroup(title: "Limits") var limits: LimitFlags
    @OptionGroup(title: "Settings and logs") var messages: MessageFlags

    /// The given values by the keys of their settings.
    var values: [String: String] {
        let all =
            listening.settingValues + encryption.settingValues + access.settingValues + origins.settingValues
            + cluster.settingValues + streams.settingValues + limits.settingValues + messages.settingValues
        var values: [String: String] = all.reduce(into: [:]) { values, flag in values[flag.0.key] = flag.1 }
        values["token-file"] = access.tokenFile
        return values
    }
}

struct ListeningFlags: ParsableArguments {
    @Option(help: .of(.listen)) var listen: String?
    @Option(help: .of(.admin)) var admin: String?
    @Option(help: .of(.threads)) var threads: String?
    @Option(help: .of(.fanOut), completion: .list(FanOut.allCases.map(\.rawValue))) var fanOut: String?
    @Option(help: .of(.congestionControl), completion: .list(["bbr", "cubic", "reno"])) var congestionControl: String?

    var settingValues: [(Setting, String?)] {
        [
            (.listen, listen), (.admin, admin), (.threads, threads), (.fanOut, fanOut),
            (.congestionControl, congestionControl),
        ]
    }
}

struct EncryptionFlags: ParsableArguments {
    @Option(help: .of(.tlsCertificate), completion: .file()) var tlsCertificate: String?
    @Option(help: .of(.tlsKey), completion: .file()) var tlsKey: String?
    @Option(help: .of(.tls), completion: .list(["self-signed"])) var tls: String?
    @Flag(inversion: .prefixedNo, help: .of(.requireTLS)) var requireTls: Bool?

    var settingValues: [(Setting, String?)] {
        [(.tlsCertificate, tlsCertificate), (.tlsKey, tlsKey), (.tls, tls), (.requireTLS, requireTls?.description)]
    }
}

struct AccessFlags: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: .of(.open)) var open: Bool?
    @Option(help: .of(.tokens), completion: .file()) var tokens: String?
    /// The earlier name of `tokens`.
    @Option(help: .hidden, completion: .file()) var tokenFile: String?
    @Option(help: .of(.jwtKey), completion: .file()) var jwtKey: String?
    @Option(help: .of(.jwks), completion: .file()) var jwks: String?
    @Flag(inversion: .prefixedNo, help: .of(.allowClearTokens)) var allowClearTokens: Bool?
    @Option(help: .of(.allowOrigin)) var allowOrigin: [String] = []
    @Option(help: .of(.proxyProtocolFrom)) var proxyProtocolFrom: [String] = []
    @Flag(inversion: .prefixedNo, help: .of(.proxyProtocolOptional)) var proxyProtocolOptional: Bool?

    var settingValues: [(Setting, String?)] {
        [
            (.open, open?.description), (.tokens, tokens), (.jwtKey, jwtKey), (.jwks, jwks),
            (.allowClearTokens, allowClearTokens?.description),
            (.allowOrigin, allowOrigin.isEmpty ? nil : allowOrigin.joined(separator: ",")),
            (.proxyProtocolFrom, proxyProtocolFrom.isEmpty ? nil : proxyProtocolFrom.joined(separator: ",")),
            (.proxyProtocolOptional, proxyProtocolOptional?.description),
        ]
    }
}

struct OriginFlags: ParsableArguments {
    @Option(help: .of(.origin)) var origin: [String] = []
    @Option(help: .of(.originTokenFile), completion: .file()) var originTokenFile: String?
    @Option(help: .of(.originPin)) var originPin: [String] = []
    @Option(help: .of(.originCA), completion: .file()) var originCa: String?
    @Option(help: .of(.redirect)) var redirect: [String] = []

    var settingValues: [(Setting, String?)] {
        [
            (.origin, origin.isEmpty ? nil : origin.joined(separator: ",")), (.originTokenFile, originTokenFile),
            (.originPin, originPin.isEmpty ? nil : originPin.joined(separator: ",")), (.originCA, originCa),
            (.redirect, redirect.isEmpty ? nil : redirect.joined(separator: ",")),
        ]
    }
}

struct ClusterFlags: ParsableArguments {
    @Option(help: .of(.cluster)) var cluster: [String] = []
    @Option(help: .of(.advertise)) var advertise: String?
    @Option(help: .of(.clusterTokenFile), completion: .file()) var clusterTokenFile: String?
    @Option(help: .of(.clusterUser)) var clusterUser: String?
    @Option(help: .of(.clusterPasswordFile), completion: .file()) var clusterPasswordFile: String?
    @Option(help: .of(.clusterCA), completion: .file()) var clusterCa: String?
    @Option(help: .of(.clusterCertificate), completion: .file()) var clusterCertificate: String?
    @Option(help: .of(.clusterKey), completion: .file()) var clusterKey: String?
    @Option(help: .of(.clusterPrefix)) var clusterPrefix: String?

    var settingValues: [(Setting, String?)] {
        [
            (.cluster, cluster.isEmpty ? nil : cluster.joined(separator: ",")), (.advertise, advertise),
            (.clusterTokenFile, clusterTokenFile), (.clusterUser, clusterUser),
            (.clusterPasswordFile, clusterPasswordFile), (.clusterCA, clusterCa),
            (.clusterCertificate, clusterCertificate), (.clusterKey, clusterKey), (.clusterPrefix, clusterPrefix),
        ]
    }
}

struct StreamFlags: ParsableArguments {
    @Option(help: .of(.logSeconds)) var logSeconds: String?
    @Option(help: .of(.logBytes)) var logBytes: String?
    @Option(help: .of(.maxLatency)) var maxLatency: String?
    @Option(help: .of(.maxViewers)) var maxViewers: String?
    @Option(help: .of(.batch)) var batch: String?

    var settingValues: [(Setting, String?)] {
        [
            (.logSeconds, logSeconds), (.logBytes, logBytes), (.maxLatency, maxLatency), (.maxViewers, maxViewers),
            (.batch, batch),
        ]
    }
}

struct LimitFlags: ParsableArguments {
    @Option(help: .of(.maxConnections)) var maxConnections: String?
    @Option(help: .of(.maxConnectionsPerAddress)) var maxConnectionsPerAddress: String?
    @Option(help: .of(.maxConnectionsPerSecond)) var maxConnectionsPerSecond: String?
    @Option(help: .of(.maxConnectionsPerSecondPerAddress)) var maxConnectionsPerSecondPerAddress: String?
    @Option(help: .of(.maxStreams)) var maxStreams: String?
    @Option(help: .of(.maxStreamsPerAddress)) var maxStreamsPerAddress: String?
    @Option(help: .of(.maxBytesPerSecond)) var maxBytesPerSecond: String?
    @Option(help: .of(.maxBytesPerSecondPerAddress)) var maxBytesPerSecondPerAddress: String?
    @Option(help: .of(.memory)) var memory: String?
    @Option(help: .of(.maxFrameBytes)) var maxFrameBytes: String?
    @Option(help: .of(.handshakeTimeout)) var handshakeTimeout: String?
    @Option(help: .of(.pingInterval)) var pingInterval: String?
    @Option(help: .of(.drainNotice)) var drainNotice: String?

    var settingValues: [(Setting, String?)] {
        [
            (.maxConnections, maxConnections), (.maxConnectionsPerAddress, maxConnectionsPerAddress),
            (.maxConnectionsPerSecond, maxConnectionsPerSecond),
            (.maxConnectionsPerSecondPerAddress, maxConnectionsPerSecondPerAddress), (.maxStreams, maxStreams),
            (.maxStreamsPerAddress, maxStreamsPerAddress), (.maxBytesPerSecond, maxBytesPerSecond),
            (.maxBytesPerSecondPerAddress, maxBytesPerSecondPerAddress), (.memory, memory),
            (.maxFrameBytes, maxFrameBytes),
            (.handshakeTimeout, handshakeTimeout), (.pingInterval, pingInterval),
            (.drainNotice, drainNotice),
        ]
    }
}

struct MessageFlags: ParsableArguments {
    @Option(help: .of(.config), completion: .file(extensions: ["yaml", "yml", "json"])) var config: String?
    @Option(help: .of(.logFormat), completion: .list(LogFormat.allCases.map(\.rawValue))) var logFormat: String?
    @Option(help: .of(.logLevel), completion: .list(Logger.Level.allCases.map(\.rawValue))) var logLevel: String?

    var settingValues: [(Setting, String?)] { [(.config, config), (.logFormat, logFormat), (.logLevel, logLevel)] }
}

extension ArgumentHelp {
    /// The help text of the setting that the flag sets.
    fileprivate static func of(_ setting: Setting) -> ArgumentHelp { setting.help }
}
