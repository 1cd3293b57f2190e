import CoreMetrics
import Synchronization

/// A backend of swift-metrics that Prometheus can scrape.
///
/// Counters, meters and gauges are atomic values, recorders and timers histograms with fixed buckets. Changing them takes
/// no lock; making and rendering them does.
///
/// Names are taken as they are, so they should follow Prometheus' conventions already: base units, `_total` at the end
/// of a counter's. A timer's name should end in `_seconds`, since that is what is shown whatever unit was recorded.
public final class PrometheusRegistry: MetricsFactory, Sendable {
    /// Lines that a scrape may have. A label with unbounded values is a mistake that would otherwise fill this process
    /// and then Prometheus; ten thousand are far more than a program has by design.
    public static let lineLimit = 10_000

    /// Gathers figures at the moment of a scrape.
    public typealias Collector = @Sendable () -> [MetricFamily]

    private static let refusals = "metrics_refused_series_total"

    private let descriptions: [String: MetricDescription]
    private let collectors: [Collector]
    private let table: Mutex<SeriesTable>

    /// - Parameters:
    ///   - descriptions: What is known of the metrics beforehand; others are shown without a help text.
    ///   - collectors: Asked at every scrape, on the thread that renders.
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

    /// All figures as they are now, in the format ``TextExposition/contentType`` names.
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
