import ArgumentParser
import Logging
import StreamRelay

/// Everything that can be set of `streamd relay`, from wherever it came.
struct RelaySettings: Hashable, Sendable {
    /// Where a certificate comes from when no file holds one.
    enum MadeCertificate: String, ExpressibleByArgument, CaseIterable {
        case selfSigned = "self-signed"
    }

    var listen = ListenAddress(host: "127.0.0.1", port: 7450)
    /// Where the relay is controlled; `nil` for nowhere.
    var admin: ListenAddress? = ListenAddress(host: "127.0.0.1", port: 7451)
    /// Whether everybody may publish and watch.
    var open = false

    var tlsCertificate: String?
    var tlsKey: String?
    var tls: MadeCertificate?

    var tokenFile: String?
    /// Token lines that came by the environment.
    var tokens: [String] = []
    var jwtKey: String?
    var jwks: String?
    var allowClearTokens = false

    var logFormat = LogFormat.text
    var logLevel = Logger.Level.info
    /// Event loops; `nil` for one a core.
    var threads: Int?

    /// Limits, times and rules for streams; where to listen is said above.
    var relay = RelayConfiguration()

    /// Whether anything says who may do what.
    var hasAccessRules: Bool { tokenFile != nil || !tokens.isEmpty || jwtKey != nil || jwks != nil }

    /// The files whose content these settings depend on.
    var files: [String] { [tlsCertificate, tlsKey, tokenFile, jwtKey, jwks].compactMap { $0 } }

    /// How the relay itself is set up.
    var relayConfiguration: RelayConfiguration {
        var configuration = relay
        configuration.listener = .address(host: listen.host, port: listen.port)
        return configuration
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
