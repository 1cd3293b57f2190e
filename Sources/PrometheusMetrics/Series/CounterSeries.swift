import CoreMetrics
import Platform

/// A counter of whole numbers.
final class CounterSeries: Series, CounterHandler {
    let id: SeriesID
    private let count = Atomic<Int64>(0)

    init(_ id: SeriesID) {
        self.id = id
    }

    var value: MetricSample.Value { .integer(count.load(ordering: .relaxed)) }

    /// Counters only grow; 0 and negative numbers change nothing.
    func increment(by amount: Int64) {
        guard amount > 0 else { return }
        count.wrappingAdd(amount, ordering: .relaxed)
    }

    func reset() {
        count.store(0, ordering: .relaxed)
    }
}

/// A counter of fractions, such as seconds.
final class FloatingCounterSeries: Series, FloatingPointCounterHandler {
    let id: SeriesID
    private let count = AtomicDouble()

    init(_ id: SeriesID) {
        self.id = id
    }

    var value: MetricSample.Value { .real(count.value) }

    /// Counters only grow; 0, negative numbers and NaN change nothing.
    func increment(by amount: Double) {
        guard amount > 0, amount.isFinite else { return }
        count.add(amount)
    }

    func reset() {
        count.set(0)
    }
}
