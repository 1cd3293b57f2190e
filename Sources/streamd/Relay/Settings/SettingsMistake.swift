/// Something that is wrong with the settings, in one sentence.
struct SettingsMistake: Error, Hashable, Sendable, CustomStringConvertible {
    let description: String
    /// Where it stands in the file, if there.
    let line: Int?
    /// Whether it stands on the command line, where the usage is to blame.
    let isOfFlag: Bool

    /// Something that is wrong in no single place.
    init(_ description: String) {
        self.description = description
        line = nil
        isOfFlag = false
    }

    /// - Parameter line: Where it is, if that is known.
    init(_ sentence: String, in path: String, line: Int?) {
        description = SettingOrigin.place(path, line) + ": " + sentence
        self.line = line
        isOfFlag = false
    }

    /// A value that its setting does not take.
    init(_ text: String, of setting: Setting, at origin: SettingOrigin) {
        let shown = text.count <= 60 ? text : text.prefix(60) + "…"
        description = "\(origin.name(of: setting.key)) is '\(shown)'; it takes \(setting.takes)."
        line = if case .file(_, let line) = origin { line } else { nil }
        isOfFlag = origin == .flag
    }
}

/// Everything that is wrong with the settings.
struct SettingsMistakes: Error, EndsCommand, CustomStringConvertible {
    let all: [SettingsMistake]

    /// What ends a relay that was about to start: all of it, and whose fault it was.
    var failure: Failure {
        Failure(
            all.allSatisfy(\.isOfFlag) ? .usage : .configuration,
            all.map(\.description).joined(separator: "\nstreamd: ")
        )
    }

    /// All of it in one line.
    var description: String { all.map(\.description).joined(separator: " ") }
}

/// Where a value was said.
enum SettingOrigin: Hashable, Sendable {
    case flag
    case environment
    case file(path: String, line: Int?)

    /// What to look for in order to change it.
    func name(of key: String) -> String {
        switch self {
        case .flag: "--\(key)"
        case .environment: "STREAMD_" + key.uppercased().replacing("-", with: "_")
        case .file(let path, let line): Self.place(path, line) + ": '\(key)'"
        }
    }

    static func place(_ path: String, _ line: Int?) -> String {
        line.map { "\(path), line \($0)" } ?? path
    }
}
