/// The characters that Prometheus' data model allows in names.
enum MetricNames {
    /// A metric's name: letters, digits, `_` and `:`, not beginning with a digit. Other characters become `_`.
    static func metric(_ label: String) -> String {
        sanitize(label) { $0.isLetter || $0 == UInt8(ascii: ":") }
    }

    /// A label's name: letters, digits and `_`, not beginning with a digit.
    ///
    /// Names that begin with two underscores are reserved for Prometheus, and so is `le` in a histogram.
    static func label(_ name: String) -> String {
        let sanitized = sanitize(name) { $0.isLetter }
        return sanitized.hasPrefix("__") || sanitized == "le" ? "label_" + sanitized : sanitized
    }

    private static func sanitize(_ name: String, _ isAllowed: (UInt8) -> Bool) -> String {
        var sanitized: [UInt8] = []
        for byte in name.utf8 {
            if byte.isDigit, sanitized.isEmpty { sanitized.append(UInt8(ascii: "_")) }
            sanitized.append(isAllowed(byte) || byte.isDigit ? byte : UInt8(ascii: "_"))
        }
        return sanitized.isEmpty ? "_" : String(decoding: sanitized, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
