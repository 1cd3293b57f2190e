import Configuration
import Platform
import StreamAccess
import StreamRelay

/// The sources of settings: flags win over the environment, and the environment over a file.
///
/// swift-configuration needs macOS 15 or iOS 18.
@available(macOS 15, iOS 18, *)
struct SettingsSources: Sendable {
    /// The values of the command line, by key.
    var flags: [String: String] = [:]
    var environment: [String: String] = [:]
    /// The addresses of inherited sockets. They win over the settings.
    var inherited = InheritedAddresses()

    struct InheritedAddresses: Hashable, Sendable {
        var relay: ListenAddress?
        var admin: ListenAddress?
    }

    /// The path of the settings file, if there is one.
    var file: String? { reader(file: nil).string(forKey: ConfigKey(["config"])) }

    /// The settings, and the versions of the files just before they were read.
    struct ReadResult: Sendable {
        let settings: RelaySettings
        let versions: [String: FileVersion?]
        /// Sentences for the operator.
        let warnings: [String]
    }

    /// Reads all settings. The token and key files get a version but are not read yet.
    ///
    /// - Throws: All errors in the settings.
    func read() throws(SettingsErrors) -> ReadResult {
        let file = file
        let before = FileVersion.all(of: file.map { [$0] } ?? [])
        let contents: SettingsFile?
        do throws(SettingsError) {
            contents = try file.map { path throws(SettingsError) in try SettingsFile(readingFrom: path) }
        } catch {
            throw SettingsErrors(all: [error])
        }
        let settings = try settings(contents)
        return ReadResult(
            settings: settings,
            versions: FileVersion.all(of: settings.access.files + settings.origins.files + settings.cluster.files)
                .merging(before) { $1 },
            warnings: earlierNames + (contents?.warnings ?? [])
        )
    }

    /// The warnings about earlier names in flags and variables.
    private var earlierNames: [String] {
        EarlierName.all.flatMap { name in
            let isVariable = environment[name.variable].map { !$0.isEmpty } ?? false
            return (flags[name.key] == nil ? [] : [name.warning(at: .flag)])
                + (isVariable ? [name.warning(at: .environment)] : [])
        }
    }

    /// Reads all settings and the files that they name.
    ///
    /// - Returns: Warnings for the operator.
    /// - Throws: All errors.
    func check() throws(SettingsErrors) -> [String] {
        let result = try read()
        let settings = result.settings
        var warnings = result.warnings
        var errors: [SettingsError] = []
        do { warnings += try settings.accessRules().warnings.map(\.description) } catch { errors += error.all }
        do { _ = try settings.originSettings() } catch { errors += error.all }
        do { _ = try settings.cluster.directory() } catch { errors += error.all }
        do { try settings.checkCertificate() } catch { errors += error.all }
        guard errors.isEmpty else { throw SettingsErrors(all: errors) }
        return warnings
    }

    /// - Parameter file: The parsed settings file, if there is one.
    func settings(_ file: SettingsFile?) throws(SettingsErrors) -> RelaySettings {
        let reporter = OriginReporter()
        let config = reader(file: file, reporter)
        var settings = RelaySettings()
        var errors = file?.errors ?? []
        for setting in Setting.all {
            guard var text = config.string(forKey: ConfigKey([setting.key])) else { continue }
            let origin = reporter.origin(in: file)
            if setting.isPath, case .file = origin, let file { text = file.resolve(text) }
            if !setting.store(text, &settings) { errors.append(SettingsError(text, of: setting, at: origin)) }
        }
        settings.access.tokens = environment[AccessSources.tokensVariable].flatMap { $0.isEmpty ? nil : $0 }
        if let file { settings.relay.streamRules = file.rules(over: settings.relay.stream, &errors) }
        settings.listen = inherited.relay ?? settings.listen
        settings.admin = inherited.admin ?? settings.admin
        if errors.isEmpty { errors = settings.contradictions }
        guard errors.isEmpty else {
            throw SettingsErrors(all: errors.sorted { $0.line ?? 0 < $1.line ?? 0 })
        }
        return settings
    }

    private func reader(file: SettingsFile?, _ reporter: OriginReporter? = nil) -> ConfigReader {
        var providers: [any ConfigProvider] = [
            InMemoryProvider(flags, name: "flags"), InMemoryProvider(variables, name: "environment"),
        ]
        if let file { providers.append(file.provider) }
        return ConfigReader(providers: providers, accessReporter: reporter)
    }

    /// The values of the environment, by key.
    private var variables: [String: String] {
        let names =
            (Setting.all + [.config]).map { ($0.key, $0.variable) } + EarlierName.all.map { ($0.key, $0.variable) }
        let values = Dictionary(names, uniquingKeysWith: { first, _ in first }).compactMapValues { environment[$0] }
        // Compose files and systemd units pass unset variables as empty ones.
        return values.filter { !$0.value.isEmpty }
    }
}

@available(macOS 15, iOS 18, *)
extension InMemoryProvider {
    /// - Parameter values: The values by key; earlier names of settings are replaced.
    fileprivate init(_ values: [String: String], name: String) {
        var values = values
        EarlierName.replace(in: &values)
        self.init(
            name: name,
            values: Dictionary(
                uniqueKeysWithValues: values.map {
                    (AbsoluteConfigKey([$0.key]), ConfigValue(.string($0.value), isSecret: false))
                }
            )
        )
    }
}

/// Records the source of the last requested value.
@available(macOS 15, iOS 18, *)
private final class OriginReporter: AccessReporter {
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
