import StreamProtocol
import Yams

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Syntax errors, found before any setting is read.
extension SettingsFile {
    enum Syntax: String {
        case yaml = "YAML"
        case json = "JSON"

        /// - Returns: `nil` for an unknown suffix.
        init?(path: String) {
            switch path.split(separator: ".").last {
            case "yaml", "yml": self = .yaml
            case "json": self = .json
            default: return nil
            }
        }
    }

    /// The keys at the top of the file with their values, in the file's order.
    ///
    /// - Parameter example: What a file without settings should have.
    static func parse(
        _ content: String,
        as syntax: Syntax,
        path: String,
        example: String = "one, such as 'max-viewers: 100'"
    ) throws(SettingsError) -> [(Entry, Node)] {
        let root: Node?
        do {
            root = try Parser(yaml: content).singleRoot()
        } catch let error as YamlError {
            throw SettingsError(error, in: content, syntax, path)
        } catch {
            throw SettingsError("\(SettingOrigin.place(path, nil)) cannot be read as \(syntax.rawValue).")
        }
        if syntax == .json, !isJSON(content) {
            throw SettingsError(
                "the content is YAML and not JSON; rename the file to '.yaml', or quote its keys and texts.",
                in: path,
                line: nil
            )
        }
        guard let root else { return [] }
        guard let mapping = root.mapping else {
            throw SettingsError(
                "\(SettingOrigin.place(path, root.mark?.line)): the file has no settings; write \(example)."
            )
        }
        return mapping.map { (Entry(text: $0.string ?? "", line: $0.mark?.line), $1) }
    }

    private static func isJSON(_ content: String) -> Bool {
        struct Anything: Decodable {
            init(from decoder: any Decoder) {}
        }
        return (try? JSONDecoder().decode(Anything.self, from: Data(content.utf8))) != nil
    }
}

extension SettingsError {
    /// Converts the parser's error and its line.
    fileprivate init(_ error: YamlError, in content: String, _ syntax: SettingsFile.Syntax, _ path: String) {
        let (line, problem): (Int?, String) =
            switch error {
            case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
                .composer(_, let problem, let mark, _):
                (mark.line, problem)
            case .duplicatedKeysInMapping(let keys, let context):
                (
                    Self.line(ofSecond: keys.first ?? "", in: content, from: context.mark.line),
                    "the key '\((keys.first ?? "").quoted())' is there twice"
                )
            case .reader(let problem, let offset, _, let text):
                (offset.map { text.prefix($0).count(where: \.isNewline) + 1 }, problem)
            default: (nil, "it cannot be parsed")
            }
        // 'input: test:' is a common one, and so is a tab.
        let hint =
            if problem.hasPrefix("mapping values") {
                "; a text with a colon at its end needs quotes"
            } else if problem.hasPrefix("found character that cannot start any token") {
                "; indent with spaces and not with tabs"
            } else {
                ""
            }
        self.init("\(SettingOrigin.place(path, line)): the \(syntax.rawValue) is invalid: \(problem)\(hint).")
    }

    /// The line of the second occurrence of a key. The parser reports only the beginning of the mapping.
    private static func line(ofSecond key: String, in content: String, from first: Int) -> Int {
        let lines = content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
        let places = lines.dropFirst(max(0, first - 1)).filter { _, line in
            line.drop { $0.isWhitespace || $0 == "\"" || $0 == "'" || $0 == "{" }.hasPrefix(key)
        }
        return places.dropFirst().first.map { $0.offset + 1 } ?? first
    }
}
