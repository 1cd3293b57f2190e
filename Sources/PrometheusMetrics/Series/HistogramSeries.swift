import CoreMetrics
import Platform

/// A distribution in fixed buckets: a recorder that aggregates, or a timer, in seconds.
final class HistogramSeries: Series, RecorderHandler, TimerHandler {
    private final class Bucket: Sendable {
        let count = Atomic<Int64>(0)
    }

    let id: SeriesID
    private let bounds: [Double]
    /// One for each bound, and one for values above all of them.
    private let buckets: [Bucket]
    private let sum = AtomicDouble()

    /// - Parameter bounds: In rising order.
    init(_ id: SeriesID, bounds: [Double]) {
        self.id = id
        self.bounds = bounds
        buckets = (0...bounds.count).map { _ in Bucket() }
    }

    /// The sum and the buckets are read one after the other, so a value that is recorded meanwhile may be counted in
    /// only some of them.
    var value: MetricSample.Value {
        .distribution(
            Distribution(
                bounds: bounds,
                counts: buckets.map { $0.count.load(ordering: .relaxed) },
                sum: sum.value
            )
        )
    }

    var lines: Int { buckets.count + 2 }

    func record(_ value: Int64) { record(Double(value)) }

    /// NaN belongs to no bucket, and would make the sum NaN.
    func record(_ value: Double) {
        guard value.isFinite else { return }
        var index = 0
        while index < bounds.count, value > bounds[index] { index += 1 }
        buckets[index].count.wrappingAdd(1, ordering: .relaxed)
        sum.add(value)
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
}
