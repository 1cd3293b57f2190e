/// The name that a setting had before. It works for one version, with a warning; then its line goes from the list.
struct EarlierName: Sendable {
    let key: String
    let setting: Setting

    static let all = [EarlierName(key: "token-file", setting: .tokens)]

    var variable: String { Setting.variable(of: key) }

    /// - Parameter origin: Where the earlier name is.
    func warning(at origin: SettingOrigin) -> String {
        let (old, new) =
            switch origin {
            case .flag: ("--\(key)", "--\(setting.key)")
            case .environment: (variable, setting.variable)
            case .file: (origin.name(of: setting, called: key), "'\(setting.key)'")
            }
        return "\(old) is the earlier name of \(new), and the next version refuses it; rename it."
    }

    /// Gives the values their names of today. A value that already has one stays.
    static func replace(in values: inout [String: String]) {
        for name in all {
            guard let value = values.removeValue(forKey: name.key) else { continue }
            values[name.setting.key] = values[name.setting.key] ?? value
        }
    }
}
