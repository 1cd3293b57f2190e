import Configuration
import StreamProtocol
import Yams

/// A parsed settings file, YAML or JSON.
///
/// swift-configuration can read such files too, but it loses lines and order and does not list unknown keys, so that
/// errors could not name their place. JSON is a subset of YAML: one parser reads both.
struct SettingsFile {
    struct Entry {
        let text: String
        let line: Int?
    }

    /// A stream pattern with its settings, in the file's order.
    struct Section {
        let pattern: String
        let line: Int?
        let entries: [String: Entry]
    }

    let path: String
    private(set) var entries: [String: Entry] = [:]
    private(set) var sections: [Section] = []
    /// The errors in the keys.
    private(set) var errors: [SettingsError] = []
    /// The warnings about earlier names of settings.
    private(set) var warnings: [String] = []

    /// Parses `content`.
    ///
    /// - Parameter path: The path for error messages.
    ///
    /// - Throws: A syntax error. Other errors are collected in `errors`.
    init(_ content: String, as syntax: Syntax, path: String) throws(SettingsError) {
        self.path = path
        var renamed: [String: Entry] = [:]
        let parsed = try Self.parse(content, as: syntax, path: path)
        guard !Self.hasInputs(parsed) else {
            throw SettingsError("these are streams to publish, for 'streamd publish --config'.", in: path, line: nil)
        }
        for (key, value) in parsed {
            if key.text == "streams" {
                read(sections: value)
            } else if Setting.fileKeys.contains(key.text) {
                entries[key.text] = read(value, of: key)
            } else if let name = EarlierName.all.first(where: { $0.key == key.text }) {
                warnings.append(name.warning(at: .file(path: path, line: key.line)))
                renamed[name.setting.key] = read(value, of: key)
            } else {
                reject(key, among: Setting.fileKeys + ["streams"], "'streamd relay --help' lists the settings.")
            }
        }
        entries.merge(renamed) { today, _ in today }
    }

    /// Whether these are the keys of a ``StreamsFile``.
    private static func hasInputs(_ keys: [(Entry, Node)]) -> Bool {
        let sections = keys.first { $0.0.text == "streams" }?.1.mapping
        return sections?.contains { $0.value.mapping?.contains { $0.key.string == "input" } ?? false } ?? false
    }

    /// The values in the form for ConfigReader.
    @available(macOS 15, iOS 18, *)
    var provider: InMemoryProvider {
        InMemoryProvider(
            name: "file",
            values: Dictionary(
                uniqueKeysWithValues: entries.map {
                    (AbsoluteConfigKey([$0.key]), ConfigValue(.string($0.value.text), isSecret: false))
                }
            )
        )
    }

    func makeError(_ line: Int?, _ message: String) -> SettingsError {
        SettingsError(message, in: path, line: line)
    }

    private mutating func read(_ value: Node, of key: Entry) -> Entry? {
        if let scalar = value.scalar { return Entry(text: scalar.string, line: key.line) }
        let isList = Setting.listKeys.contains(key.text)
        if isList, let items = value.sequence {
            let texts = items.compactMap(\.scalar?.string)
            if texts.count == items.count { return Entry(text: texts.joined(separator: ","), line: key.line) }
        }
        let expected = isList ? "a single value or a list of them" : "a single value"
        errors.append(makeError(key.line, "'\(key.text)' takes \(expected)."))
        return nil
    }

    private mutating func read(sections value: Node) {
        guard let mapping = value.mapping else {
            errors.append(
                makeError(value.mark?.line, "'streams' takes patterns of stream names, each with settings below it.")
            )
            return
        }
        for (pattern, settings) in mapping {
            let name = Entry(text: pattern.string ?? "", line: pattern.mark?.line)
            guard let settings = settings.mapping else {
                let keys = StreamSetting.keys.joined(separator: ", ")
                errors.append(makeError(name.line, "'\(name.text.quoted())' takes settings below it: \(keys)."))
                continue
            }
            var entries: [String: Entry] = [:]
            for (key, value) in settings {
                let key = Entry(text: key.string ?? "", line: key.mark?.line)
                if StreamSetting.keys.contains(key.text) {
                    entries[key.text] = read(value, of: key)
                } else {
                    let keys = StreamSetting.keys.joined(separator: ", ")
                    reject(key, among: StreamSetting.keys, "streams have \(keys) of their own.")
                }
            }
            sections.append(Section(pattern: name.text, line: name.line, entries: entries))
        }
    }

    private mutating func reject(_ key: Entry, among keys: [String], _ otherwise: String) {
        let hint = SpellingSuggestion(to: key.text, among: keys).map { "did you mean '\($0.word)'?" } ?? otherwise
        errors.append(makeError(key.line, "there is no setting '\(key.text.quoted())' here; \(hint)"))
    }
}
