import FuzzSupport

@testable import streamd

@main
enum Settings {
    static func main() {
        fuzz { data, size in
            check(Input(data, size))
            return 0
        }
    }
}

/// A settings file is read, or refused in short lines; what was read is the same when it is written and read again.
private func check(_ input: Input) {
    let syntax: SettingsFile.Syntax = input.bytes.first == UInt8(ascii: "{") ? .json : .yaml
    guard let (file, settings) = read(String(decoding: input.bytes, as: UTF8.self), as: syntax) else { return }
    // The same pattern may stand there twice in YAML: as a number and as a text.
    let patterns = file.sections.map(\.pattern)
    guard Set(patterns).count == patterns.count else { return }
    let again = read(written(file), as: .yaml)
    precondition(again?.settings == settings, "the settings are others when they are read again")
}

/// - Returns: `nil` if the file has mistakes.
private func read(
    _ content: String,
    as syntax: SettingsFile.Syntax
) -> (file: SettingsFile, settings: RelaySettings)? {
    do throws(SettingsError) {
        let file = try SettingsFile(content, as: syntax, path: "relay.yaml")
        do throws(SettingsErrors) {
            return (file, try SettingsSources().settings(file))
        } catch {
            precondition(!error.all.isEmpty, "refused for no mistake")
            for error in error.all { requireShort(error) }
            return nil
        }
    } catch {
        requireShort(error)
        return nil
    }
}

private func requireShort(_ error: SettingsError) {
    precondition(isOneLine(error.description, upTo: 1_024), "not a short line: \(error)")
}

/// The file again, as one line of YAML.
private func written(_ file: SettingsFile) -> String {
    var fields = file.entries.map { key, entry in "\(quoted(key)): \(quoted(entry.text))" }
    let sections = file.sections.map { section in
        let fields = section.entries.map { key, entry in "\(quoted(key)): \(quoted(entry.text))" }
        return "\(quoted(section.pattern)): {\(fields.joined(separator: ", "))}"
    }
    if !sections.isEmpty { fields.append("\"streams\": {\(sections.joined(separator: ", "))}") }
    return "{\(fields.joined(separator: ", "))}"
}

/// A text in double quotes (YAML 1.2, 7.3.1).
private func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
        if (0x20...0x7E).contains(scalar.value), scalar != "\"", scalar != "\\" {
            quoted.unicodeScalars.append(scalar)
        } else {
            let digits = String(scalar.value, radix: 16)
            quoted += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
        }
    }
    return quoted + "\""
}
