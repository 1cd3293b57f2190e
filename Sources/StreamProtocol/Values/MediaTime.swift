/// A time of a stream's media clock. Only the difference of two times says something: a publisher's clock may begin
/// anywhere, and each generation of a stream has a clock of its own.
public struct MediaTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The time in microseconds, as the protocol carries it.
    public var microseconds: Int64

    /// The beginning of the clock.
    public static let zero = MediaTime(microseconds: 0)

    /// A time of this many microseconds.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Whether the first time is earlier.
    public static func < (first: MediaTime, second: MediaTime) -> Bool { first.microseconds < second.microseconds }

    /// How long after the second time the first one is; negative if it is before.
    public static func - (first: MediaTime, second: MediaTime) -> Duration {
        // Two durations: their difference fits, whatever the times are.
        Duration.microseconds(first.microseconds) - Duration.microseconds(second.microseconds)
    }

    /// The time that is later by the duration, to the microsecond; the last time if there is none so late.
    public static func + (time: MediaTime, duration: Duration) -> MediaTime {
        let step = duration.wholeMicroseconds
        let (sum, overflows) = time.microseconds.addingReportingOverflow(step)
        guard overflows || step == .max || step == .min else { return MediaTime(microseconds: sum) }
        return MediaTime(microseconds: duration < .zero ? .min : .max)
    }

    /// The time that is earlier by the duration, to the microsecond; the first time if there is none so early.
    public static func - (time: MediaTime, duration: Duration) -> MediaTime { time + (.zero - duration) }

    /// The time in seconds, as in `12.345678 s`.
    public var description: String {
        let (seconds, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let digits = String(rest)
        return "\(microseconds < 0 ? "-" : "")\(seconds).\(String(repeating: "0", count: 6 - digits.count))\(digits) s"
    }
}

extension Duration {
    /// The duration in microseconds, towards zero; the nearest possible value if it is too long.
    package var wholeMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, isTooLong) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        return overflows || isTooLong ? (seconds < 0 ? .min : .max) : sum
    }
}
