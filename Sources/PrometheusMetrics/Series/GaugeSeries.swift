import CoreMetrics

/// A value that goes up and down: a meter, or a recorder that does not aggregate.
final class GaugeSeries: Series, MeterHandler, RecorderHandler {
    let id: SeriesID
    private let level = AtomicDouble()

    init(_ id: SeriesID) {
        self.id = id
    }

    var value: MetricSample.Value { .real(level.value) }

    func set(_ value: Int64) { level.set(Double(value)) }
    func set(_ value: Double) { level.set(value) }
    func increment(by amount: Double) { level.add(amount) }
    func decrement(by amount: Double) { level.add(-amount) }
    func record(_ value: Int64) { level.set(Double(value)) }
    func record(_ value: Double) { level.set(value) }
}
