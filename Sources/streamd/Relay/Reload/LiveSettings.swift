import Logging
import ServiceLifecycle
import StreamAccess
import StreamHTTP
import StreamRelay
import UnixSignals

/// The settings of a running relay: reads them again on SIGHUP, when a file has changed, and when asked to, and has
/// what changed done. Nobody is dropped for it.
///
/// Certificate files are looked at by ``ServerCertificate`` itself; here only when everything is read again.
actor LiveSettings: Service {
    /// How often files are looked at.
    private static let interval = Duration.seconds(1)

    private let sources: SettingsSources
    private let parts: RelayParts
    private let logger: Logger
    private var settings: RelaySettings
    private var watch: FileWatch<FileStamp?>

    /// - Parameter reading: What `parts` were made from.
    init(_ reading: SettingsSources.Reading, from sources: SettingsSources, of parts: RelayParts) {
        settings = reading.settings
        self.sources = sources
        self.parts = parts
        logger = parts.logger
        watch = FileWatch(reading.stamps)
    }

    func run() async throws {
        let hangups = await UnixSignalsSequence(trapping: .sighup)
        await cancelWhenGracefulShutdown { [self] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { [self] in
                    for await _ in hangups { try? await reload() }
                }
                group.addTask { [self] in
                    while (try? await Task.sleep(for: Self.interval)) != nil { await look() }
                }
            }
        }
    }

    /// Reads everything again.
    ///
    /// - Throws: ``SettingsMistakes``; then nothing has changed, and the log says so.
    func reload() throws(SettingsMistakes) {
        ServiceNotification.reloading()
        defer { ServiceNotification.ready() }
        // Whatever comes of it, these are the files that were read.
        watch = FileWatch(FileStamp.all(of: watch.files))
        do throws(SettingsMistakes) {
            // Also while connections take all descriptors, a token that is withdrawn is to be refused from now on.
            try parts.relay.control.reservedDescriptors.lend { () throws(SettingsMistakes) in
                let reading = try sources.read()
                watch = FileWatch(reading.stamps)
                try apply(SettingsChange(from: settings, to: reading.settings))
            }
        } catch {
            logger.error("The settings stay what they were: \(error)")
            throw error
        }
    }

    private func look() {
        guard watch.look(FileStamp.all(of: watch.files)) else { return }
        try? reload()
    }

    private func apply(_ change: SettingsChange) throws(SettingsMistakes) {
        // What was right with another listener may be wrong with the one that there is.
        let contradictions = change.settings.contradictions
        guard contradictions.isEmpty else { throw SettingsMistakes(all: contradictions) }
        let access = try change.settings.accessRules()
        try parts.reloadCertificate()
        // From here on nothing fails.
        parts.admission.apply(access.rules)
        parts.http.apply(change.settings.allowedOrigins)
        if let relay = change.relay {
            parts.relay.apply(relay)
            let connections = relay.limits.all.connections
            if connections != settings.relay.limits.all.connections { parts.checkDescriptors(for: connections) }
        }
        if let level = change.logLevel { parts.log.level = level }
        if let format = change.logFormat { parts.log.format = format }
        settings = change.settings
        logger.notice("settings read")
        for warning in access.warnings { logger.warning("\(warning)") }
        if !change.postponed.isEmpty {
            logger.warning("These settings count after a restart: \(change.postponed.joined(separator: ", ")).")
        }
    }
}
