import Platform
import StreamClient
import StreamCluster
import StreamProtocol
import StreamRelay

/// The settings for relays that find each other in a directory.
struct ClusterOptions: Hashable, Sendable {
    /// What the keys in etcd begin with by default.
    static let defaultPrefix = "/streamd/"
    /// The connections to etcd: a watch, and the requests beside it.
    static let connections = 8

    /// The etcd cluster; `nil` without a directory. Its files and its user are set below.
    var etcd: EtcdSettings?
    /// Where other relays connect to this one.
    var advertised: RelayAddress?
    var prefix = Self.defaultPrefix
    var user: String?
    var passwordFile: String?
    /// The PEM file of the authorities of etcd's certificates.
    var authorities: String?
    /// The PEM file of the certificate that this relay shows to etcd.
    var certificate: String?
    /// The PEM file of its key.
    var key: String?
    /// The file with the token for the other relays.
    var tokenFile: String?

    /// The files to watch for changes. The others are read at the start only.
    var files: [String] { [tokenFile].compactMap(\.self) }

    /// - Parameter settings: All settings, of which these are a part.
    /// - Returns: What excludes or needs each other.
    func contradiction(in settings: RelaySettings) -> String? {
        guard let etcd else { return withoutDirectory }
        guard let advertised else {
            return
                "'cluster' needs the address at which other relays reach this one; give 'advertise', such as "
                + "tls://a.example:7450."
        }
        return contradiction(of: etcd) ?? contradiction(of: advertised, etcd, settings)
    }

    /// Settings that nothing uses.
    private var withoutDirectory: String? {
        let given: [(String, Bool)] = [
            ("advertise", advertised != nil), ("cluster-user", user != nil),
            ("cluster-password-file", passwordFile != nil), ("cluster-ca", authorities != nil),
            ("cluster-certificate", certificate != nil), ("cluster-key", key != nil),
            ("cluster-prefix", prefix != Self.defaultPrefix), ("cluster-token-file", tokenFile != nil),
        ]
        return given.first(where: \.1).map {
            "'\($0.0)' is for relays that find each other; name etcd with 'cluster', such as etcd://127.0.0.1:2379, or "
                + "leave it out."
        }
    }

    /// What excludes or needs each other for a connection to etcd.
    func contradiction(of etcd: EtcdSettings) -> String? {
        if (user == nil) != (passwordFile == nil) {
            return "A user of etcd and its password belong together; give both 'cluster-user' and "
                + "'cluster-password-file'."
        }
        if (certificate == nil) != (key == nil) {
            return "A certificate for etcd and its key belong together; give both 'cluster-certificate' and "
                + "'cluster-key'."
        }
        if !etcd.isEncrypted, authorities != nil || certificate != nil {
            return
                "'cluster-ca' and 'cluster-certificate' are for connections with TLS, and 'etcd://' asks for "
                + "connections without it; write 'etcds://', or leave them out."
        }
        if !etcd.isEncrypted, passwordFile != nil, let other = etcd.endpoints.first(where: { !$0.isOnThisMachine }) {
            return
                "The password of 'cluster-password-file' is not sent to \(other), because others in the network could "
                + "read it; write 'etcds://\(other)'."
        }
        return nil
    }

    private func contradiction(
        of advertised: RelayAddress,
        _ etcd: EtcdSettings,
        _ settings: RelaySettings
    ) -> String? {
        if settings.origins.rules.contains(where: { $0.pattern == .all }) {
            return
                "'origin' without a pattern has all streams, so none would be taken from the relay that 'cluster' "
                + "finds; write a pattern, such as 'studio/*=tls://a.example:7450', or leave one of the two out."
        }
        let endpoint = advertised.endpoint
        if advertised.isOnThisMachine, let other = etcd.endpoints.first(where: { !$0.isOnThisMachine }) {
            return
                "'advertise' is \(endpoint), where other machines reach only themselves, and etcd at \(other) is for "
                + "several machines; write this machine's name or address."
        }
        if advertised.scheme == .streamd, settings.relay.requiresTLS, !advertised.isOnThisMachine {
            return
                "'require-tls' refuses relays that connect without TLS, as 'advertise' tells them to; write "
                + "'tls://\(endpoint)'."
        }
        let isEncrypted = advertised.scheme == .tls || advertised.scheme == nil && settings.origins.hasTrust
        if tokenFile != nil, !isEncrypted, !advertised.isOnThisMachine {
            return
                "The token of 'cluster-token-file' is not sent without TLS to other machines, and 'advertise' names "
                + "\(endpoint) without it; write 'tls://\(endpoint)'."
        }
        return nil
    }

    /// What the keys of streams in etcd begin with.
    var streamPrefix: String { prefix + "streams/" }

    /// Reads the password, and tries the certificates.
    ///
    /// - Returns: `nil` without a directory.
    /// - Throws: The error of a file.
    func directory() throws(SettingsErrors) -> DirectorySettings? {
        guard let etcd = try connection(), let advertised else { return nil }
        do throws(DirectoryError) {
            var directory = try DirectorySettings(etcd: etcd, advertised: advertised)
            directory.keyPrefix = streamPrefix
            return directory
        } catch {
            throw SettingsErrors(all: [SettingsError(error.reason)])
        }
    }

    /// How to connect to etcd.
    ///
    /// - Returns: `nil` without a directory.
    /// - Throws: The error of a file.
    func connection() throws(SettingsErrors) -> EtcdSettings? {
        guard var etcd else { return nil }
        etcd.authorities = authorities
        if let certificate, let key {
            etcd.certificate = EtcdClientCertificate(certificateFile: certificate, keyFile: key)
        }
        do throws(Failure) {
            if let user, let passwordFile {
                etcd.credentials = EtcdCredentials(user: user, password: try PasswordFile.password(in: passwordFile))
            }
        } catch {
            throw SettingsErrors(all: [SettingsError(error.message)])
        }
        do throws(DirectoryError) {
            try etcd.checkFiles()
            return etcd
        } catch {
            throw SettingsErrors(all: [SettingsError(error.reason)])
        }
    }

    /// Reads the token for the other relays.
    ///
    /// - Parameter security: How their certificates are verified.
    /// - Throws: The error of the file.
    func peers(_ security: ClientSecurity?) throws(SettingsErrors) -> PeerSettings {
        do throws(Failure) {
            return PeerSettings(
                token: try tokenFile.map { path throws(Failure) in try TokenOptions.token(in: path) } ?? nil,
                security: security
            )
        } catch {
            throw SettingsErrors(all: [SettingsError(error.message)])
        }
    }
}

extension RelaySettings {
    /// The relays from which this one takes streams: those of the settings, and how it connects to those of a directory.
    ///
    /// - Throws: The error of a file.
    func originSettings() throws(SettingsErrors) -> OriginSettings {
        var origins = try origins.read()
        guard cluster.etcd != nil else { return origins }
        origins.peers = try cluster.peers(origins.security)
        return origins
    }
}

extension EtcdEndpoint {
    /// Whether no other machine can read what is sent there.
    fileprivate var isOnThisMachine: Bool { host == "localhost" || Loopback.contains(numeric: host) }
}
