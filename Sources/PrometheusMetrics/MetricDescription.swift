/// What a registry is told of a metric beforehand, since swift-metrics passes on no more than its label.
public struct MetricDescription: Hashable, Sendable {
    /// The label that the metric is made with.
    public var name: String
    /// One sentence that says what is counted, for whoever reads a scrape.
    public var help: String
    /// Upper bounds of a histogram's buckets, in the metric's own unit (seconds, for a timer). Without any,
    /// ``standardBuckets`` hold.
    public var buckets: [Double]

    /// Seconds from a few milliseconds to ten seconds: what most programs wait for.
    public static let standardBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    public init(_ name: String, help: String, buckets: [Double] = []) {
        self.name = name
        self.help = help
        self.buckets = buckets
    }

    /// The bounds in rising order, each once. Infinity is a bucket of every histogram anyway.
    var bounds: [Double] {
        let finite = Set(buckets.filter(\.isFinite)).sorted()
        return finite.isEmpty ? Self.standardBuckets : finite
    }
}
