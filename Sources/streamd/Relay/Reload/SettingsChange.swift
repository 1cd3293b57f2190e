import Logging
import StreamRelay

/// The effect of new settings on a running relay.
struct SettingsChange: Hashable {
    /// The settings in force from now on: the new ones, except those that need a restart.
    let settings: RelaySettings
    /// The relay's new configuration; `nil` if it has not changed.
    let relay: RelayConfiguration?
    /// `nil` if the setting has not changed: the admin listener may have changed the level since.
    let logLevel: Logger.Level?
    let logFormat: LogFormat?
    /// The keys of settings that take effect after a restart.
    let postponed: [String]

    init(from old: RelaySettings, to new: RelaySettings) {
        var settings = new
        settings.listen = old.listen
        settings.admin = old.admin
        settings.threads = old.threads
        settings.relay.fanOut = old.relay.fanOut
        settings.relay.congestionControl = old.relay.congestionControl
        settings.tls = old.tls
        settings.tlsCertificate = old.tlsCertificate
        settings.tlsKey = old.tlsKey
        settings.cluster = old.cluster
        switch (old.cluster.etcd, new.cluster.etcd) {
        case (nil, nil): break
        case (_?, _?): settings.cluster.tokenFile = new.cluster.tokenFile
        // Certificates of other relays may be for those of the directory alone, and origins may exclude it.
        default: settings.origins = old.origins
        }
        // A new TLS requirement needs a certificate and waits for the restart, too; the end of a requirement does not.
        settings.relay.requiresTLS = new.relay.requiresTLS && (old.relay.requiresTLS || old.hasTLS)
        self.settings = settings
        relay = settings.relayConfiguration == old.relayConfiguration ? nil : settings.relayConfiguration
        logLevel = new.logLevel == old.logLevel ? nil : new.logLevel
        logFormat = new.logFormat == old.logFormat ? nil : new.logFormat
        let differing: [(Setting, Bool)] = [
            (.listen, new.listen != old.listen), (.admin, new.admin != old.admin),
            (.threads, new.threads != old.threads), (.fanOut, new.relay.fanOut != old.relay.fanOut),
            (.congestionControl, new.relay.congestionControl != old.relay.congestionControl),
            (.tls, new.tls != old.tls),
            (.tlsCertificate, new.tlsCertificate != old.tlsCertificate), (.tlsKey, new.tlsKey != old.tlsKey),
            (.requireTLS, new.relay.requiresTLS != settings.relay.requiresTLS),
        ]
        let relays =
            Self.differences(of: new.origins, from: settings.origins)
            + Self.differences(of: new.cluster, from: settings.cluster)
        postponed = (differing + relays).filter(\.1).map(\.0.key)
    }

    private static func differences(of new: OriginOptions, from current: OriginOptions) -> [(Setting, Bool)] {
        [
            (.origin, new.rules != current.rules), (.originTokenFile, new.tokenFile != current.tokenFile),
            (.originPin, new.pins != current.pins), (.originCA, new.authorities != current.authorities),
        ]
    }

    private static func differences(of new: ClusterOptions, from current: ClusterOptions) -> [(Setting, Bool)] {
        [
            (.cluster, new.etcd != current.etcd), (.advertise, new.advertised != current.advertised),
            (.clusterTokenFile, new.tokenFile != current.tokenFile), (.clusterUser, new.user != current.user),
            (.clusterPasswordFile, new.passwordFile != current.passwordFile),
            (.clusterCA, new.authorities != current.authorities),
            (.clusterCertificate, new.certificate != current.certificate), (.clusterKey, new.key != current.key),
            (.clusterPrefix, new.prefix != current.prefix),
        ]
    }
}
