import StreamProtocol

/// One error in the settings, in one sentence and one line.
struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    let description: String
    /// The line in the file; `nil` for other sources.
    let line: Int?
    /// Whether the error is on the command line: then the exit code is that of wrong usage.
    let isFromCommandLine: Bool

    /// An error without a single place.
    init(_ description: String) {
        self.description = description.quoted(upTo: Quotation.sentenceLength)
        line = nil
        isFromCommandLine = false
    }

    /// - Parameter line: The line of the error, if it is known.
    init(_ message: String, in path: String, line: Int?) {
        description = SettingOrigin.place(path, line) + ": " + message
        self.line = line
        isFromCommandLine = false
    }

    /// A value that the setting does not accept.
    init(_ text: String, of setting: Setting, at origin: SettingOrigin) {
        description = "\(origin.name(of: setting)) is '\(text.withoutPassword.quoted())'; it takes \(setting.takes)."
        line = if case .file(_, let line) = origin { line } else { nil }
        isFromCommandLine = origin == .flag
    }
}

extension String {
    /// The text without the user and the password that may stand before the host of an address, for messages.
    fileprivate var withoutPassword: String {
        guard let at = lastIndex(of: "@") else { return self }
        let scheme = self[..<at].firstRange(of: "://").map { self[..<$0.upperBound] } ?? ""
        return "\(scheme)…\(self[at...])"
    }
}

/// The errors in the settings: the first of them, and the number of the others.
struct SettingsErrors: Error, FailureConvertible, CustomStringConvertible {
    /// As many as a screen shows. A large file of another kind may have an error in each of its lines, and a reload logs
    /// all that are kept in one log line.
    static let maximum = 20

    /// At most ``maximum`` errors.
    let all: [SettingsError]
    /// The number of errors that are left out.
    let omitted: Int
    private let isWrongUsage: Bool

    init(all errors: [SettingsError]) {
        all = Array(errors.prefix(Self.maximum))
        omitted = errors.count - all.count
        isWrongUsage = errors.allSatisfy(\.isFromCommandLine)
    }

    private var sentences: [String] {
        let sentences = all.map(\.description)
        guard omitted > 0 else { return sentences }
        return sentences + ["\(omitted) more \(omitted == 1 ? "error is" : "errors are") left out."]
    }

    /// The failure that prevents the start, with the errors and the exit code.
    var failure: Failure {
        Failure(isWrongUsage ? .usage : .configuration, sentences.joined(separator: "\nstreamd: "))
    }

    /// The errors in one line.
    var description: String { sentences.joined(separator: " ") }
}

/// The source of a value.
enum SettingOrigin: Hashable, Sendable {
    case flag
    case environment
    case file(path: String, line: Int?)

    /// The name that the user must look for to change the value.
    ///
    /// - Parameter key: The key in a file, if it is an earlier one.
    func name(of setting: Setting, called key: String? = nil) -> String {
        switch self {
        case .flag: "--\(setting.key)"
        case .environment: setting.variable
        case .file(let path, let line): Self.place(path, line) + ": '\(key ?? setting.key)'"
        }
    }

    static func place(_ path: String, _ line: Int?) -> String {
        let path = path.quoted(upTo: Quotation.pathLength)
        return line.map { "\(path), line \($0)" } ?? path
    }
}
