import Histogram

/// Counts times in microseconds, each to within 1 %, in a fixed amount of memory. Adds to `Histogram` the difference of
/// two states.
struct LatencyHistogram: Sendable {
    /// One hour; longer times count as this.
    private static let limit: Int64 = 3_600_000_000

    private var histogram = Histogram<Int>(
        highestTrackableValue: UInt64(limit),
        numberOfSignificantValueDigits: .two
    )

    var count: Int { Int(histogram.totalCount) }
    /// The longest time, in microseconds.
    var longest: Int64 { Int64(histogram.maxRecorded) }

    /// - Parameter microseconds: Negative times, which occur if clocks differ, count as 0.
    mutating func add(_ microseconds: Int64) {
        histogram.record(UInt64(min(max(0, microseconds), Self.limit)))
    }

    mutating func add(_ other: LatencyHistogram) {
        histogram.add(other.histogram)
    }

    /// The times that were added after `before`, an earlier state of this histogram.
    func since(_ before: LatencyHistogram) -> LatencyHistogram {
        var difference = LatencyHistogram()
        for time in histogram.recordedValues() {
            let count = time.count - before.histogram.countForValue(time.value)
            guard count > 0 else { continue }
            difference.histogram.record(min(time.value, histogram.maxRecorded), count: count)
        }
        return difference
    }

    /// The time in microseconds that this percentage of all times does not exceed; `nil` if there are none.
    func percentile(_ part: Double) -> Int64? {
        count > 0 ? Int64(histogram.valueAtPercentile(part)) : nil
    }
}
