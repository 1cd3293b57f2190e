/// The alphabets of Prometheus' data model.
enum MetricNames {
    /// A metric's name: letters, digits, `_` and `:`, not beginning with a digit. What is not allowed becomes `_`.
    static func metric(_ label: String) -> String {
        spell(label) { $0.isLetter || $0 == UInt8(ascii: ":") }
    }

    /// A label's name: letters, digits and `_`, not beginning with a digit.
    ///
    /// What begins with two underscores belongs to Prometheus itself, and so does `le` in a histogram.
    static func label(_ name: String) -> String {
        let spelled = spell(name) { $0.isLetter }
        return spelled.hasPrefix("__") || spelled == "le" ? "label_" + spelled : spelled
    }

    private static func spell(_ name: String, _ isAllowed: (UInt8) -> Bool) -> String {
        var spelled: [UInt8] = []
        for byte in name.utf8 {
            if byte.isDigit, spelled.isEmpty { spelled.append(UInt8(ascii: "_")) }
            spelled.append(isAllowed(byte) || byte.isDigit ? byte : UInt8(ascii: "_"))
        }
        return spelled.isEmpty ? "_" : String(decoding: spelled, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
