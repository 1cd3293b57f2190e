import ArgumentParser
import Logging
import StreamAccess
import StreamHTTP
import StreamProtocol
import StreamRelay
import StreamTLS

/// All settings of `streamd relay`, from all sources.
struct RelaySettings: Hashable, Sendable {
    /// The certificate that the relay generates when no file holds one.
    enum GeneratedCertificate: String, ExpressibleByArgument, CaseIterable {
        case selfSigned = "self-signed"
    }

    var listen = ListenAddress(host: "127.0.0.1", port: 7450)
    /// The address of the admin listener; `nil` if it is off.
    var admin: ListenAddress? = ListenAddress(host: "127.0.0.1", port: 7451)
    /// Whether publishing and watching need no token.
    var open = false

    var tlsCertificate: String?
    var tlsKey: String?
    var tls: GeneratedCertificate?

    /// The sources of tokens and keys.
    var access = AccessSources()
    var allowClearTokens = false
    /// The origins of web pages that need no token of their own.
    var allowedOrigins = AllowedOrigins.none
    /// The relays from which this one takes streams.
    var origins = OriginOptions()
    /// The directory in which relays find each other.
    var cluster = ClusterOptions()

    var logFormat = LogFormat.text
    var logLevel = Logger.Level.info
    /// Event loops; `nil` for one per core.
    var threads: Int?

    /// Limits, times and rules for streams. The listener's address is set above.
    var relay = RelayConfiguration()
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// Inputs of the relay's components.
extension RelaySettings {
    /// The most connections, from clients, to other relays and to etcd.
    var mostConnections: Int {
        let takesStreams = !origins.rules.isEmpty || cluster.etcd != nil
        return relay.limits.all.connections + (takesStreams ? relay.limits.all.streams : 0)
            + (cluster.etcd == nil ? 0 : ClusterOptions.connections)
    }

    var hasTLS: Bool { tls != nil || tlsCertificate != nil }

    /// The configuration of the relay itself.
    var relayConfiguration: RelayConfiguration {
        var configuration = relay
        configuration.listener = .address(host: listen.host, port: listen.port)
        return configuration
    }

    /// Reads the tokens and keys.
    func accessRules() throws(SettingsErrors) -> (rules: AccessRules, warnings: [AccessWarning]) {
        do throws(AccessConfigurationError) {
            var (rules, warnings) = try access.read()
            rules.allowsClearTokens = allowClearTokens
            // Without tokens for access, tokens are only for administration.
            rules.anonymousPermissions = open || access.isEmpty ? .allStreams : nil
            return (rules, warnings)
        } catch {
            throw SettingsErrors(all: [SettingsError(error.description)])
        }
    }

    /// Checks that a certificate in files can be used.
    func checkCertificate() throws(SettingsErrors) {
        guard let tlsCertificate, let tlsKey else { return }
        let logger = Logger(label: "check") { _ in SwiftLogNoOpLogHandler() }
        do throws(ServerCertificateError) {
            _ = try ServerCertificate(CertificateFiles(certificate: tlsCertificate, key: tlsKey), logger: logger)
        } catch {
            throw SettingsErrors(all: [SettingsError(error.description)])
        }
    }
}

/// Values that are valid alone but not together.
extension RelaySettings {
    var contradictions: [SettingsError] {
        let messages = [
            exposure, certificate, logs, origins.contradiction(hasCluster: cluster.etcd != nil),
            cluster.contradiction(in: self), redirection, proxies,
        ].compactMap { $0 }
        return messages.map { SettingsError($0) }
    }

    /// Secure by default: access without tokens needs an explicit setting.
    private var exposure: String? {
        guard !open, access.isEmpty else { return nil }
        guard let exposed = [listen, admin].compactMap({ $0 }).first(where: { !$0.isLoopback }) else { return nil }
        return Self.exposed(exposed.description)
    }

    /// - Parameter address: The address that other machines can reach, as text.
    static func exposed(_ address: String) -> String {
        "Other machines can reach \(address.quoted()), so all clients could publish and watch; require tokens with "
            + "--tokens FILE ('streamd token new' makes tokens), or give --open to allow that."
    }

    private var certificate: String? {
        if tls != nil, tlsCertificate != nil || tlsKey != nil {
            return "'tls: self-signed' and 'tls-certificate' exclude each other; remove one of them."
        }
        if (tlsCertificate == nil) != (tlsKey == nil) {
            return "A certificate and its key belong together; give both --tls-certificate and --tls-key."
        }
        if relay.requiresTLS, tls == nil, tlsCertificate == nil {
            return "'require-tls' needs a certificate; give --tls-certificate and --tls-key, or --tls self-signed."
        }
        return nil
    }

    private var logs: String? {
        let frame = relay.limits.frameLength
        for settings in [relay.stream] + relay.streamRules.map(\.settings) where settings.logBytes < frame {
            return "'log-bytes' (\(ByteCount(settings.logBytes))) must hold at least one frame of 'max-frame-bytes' "
                + "(\(ByteCount(frame))); raise it, or lower 'max-frame-bytes'."
        }
        return nil
    }
}
