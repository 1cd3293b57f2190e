import ArgumentParser
import NIOCore

/// A duration in user input: `2s`, `500ms`, `1.5m`, `30d`, or seconds without a unit.
struct TimeSpan: ExpressibleByArgument, Hashable, CustomStringConvertible {
    /// A year, in nanoseconds. Sums of several durations cannot overflow.
    private static let longest = 365 * 86_400e9

    let nanoseconds: Int64

    init(seconds: Int64) {
        nanoseconds = seconds * 1_000_000_000
    }

    init(_ amount: TimeAmount) {
        nanoseconds = amount.nanoseconds
    }

    init?(argument: String) {
        let units: [(String, Double)] = [
            ("ms", 1e6), ("us", 1e3), ("s", 1e9), ("m", 60e9), ("h", 3_600e9), ("d", 86_400e9),
            ("", 1e9),
        ]
        guard let (suffix, scale) = units.first(where: { argument.hasSuffix($0.0) }),
            let number = Double(argument.dropLast(suffix.count)), number >= 0, number * scale <= Self.longest
        else { return nil }
        nanoseconds = Int64(number * scale)
    }

    var timeAmount: TimeAmount { .nanoseconds(nanoseconds) }

    /// Whole milliseconds, the unit of the protocol.
    var milliseconds: UInt32 { UInt32(clamping: nanoseconds / 1_000_000) }

    var description: String {
        if nanoseconds % 1_000_000_000 == 0 { return "\(nanoseconds / 1_000_000_000)s" }
        return nanoseconds % 1_000_000 == 0 ? "\(nanoseconds / 1_000_000)ms" : "\(Double(nanoseconds) / 1e6)ms"
    }

    var defaultValueDescription: String { description }
}

/// A number of bytes in user input: `64MiB`, `500kB`, `1G`, or bytes without a unit.
struct ByteCount: ExpressibleByArgument, Hashable, CustomStringConvertible {
    let bytes: Int

    init(_ bytes: Int) {
        self.bytes = bytes
    }

    init?(argument: String) {
        let units: [(String, Double)] = [
            ("KiB", 1024), ("MiB", 1_048_576), ("GiB", 1_073_741_824), ("TiB", 1_099_511_627_776), ("kB", 1e3),
            ("MB", 1e6), ("GB", 1e9), ("TB", 1e12),
            ("K", 1024), ("k", 1024), ("M", 1_048_576), ("G", 1_073_741_824), ("T", 1_099_511_627_776),
            ("B", 1), ("", 1),
        ]
        guard let (suffix, scale) = units.first(where: { argument.hasSuffix($0.0) }),
            let number = Double(argument.dropLast(suffix.count)), number >= 0, number * scale < 1e15
        else { return nil }
        bytes = Int(number * scale)
    }

    var description: String { bytes % 1_048_576 == 0 ? "\(bytes / 1_048_576)MiB" : "\(bytes)" }

    var defaultValueDescription: String { description }
}

/// A bit rate in user input: `2M`, `2.5M`, `800k`, or bits per second without a unit.
struct BitRate: ExpressibleByArgument, Hashable, CustomStringConvertible {
    /// The useful range: from a few pixels at one picture per second to uncompressed video.
    private static let range = 1e3...10e9

    let bitsPerSecond: Int

    init?(argument: String) {
        let units: [(String, Double)] = [
            ("Mbit/s", 1e6), ("kbit/s", 1e3), ("bit/s", 1), ("M", 1e6), ("k", 1e3), ("K", 1e3), ("", 1),
        ]
        guard let (suffix, scale) = units.first(where: { argument.hasSuffix($0.0) }),
            let number = Double(argument.dropLast(suffix.count)), Self.range.contains(number * scale)
        else { return nil }
        bitsPerSecond = Int((number * scale).rounded())
    }

    init(_ bitsPerSecond: Int) {
        self.bitsPerSecond = bitsPerSecond
    }

    var description: String {
        let (number, unit) = bitsPerSecond < 1_000_000 ? (1e3, "k") : (1e6, "M")
        let hundredths = (Double(bitsPerSecond) / number * 100).rounded() / 100
        return (hundredths == hundredths.rounded() ? "\(Int(hundredths))" : "\(hundredths)") + unit
    }

    var defaultValueDescription: String { description }
}
