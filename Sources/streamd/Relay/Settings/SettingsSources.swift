import Configuration
import StreamAccess
import StreamRelay
import Synchronization

/// Where settings come from: flags over environment over a file.
struct SettingsSources: Sendable {
    /// What the command line said, by key.
    var flags: [String: String] = [:]
    var environment: [String: String] = [:]
    /// Where the relay listens whatever is set, because it was given the sockets.
    var inherited = InheritedAddresses()

    struct InheritedAddresses: Hashable, Sendable {
        var relay: ListenAddress?
        var admin: ListenAddress?
    }

    /// The file of settings, if there is one.
    var file: String? { reader(file: nil).string(forKey: ConfigKey(["config"])) }

    /// Settings, and the files as they were just before they were read.
    struct Reading: Sendable {
        let settings: RelaySettings
        let stamps: [String: FileStamp?]
    }

    /// Reads everything; the files that say who may do what are stamped, but not read yet.
    ///
    /// - Throws: All that is wrong with it.
    func read() throws(SettingsMistakes) -> Reading {
        let file = file
        let before = FileStamp.all(of: file.map { [$0] } ?? [])
        let contents: SettingsFile?
        do throws(SettingsMistake) {
            contents = try file.map { path throws(SettingsMistake) in try SettingsFile(readingFrom: path) }
        } catch {
            throw SettingsMistakes(all: [error])
        }
        let settings = try settings(contents)
        return Reading(
            settings: settings,
            stamps: FileStamp.all(of: settings.access.files).merging(before) { $1 }
        )
    }

    /// Reads everything, with all files that are named.
    ///
    /// - Throws: All that is wrong.
    func check() throws(SettingsMistakes) {
        let settings = try read().settings
        var mistakes: [SettingsMistake] = []
        do { _ = try settings.accessRules() } catch { mistakes += error.all }
        do { try settings.checkCertificate() } catch { mistakes += error.all }
        guard mistakes.isEmpty else { throw SettingsMistakes(all: mistakes) }
    }

    /// - Parameter file: What the file holds, if there is one.
    func settings(_ file: SettingsFile?) throws(SettingsMistakes) -> RelaySettings {
        let said = SaidValue()
        let config = reader(file: file, said)
        var settings = RelaySettings()
        var mistakes = file?.mistakes ?? []
        for setting in Setting.all {
            guard var text = config.string(forKey: ConfigKey([setting.key])) else { continue }
            let origin = said.origin(in: file)
            if setting.isPath, case .file = origin, let file { text = file.resolve(text) }
            if !setting.store(text, &settings) { mistakes.append(SettingsMistake(text, of: setting, at: origin)) }
        }
        settings.access.tokens = environment[AccessSources.tokensVariable].flatMap { $0.isEmpty ? nil : $0 }
        if let file { settings.relay.streamRules = file.rules(over: settings.relay.stream, &mistakes) }
        settings.listen = inherited.relay ?? settings.listen
        settings.admin = inherited.admin ?? settings.admin
        if mistakes.isEmpty { mistakes = settings.contradictions }
        guard mistakes.isEmpty else {
            throw SettingsMistakes(all: mistakes.sorted { $0.line ?? 0 < $1.line ?? 0 })
        }
        return settings
    }

    private func reader(file: SettingsFile?, _ said: SaidValue? = nil) -> ConfigReader {
        let flags = InMemoryProvider(
            name: "flags",
            values: Dictionary(
                uniqueKeysWithValues: flags.map {
                    (AbsoluteConfigKey([$0.key]), ConfigValue(.string($0.value), isSecret: false))
                }
            )
        )
        // Compose files and units pass on variables that nobody has set, as empty ones.
        let environment = EnvironmentVariablesProvider(environmentVariables: environment.filter { !$0.value.isEmpty })
            .prefixKeys(with: "streamd")
        var providers: [any ConfigProvider] = [flags, environment]
        if let file { providers.append(file.provider) }
        return ConfigReader(providers: providers, accessReporter: said)
    }
}

/// Remembers which of the sources had the value that was asked for last.
private final class SaidValue: AccessReporter {
    private let source = Mutex<(index: Int, key: String)?>(nil)

    func report(_ event: AccessEvent) {
        let index = event.providerResults.firstIndex { (try? $0.result.get().value) != nil }
        source.withLock { $0 = index.map { ($0, event.metadata.key.components.joined()) } }
    }

    func origin(in file: SettingsFile?) -> SettingOrigin {
        guard let source = source.withLock({ $0 }) else { return .flag }
        return switch (source.index, file) {
        case (0, _): .flag
        case (2, let file?): .file(path: file.path, line: file.entries[source.key]?.line)
        default: .environment
        }
    }
}
