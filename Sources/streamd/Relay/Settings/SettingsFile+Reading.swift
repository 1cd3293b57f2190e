import StreamProtocol
import StreamRelay

extension SettingsFile {
    /// Reads the file at `path`. The suffix selects the syntax.
    init(readingFrom path: String) throws(SettingsError) {
        let (content, syntax) = try Self.content(of: path)
        try self.init(content, as: syntax, path: path)
    }

    /// The text of the file at `path`, and its syntax by its suffix.
    static func content(of path: String) throws(SettingsError) -> (String, Syntax) {
        guard let syntax = Syntax(path: path) else {
            throw SettingsError("the name must end in .yaml, .yml or .json.", in: path, line: nil)
        }
        do {
            return (try WholeFile.text(at: path), syntax)
        } catch {
            throw SettingsError("\(SettingOrigin.place(path, nil)) \(error.description).")
        }
    }

    /// Resolves a path in the file: a relative path starts at the file's directory.
    func resolve(_ written: String) -> String { Self.resolve(written, in: path) }

    /// Resolves a path in the file at `path`.
    static func resolve(_ written: String, in path: String) -> String {
        guard !written.isEmpty, !written.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return written }
        return path[...slash] + written
    }

    /// The rules for stream patterns. Each one starts with the settings for all streams.
    func rules(over common: StreamSettings, _ errors: inout [SettingsError]) -> [StreamRule] {
        sections.compactMap { section in
            var settings = common
            for setting in StreamSetting.all {
                guard let entry = section.entries[setting.key] else { continue }
                if !setting.store(entry.text, &settings) {
                    errors.append(
                        SettingsError(
                            entry.text,
                            of: Setting(setting),
                            at: .file(path: path, line: entry.line)
                        )
                    )
                }
            }
            do throws(ProtocolError) {
                return StreamRule(try StreamPattern(section.pattern), settings)
            } catch {
                errors.append(makeError(section.line, error.reason))
                return nil
            }
        }
    }
}
