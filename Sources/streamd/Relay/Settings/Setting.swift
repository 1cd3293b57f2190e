import ArgumentParser
import StreamRelay

/// One setting. A flag, an environment variable and a key of the settings file have its name.
struct Setting: Sendable {
    /// `max-viewers`: flag `--max-viewers`, variable `STREAMD_MAX_VIEWERS`, key `max-viewers`.
    let key: String
    /// The environment variable.
    let variable: String
    /// The placeholder for the value in the help.
    let placeholder: String
    let purpose: String
    /// The default in the help; `nil` if there is none.
    let defaultValue: String?
    /// Completes "it takes …".
    let takes: String
    /// Whether the value is a path. In the settings file, a path is relative to the file's directory.
    let isPath: Bool
    /// Whether the setting takes several values, separated by commas.
    let isList: Bool
    /// Parses the text and stores the value.
    ///
    /// - Returns: `false` if the text is not a valid value.
    let store: @Sendable (_ text: String, _ settings: inout RelaySettings) -> Bool

    init<Value: ExpressibleByArgument>(
        _ key: String,
        _ placeholder: String,
        _ purpose: String,
        default defaultValue: (any CustomStringConvertible)? = nil,
        takes: String,
        isPath: Bool = false,
        isList: Bool = false,
        variable: String? = nil,
        where isAllowed: @escaping @Sendable (Value) -> Bool = { _ in true },
        store: @escaping @Sendable (_ value: Value, _ settings: inout RelaySettings) -> Void
    ) {
        self.key = key
        self.variable = variable ?? Self.variable(of: key)
        self.placeholder = placeholder
        self.purpose = purpose
        self.defaultValue = defaultValue?.description
        self.takes = takes
        self.isPath = isPath
        self.isList = isList
        self.store = { text, settings in
            guard let value = Value(argument: text), isAllowed(value) else { return false }
            store(value, &settings)
            return true
        }
    }

    /// A setting of streams, applied to all streams.
    init(_ setting: StreamSetting) {
        key = setting.key
        variable = Self.variable(of: setting.key)
        placeholder = setting.placeholder
        purpose = setting.purpose
        defaultValue = setting.defaultValue
        takes = setting.takes
        isPath = false
        isList = false
        store = { setting.store($0, &$1.relay.stream) }
    }

    /// The variable for a key, unless the setting has another one.
    static func variable(of key: String) -> String {
        "STREAMD_" + key.uppercased().replacing("-", with: "_")
    }

    /// The help of the setting's flag.
    var help: ArgumentHelp {
        ArgumentHelp(
            defaultValue.map { "\(purpose) (default: \($0))" } ?? purpose,
            valueName: placeholder
        )
    }

    static func file(
        _ key: String,
        _ purpose: String,
        variable: String? = nil,
        store: @escaping @Sendable (_ path: String, _ settings: inout RelaySettings) -> Void
    ) -> Setting {
        Setting(
            key,
            "file",
            purpose,
            takes: "the path of a file",
            isPath: true,
            variable: variable,
            where: { !$0.isEmpty },
            store: store
        )
    }

    static func boolean(
        _ key: String,
        _ purpose: String,
        store: @escaping @Sendable (_ isOn: Bool, _ settings: inout RelaySettings) -> Void
    ) -> Setting {
        Setting(key, "", purpose, takes: "true or false") { (argument: BooleanArgument, settings) in
            store(argument.value, &settings)
        }
    }

    static func count(
        _ key: String,
        _ purpose: String,
        default defaultValue: Int?,
        range: ClosedRange<Int> = 1...1_000_000_000,
        store: @escaping @Sendable (_ count: Int, _ settings: inout RelaySettings) -> Void
    ) -> Setting {
        Setting(
            key,
            "count",
            purpose,
            default: defaultValue,
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
    let defaultValue: String
    let takes: String
    /// - Returns: `false` if the text is not a valid value.
    let store: @Sendable (_ text: String, _ settings: inout StreamSettings) -> Bool

    init<Value: ExpressibleByArgument>(
        _ key: String,
        _ placeholder: String,
        _ purpose: String,
        default defaultValue: any CustomStringConvertible,
        takes: String,
        where isAllowed: @escaping @Sendable (Value) -> Bool,
        store: @escaping @Sendable (_ value: Value, _ settings: inout StreamSettings) -> Void
    ) {
        self.key = key
        self.placeholder = placeholder
        self.purpose = purpose
        self.defaultValue = defaultValue.description
        self.takes = takes
        self.store = { text, settings in
            guard let value = Value(argument: text), isAllowed(value) else { return false }
            store(value, &settings)
            return true
        }
    }
}

/// A Boolean in files and variables.
struct BooleanArgument: ExpressibleByArgument {
    let value: Bool

    init?(argument: String) {
        switch argument.lowercased() {
        case "true", "yes", "on", "1": value = true
        case "false", "no", "off", "0": value = false
        default: return nil
        }
    }
}
