import CoreMetrics
import Platform

/// A time series of a registry: a handler of swift-metrics that can be read.
protocol Series: AnyObject, Sendable {
    var id: SeriesID { get }
    var value: MetricSample.Value { get }
    /// The number of lines in a scrape.
    var lines: Int { get }
}

extension Series {
    var lines: Int { 1 }
}

/// The identity of a series.
struct SeriesID: Hashable, Sendable {
    let name: String
    /// Sorted by name; each name occurs once.
    let labels: [MetricLabel]

    init(_ label: String, _ dimensions: [(String, String)]) {
        name = MetricNames.metric(label)
        var labels: [String: String] = [:]
        for (name, value) in dimensions { labels[MetricNames.label(name)] = value }
        self.labels = labels.map { MetricLabel($0.key, $0.value) }.sorted()
    }
}

/// A floating-point number that several threads update.
final class AtomicDouble: Sendable {
    private let bits = Atomic<UInt64>(0)

    var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }

    func set(_ value: Double) {
        bits.store(value.bitPattern, ordering: .relaxed)
    }

    func add(_ amount: Double) {
        var old = bits.load(ordering: .relaxed)
        while true {
            let new = (Double(bitPattern: old) + amount).bitPattern
            let (exchanged, current) = bits.weakCompareExchange(expected: old, desired: new, ordering: .relaxed)
            if exchanged { return }
            old = current
        }
    }
}

/// A value that rises and falls: a meter, or a recorder that does not aggregate.
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
