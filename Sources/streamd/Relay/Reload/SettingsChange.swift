import Logging
import StreamRelay

/// What other settings ask of a relay that is running.
struct SettingsChange: Hashable {
    /// What holds from now on: the new settings, but for what only a restart can change.
    let settings: RelaySettings
    /// How the relay is set up from now on; `nil` where nothing of that has changed.
    let relay: RelayConfiguration?
    /// `nil` where it has not changed: it may have been set by hand since.
    let logLevel: Logger.Level?
    let logFormat: LogFormat?
    /// The settings that count only after a restart.
    let postponed: [String]

    init(from old: RelaySettings, to new: RelaySettings) {
        var settings = new
        settings.listen = old.listen
        settings.admin = old.admin
        settings.threads = old.threads
        settings.relay.fanOut = old.relay.fanOut
        settings.tls = old.tls
        settings.tlsCertificate = old.tlsCertificate
        settings.tlsKey = old.tlsKey
        // What needs TLS waits for it too; what does not need it any more can be had at once.
        settings.relay.requiresTLS = new.relay.requiresTLS && (old.relay.requiresTLS || old.hasTLS)
        self.settings = settings
        relay = settings.relayConfiguration == old.relayConfiguration ? nil : settings.relayConfiguration
        logLevel = new.logLevel == old.logLevel ? nil : new.logLevel
        logFormat = new.logFormat == old.logFormat ? nil : new.logFormat
        let differing: [(Setting, Bool)] = [
            (.listen, new.listen != old.listen), (.admin, new.admin != old.admin),
            (.threads, new.threads != old.threads), (.fanOut, new.relay.fanOut != old.relay.fanOut),
            (.tls, new.tls != old.tls),
            (.tlsCertificate, new.tlsCertificate != old.tlsCertificate), (.tlsKey, new.tlsKey != old.tlsKey),
            (.requireTLS, new.relay.requiresTLS != settings.relay.requiresTLS),
        ]
        postponed = differing.filter(\.1).map(\.0.key)
    }
}
