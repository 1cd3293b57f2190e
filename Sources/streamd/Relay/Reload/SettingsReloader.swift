import Logging
import ServiceLifecycle
import StreamAccess
import StreamCluster
import StreamHTTP
import StreamRelay
import UnixSignals

/// The settings of a running relay. It reads them again on SIGHUP, when a file changes and on request, and applies the
/// changes. Connections stay.
///
/// ``ServerCertificate`` checks the certificate files; this type reads them only in a full reload.
@available(macOS 15, iOS 18, *)
actor SettingsReloader: Service {
    /// How often the files are checked.
    private static let interval = Duration.seconds(1)

    private let sources: SettingsSources
    private let components: RelayComponents
    private let logger: Logger
    private var settings: RelaySettings
    private var watcher: FileWatcher<FileVersion?>

    /// - Parameter result: The settings of `components`.
    init(_ result: SettingsSources.ReadResult, from sources: SettingsSources, of components: RelayComponents) {
        settings = result.settings
        self.sources = sources
        self.components = components
        logger = components.logger
        watcher = FileWatcher(result.versions)
    }

    func run() async throws {
        let hangups = await UnixSignalsSequence(trapping: .sighup)
        // Without files there never will be one: they are named by flags and by other files.
        let hasFiles = !watcher.files.isEmpty
        await cancelWhenGracefulShutdown { [self] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { [self] in
                    for await _ in hangups { try? await reload() }
                }
                guard hasFiles else { return }
                group.addTask { [self] in
                    while (try? await Task.sleep(for: Self.interval)) != nil { await checkFiles() }
                }
            }
        }
    }

    /// Reads all settings again.
    ///
    /// - Throws: ``SettingsErrors``. Then nothing has changed, and the log contains the error.
    func reload() throws(SettingsErrors) {
        ServiceNotification.reloading()
        defer { ServiceNotification.ready() }
        // These versions count as read, even if the reload fails.
        watcher = FileWatcher(FileVersion.all(of: watcher.files))
        do throws(SettingsErrors) {
            // A revoked token must be refused also while connections use all descriptors.
            try components.relay.control.reservedDescriptors.withReleasedDescriptor { () throws(SettingsErrors) in
                let result = try sources.read()
                watcher = FileWatcher(result.versions)
                try apply(SettingsChange(from: settings, to: result.settings))
                for warning in result.warnings {
                    logger.warning("settings warning", metadata: ["warning": "\(warning)"])
                }
            }
        } catch {
            logger.error("settings not reloaded", metadata: ["error": "\(error)"])
            throw error
        }
    }

    private func checkFiles() {
        guard watcher.observe(FileVersion.all(of: watcher.files)) else { return }
        try? reload()
    }

    private func apply(_ change: SettingsChange) throws(SettingsErrors) {
        // The inherited listener can contradict settings that were valid with another one.
        let contradictions = change.settings.contradictions
        guard contradictions.isEmpty else { throw SettingsErrors(all: contradictions) }
        let access = try change.settings.accessRules()
        let origins = try change.settings.originSettings()
        try components.reloadCertificate()
        // Nothing fails from here on.
        components.admission.apply(access.rules)
        components.http.apply(change.settings.allowedOrigins)
        components.origins.apply(origins)
        if let relay = change.relay { components.relay.apply(relay) }
        let connections = change.settings.mostConnections
        if connections != settings.mostConnections { components.checkDescriptors(for: connections) }
        if let level = change.logLevel { components.log.level = level }
        if let format = change.logFormat { components.log.format = format }
        settings = change.settings
        logger.notice("settings reloaded")
        for warning in access.warnings { logger.warning("access rules warning", metadata: ["warning": "\(warning)"]) }
        if !change.postponed.isEmpty {
            logger.warning(
                "settings need a restart",
                metadata: ["settings": "\(change.postponed.joined(separator: ", "))"]
            )
        }
    }
}
