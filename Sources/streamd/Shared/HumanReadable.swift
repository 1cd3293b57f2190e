/// Formats numbers for tables: short, and of similar length.
enum HumanReadable {
    /// Bits per second: `2.41M`, `812k`.
    static func bitRate(_ bitsPerSecond: Double) -> String {
        scaled(bitsPerSecond, by: 1_000, ["", "k", "M", "G", "T"])
    }

    /// Bytes: `512`, `1.25Mi`.
    static func bytes(_ bytes: Int) -> String { scaled(Double(bytes), by: 1_024, ["", "Ki", "Mi", "Gi", "Ti"]) }

    /// A count: `999`, `12.3k`.
    static func count(_ count: Int) -> String {
        count.magnitude < 100_000 ? "\(count)" : scaled(Double(count), by: 1_000, ["", "k", "M", "G", "T"])
    }

    /// A count with its noun: `1 stream`, `2 streams`.
    static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// A number with `places` decimal places.
    static func decimal(_ number: Double, _ places: Int) -> String {
        let scale = places == 0 ? 1 : places == 1 ? 10.0 : 100.0
        guard number.isFinite, number.magnitude * scale < 1e15 else { return "-" }
        let scaled = Int((number.magnitude * scale).rounded())
        let sign = number < 0 && scaled > 0 ? "-" : ""
        guard places > 0 else { return "\(sign)\(scaled)" }
        let fraction = String(scaled % Int(scale))
        let zeros = String(repeating: "0", count: max(0, min(places, 2) - fraction.count))
        return "\(sign)\(scaled / Int(scale)).\(zeros)\(fraction)"
    }

    /// A duration in seconds: `40ms`, `1.2s`, `3m12s`, `5h03m`, `12d4h`.
    static func time(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds < 1e9 else { return "-" }
        if seconds < 0.9995 { return "\(Int((max(0, seconds) * 1_000).rounded()))ms" }
        if seconds < 59.95 { return decimal(seconds, 1) + "s" }
        let whole = Int(seconds)
        let (minutes, hours, days) = (whole / 60, whole / 3_600, whole / 86_400)
        if hours == 0 { return "\(minutes)m\(twoDigits(whole % 60))s" }
        if days == 0 { return "\(hours)h\(twoDigits(minutes % 60))m" }
        return "\(days)d\(hours % 24)h"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func scaled(_ number: Double, by step: Double, _ units: [String]) -> String {
        guard number.isFinite else { return "-" }
        var number = number
        var unit = 0
        while number.magnitude >= step, unit < units.count - 1 {
            number /= step
            unit += 1
        }
        if unit == 0 || number.magnitude >= 100 { return decimal(number, 0) + units[unit] }
        return decimal(number, number.magnitude >= 10 ? 1 : 2) + units[unit]
    }
}
