/// Lines of a label and a value, in sections, the values below each other.
public struct TextTable {
    private var sections: [(title: String, rows: [(label: String, value: String)])] = []

    public init() {}

    /// Begins a section.
    public mutating func section(_ title: String) {
        sections.append((title, []))
    }

    /// Adds a row if there is a value.
    public mutating func row(_ label: String, _ value: String?) {
        guard let value, !sections.isEmpty else { return }
        sections[sections.count - 1].rows.append((label, value))
    }

    /// The lines; the last one has no line feed. Sections without rows are omitted.
    public var text: String {
        let width = sections.flatMap(\.rows).map(\.label.count).max() ?? 0
        return sections.filter { !$0.rows.isEmpty }.map { section in
            let rows = section.rows.map { row in
                row.value.isEmpty ? "  \(row.label)" : "  \(Numbers.padded(row.label, to: width))  \(row.value)"
            }
            return ([section.title] + rows).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }
}

/// Numbers as people read them.
enum Numbers {
    /// With a comma between thousands, as in `1,234`.
    static func grouped(_ number: Int) -> String {
        var text = String(number.magnitude)
        var place = text.count - 3
        while place > 0 {
            text.insert(",", at: text.index(text.startIndex, offsetBy: place))
            place -= 3
        }
        return (number < 0 ? "-" : "") + text
    }

    /// Returns the number with at most `digits` decimal places and without trailing zeros.
    static func decimal(_ number: Double, digits: Int = 3) -> String {
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        guard number.magnitude * scale < 1e15 else { return "\(number)" }
        let scaled = Int((number.magnitude * scale).rounded())
        let fraction = String(scaled % Int(scale))
        var places = String(repeating: "0", count: max(0, digits - fraction.count)) + fraction
        while places.hasSuffix("0") { places.removeLast() }
        let whole = grouped(scaled / Int(scale))
        return (number < 0 ? "-" : "") + (places.isEmpty ? whole : "\(whole).\(places)")
    }

    /// A bit rate with its unit.
    static func bitRate(_ bitsPerSecond: Double) -> String {
        bitsPerSecond >= 1e6
            ? "\(decimal(bitsPerSecond / 1e6, digits: 2)) Mbit/s" : "\(decimal(bitsPerSecond / 1e3, digits: 1)) kbit/s"
    }

    /// A length of time in seconds, and from a minute on also in hours, minutes and seconds.
    static func duration(_ seconds: Double) -> String {
        let text = "\(decimal(seconds)) s"
        guard seconds >= 60, seconds < 1e9 else { return text }
        let whole = Int(seconds)
        let parts = [whole / 3_600, whole / 60 % 60, whole % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(text) (\(parts.joined(separator: ":")))"
    }

    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    static func padded(left text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}

extension TextTable {
    /// Adds a section on anomalies, a line each.
    mutating func add(_ anomalies: [Anomaly]) {
        section("Anomalies")
        if anomalies.isEmpty { row("none", "") }
        for anomaly in anomalies {
            let place = anomaly.offset.map { "byte \(Numbers.grouped($0))" } ?? "whole stream"
            let times = anomaly.count > 1 ? " \(Numbers.grouped(anomaly.count)) times." : ""
            row(place, anomaly.message + times)
        }
    }
}
