/// Prometheus' text format, version 0.0.4.
///
/// Families are sorted by name and samples by label, so that two scrapes can be compared line by line.
public struct TextExposition {
    /// The `Content-Type` of an HTTP response with this text.
    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    public private(set) var text = ""

    public init(_ families: [MetricFamily]) {
        for family in families.sorted(by: { $0.name < $1.name }) { append(family) }
    }

    private mutating func append(_ family: MetricFamily) {
        guard !family.samples.isEmpty else { return }
        if let help = family.help { text += "# HELP \(family.name) \(Self.escape(help, quotes: false))\n" }
        text += "# TYPE \(family.name) \(family.kind.rawValue)\n"
        for sample in family.samples.sorted(by: { $0.labels.lexicographicallyPrecedes($1.labels) }) {
            switch sample.value {
            case .integer(let value): append(family.name, sample.labels, "\(value)")
            case .real(let value): append(family.name, sample.labels, Self.number(value))
            case .distribution(let distribution): append(distribution, family.name, sample.labels)
            }
        }
    }

    /// Buckets are cumulative: each line counts all values up to its bound.
    private mutating func append(_ distribution: Distribution, _ name: String, _ labels: [MetricLabel]) {
        var total: Int64 = 0
        for (bound, count) in zip(distribution.bounds + [.infinity], distribution.counts) {
            total &+= count
            append(name + "_bucket", labels + [MetricLabel("le", Self.number(bound))], "\(total)")
        }
        append(name + "_sum", labels, Self.number(distribution.sum))
        append(name + "_count", labels, "\(total)")
    }

    private mutating func append(_ name: String, _ labels: [MetricLabel], _ value: String) {
        text += name
        if !labels.isEmpty {
            text += "{"
            text += labels.map { "\($0.name)=\"\(Self.escape($0.value, quotes: true))\"" }.joined(separator: ",")
            text += "}"
        }
        text += " \(value)\n"
    }

    /// A number as Go's `ParseFloat` reads it. Whole numbers have no fraction.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        // Beyond 2^53 not every whole number is a Double, and all digits would pretend to be exact.
        if value.magnitude < 0x1p53, let whole = Int64(exactly: value) { return "\(whole)" }
        return "\(value)"
    }

    static func escape(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
