import ArgumentParser
import StreamRelay

/// One thing that can be set: by a flag, by an environment variable, and by a key of a file, all of one name.
struct Setting: Sendable {
    /// `max-viewers`: flag `--max-viewers`, variable `STREAMD_MAX_VIEWERS`, key `max-viewers`.
    let key: String
    /// What stands for its value in the help.
    let placeholder: String
    let purpose: String
    /// What holds unless something else is said.
    let standard: String?
    /// Completes "it takes …".
    let takes: String
    /// Whether its value is a path, which in a file counts from where the file is.
    let isPath: Bool
    /// Whether it takes several values, which its text has with commas between them.
    let isList: Bool
    /// Puts a value where it belongs.
    ///
    /// - Returns: `false` when it is none.
    let store: @Sendable (_ text: String, _ settings: inout RelaySettings) -> Bool

    init<Value: ExpressibleByArgument>(
        _ key: String,
        _ placeholder: String,
        _ purpose: String,
        standard: (any CustomStringConvertible)? = nil,
        takes: String,
        isPath: Bool = false,
        isList: Bool = false,
        where isAllowed: @escaping @Sendable (Value) -> Bool = { _ in true },
        store: @escaping @Sendable (_ value: Value, _ settings: inout RelaySettings) -> Void
    ) {
        self.key = key
        self.placeholder = placeholder
        self.purpose = purpose
        self.standard = standard?.description
        self.takes = takes
        self.isPath = isPath
        self.isList = isList
        self.store = { text, settings in
            guard let value = Value(argument: text), isAllowed(value) else { return false }
            store(value, &settings)
            return true
        }
    }

    /// A setting of streams, as it holds for every stream.
    init(_ setting: StreamSetting) {
        key = setting.key
        placeholder = setting.placeholder
        purpose = setting.purpose
        standard = setting.standard
        takes = setting.takes
        isPath = false
        isList = false
        store = { setting.store($0, &$1.relay.stream) }
    }

    /// What `--help` says of it.
    var help: ArgumentHelp {
        ArgumentHelp(
            standard.map { "\(purpose) (default: \($0))" } ?? purpose,
            valueName: placeholder
        )
    }

    static func file(
        _ key: String,
        _ purpose: String,
        store: @escaping @Sendable (_ path: String, _ settings: inout RelaySettings) -> Void
    ) -> Setting {
        Setting(key, "file", purpose, takes: "the path of a file", isPath: true, where: { !$0.isEmpty }, store: store)
    }

    static func yesOrNo(
        _ key: String,
        _ purpose: String,
        store: @escaping @Sendable (_ isOn: Bool, _ settings: inout RelaySettings) -> Void
    ) -> Setting {
        Setting(key, "", purpose, takes: "true or false") { (answer: YesOrNo, settings) in
            store(answer.isYes, &settings)
        }
    }

    static func count(
        _ key: String,
        _ purpose: String,
        standard: Int?,
        range: ClosedRange<Int> = 1...1_000_000_000,
        store: @escaping @Sendable (_ count: Int, _ settings: inout RelaySettings) -> Void
    ) -> Setting {
        Setting(
            key,
            "count",
            purpose,
            standard: standard,
            takes: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            where: range.contains,
            store: store
        )
    }
}

/// A setting that can differ between streams.
struct StreamSetting: Sendable {
    let key: String
    let placeholder: String
    let purpose: String
    let standard: String
    let takes: String
    /// - Returns: `false` when the text is no value of this setting.
    let store: @Sendable (_ text: String, _ settings: inout StreamSettings) -> Bool

    init<Value: ExpressibleByArgument>(
        _ key: String,
        _ placeholder: String,
        _ purpose: String,
        standard: any CustomStringConvertible,
        takes: String,
        where isAllowed: @escaping @Sendable (Value) -> Bool,
        store: @escaping @Sendable (_ value: Value, _ settings: inout StreamSettings) -> Void
    ) {
        self.key = key
        self.placeholder = placeholder
        self.purpose = purpose
        self.standard = standard.description
        self.takes = takes
        self.store = { text, settings in
            guard let value = Value(argument: text), isAllowed(value) else { return false }
            store(value, &settings)
            return true
        }
    }
}

/// A yes or a no as people write it in files and variables.
private struct YesOrNo: ExpressibleByArgument {
    let isYes: Bool

    init?(argument: String) {
        switch argument.lowercased() {
        case "true", "yes", "on", "1": isYes = true
        case "false", "no", "off", "0": isYes = false
        default: return nil
        }
    }
}
