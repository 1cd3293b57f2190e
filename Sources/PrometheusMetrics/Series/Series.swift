import CoreMetrics

/// One time series that a registry keeps: a handler of swift-metrics that can be read.
protocol Series: AnyObject, Sendable {
    var id: SeriesID { get }
    var value: MetricSample.Value { get }
    /// How many lines it is in a scrape, which is what it costs Prometheus.
    var lines: Int { get }
}

extension Series {
    var lines: Int { 1 }
}

/// What tells a series from every other.
struct SeriesID: Hashable, Sendable {
    let name: String
    /// In the order of their names, each name once.
    let labels: [MetricLabel]

    init(_ label: String, _ dimensions: [(String, String)]) {
        name = MetricNames.metric(label)
        var labels: [String: String] = [:]
        for (name, value) in dimensions { labels[MetricNames.label(name)] = value }
        self.labels = labels.map { MetricLabel($0.key, $0.value) }.sorted()
    }
}
