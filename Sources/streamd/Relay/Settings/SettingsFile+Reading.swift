import StreamProtocol
import StreamRelay

extension SettingsFile {
    /// Reads the file at `path`, whose ending says what it is.
    init(readingFrom path: String) throws(SettingsMistake) {
        guard let syntax = Syntax(path: path) else {
            throw SettingsMistake("\(path): the name must end in .yaml, .yml or .json.")
        }
        let content: String
        do {
            content = try WholeFile.text(at: path)
        } catch {
            throw SettingsMistake("\(path) \(error.description).")
        }
        try self.init(content, as: syntax, path: path)
    }

    /// A path that is written in the file: a relative one counts from the file's folder.
    func resolve(_ written: String) -> String {
        guard !written.isEmpty, !written.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return written }
        return path[...slash] + written
    }

    /// The rules for streams by their names, each of which begins with what holds for all.
    func rules(over common: StreamSettings, _ mistakes: inout [SettingsMistake]) -> [StreamRule] {
        sections.compactMap { section in
            var settings = common
            for setting in StreamSetting.all {
                guard let entry = section.entries[setting.key] else { continue }
                if !setting.store(entry.text, &settings) {
                    mistakes.append(
                        SettingsMistake(
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
                mistakes.append(mistake(section.line, error.reason))
                return nil
            }
        }
    }
}
