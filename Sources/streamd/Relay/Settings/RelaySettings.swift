import ArgumentParser
import Logging
import StreamAccess
import StreamHTTP
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

    /// Where it is said who may do what.
    var access = AccessSources()
    var allowClearTokens = false
    /// The web pages that need no token of their own.
    var allowedOrigins = AllowedOrigins.none

    var logFormat = LogFormat.text
    var logLevel = Logger.Level.info
    /// Event loops; `nil` for one a core.
    var threads: Int?

    /// Limits, times and rules for streams; where to listen is said above.
    var relay = RelayConfiguration()
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
