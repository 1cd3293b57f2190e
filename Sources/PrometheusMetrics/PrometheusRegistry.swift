import CoreMetrics
import Platform

/// A backend of swift-metrics that Prometheus can scrape. (The package swift-prometheus cannot be resolved where this
/// project is built, so the project has its own.)
///
/// Counters, meters and gauges are atomic values; recorders and timers are histograms with fixed buckets. Updating them
/// takes no lock; creating and rendering them does.
///
/// Labels are used as names, so they should follow Prometheus' conventions: base units, and `_total` at the end of a
/// counter's name. A timer's name should end in `_seconds`, which is its unit in every scrape.
public final class PrometheusRegistry: MetricsFactory, Sendable {
    /// The most lines of a scrape. A label with unbounded values would otherwise fill the memory of this process and of
    /// Prometheus; a program has far fewer than ten thousand lines by design.
    public static let lineLimit = 10_000

    /// Collects metrics at the moment of a scrape.
    public typealias Collector = @Sendable () -> [MetricFamily]

    private static let refusals = "metrics_refused_series_total"

    private let descriptions: [String: MetricDescription]
    private let collectors: [Collector]
    private let table: Mutex<SeriesTable>

    /// - Parameters:
    ///   - descriptions: Help texts and buckets. Metrics without a description have no help text.
    ///   - collectors: Called at every scrape, on the thread that renders.
    public init(
        descriptions: [MetricDescription] = [],
        collectors: [Collector] = [],
        lineLimit: Int = PrometheusRegistry.lineLimit
    ) {
        self.descriptions = Dictionary(
            descriptions.map { (MetricNames.metric($0.name), $0) },
            uniquingKeysWith: { _, last in last }
        )
        self.collectors = collectors
        table = Mutex(SeriesTable(limit: lineLimit))
    }

    /// All metrics, in the format ``TextExposition/contentType``.
    public func render() -> String {
        var (families, refused) = table.withLock { ($0.families { descriptions[$0]?.help }, $0.refused) }
        families.append(
            MetricFamily(
                Self.refusals,
                .counter,
                help: "Series that were not made, because of their number or because their name was taken.",
                samples: [MetricSample(.integer(refused))]
            )
        )
        var taken = Set(families.flatMap(\.lineNames))
        for family in collectors.flatMap({ $0() }) where taken.isDisjoint(with: family.lineNames) {
            taken.formUnion(family.lineNames)
            families.append(family)
        }
        return TextExposition(families).text
    }

    // MARK: MetricsFactory

    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        obtain(label, dimensions, .counter, CounterSeries.init) ?? NOOPMetricsHandler.instance
    }

    public func makeFloatingPointCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        obtain(label, dimensions, .counter, FloatingCounterSeries.init) ?? NOOPMetricsHandler.instance
    }

    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        obtain(label, dimensions, .gauge, GaugeSeries.init) ?? NOOPMetricsHandler.instance
    }

    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        guard aggregate else {
            return obtain(label, dimensions, .gauge, GaugeSeries.init) ?? NOOPMetricsHandler.instance
        }
        return obtain(label, dimensions, .histogram, makeHistogram) ?? NOOPMetricsHandler.instance
    }

    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        obtain(label, dimensions, .histogram, makeHistogram) ?? NOOPMetricsHandler.instance
    }

    public func destroyCounter(_ handler: any CounterHandler) { release(handler) }
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { release(handler) }
    public func destroyMeter(_ handler: any MeterHandler) { release(handler) }
    public func destroyRecorder(_ handler: any RecorderHandler) { release(handler) }
    public func destroyTimer(_ handler: any TimerHandler) { release(handler) }

    private func obtain<Wanted: Series>(
        _ label: String,
        _ dimensions: [(String, String)],
        _ kind: MetricFamily.Kind,
        _ make: (SeriesID) -> Wanted
    ) -> Wanted? {
        table.withLock { $0.obtain(SeriesID(label, dimensions), kind, make: make) }
    }

    private func makeHistogram(_ id: SeriesID) -> HistogramSeries {
        HistogramSeries(id, bounds: descriptions[id.name]?.bounds ?? MetricDescription.standardBuckets)
    }

    private func release(_ handler: AnyObject) {
        guard let series = handler as? any Series else { return }
        table.withLock { $0.release(series) }
    }
}

/// The help text and buckets of a metric, because swift-metrics passes on nothing but a label.
public struct MetricDescription: Hashable, Sendable {
    /// The metric's label in swift-metrics.
    public var name: String
    /// One sentence that says what is counted.
    public var help: String
    /// Upper bounds of a histogram's buckets, in the metric's own unit (seconds, for a timer). If empty,
    /// ``standardBuckets`` apply.
    public var buckets: [Double]

    /// From a few milliseconds to ten seconds, which covers the waits of most programs.
    public static let standardBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    public init(_ name: String, help: String, buckets: [Double] = []) {
        self.name = name
        self.help = help
        self.buckets = buckets
    }

    /// The bounds in rising order, without duplicates. Infinity is a bucket of every histogram anyway.
    var bounds: [Double] {
        let finite = Set(buckets.filter(\.isFinite)).sorted()
        return finite.isEmpty ? Self.standardBuckets : finite
    }
}
