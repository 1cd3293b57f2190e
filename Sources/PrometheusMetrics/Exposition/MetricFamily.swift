/// All samples of one metric name at one moment.
public struct MetricFamily: Hashable, Sendable {
    /// The metric type, by Prometheus' name for it.
    public enum Kind: String, Hashable, Sendable {
        /// Only grows, until the process restarts.
        case counter
        /// Rises and falls.
        case gauge
        /// Counts values by the buckets that they fall into.
        case histogram
    }

    public var name: String
    public var kind: Kind
    /// One sentence for the people who read the metrics.
    public var help: String?
    public var samples: [MetricSample]

    public init(_ name: String, _ kind: Kind, help: String? = nil, samples: [MetricSample]) {
        self.name = name
        self.kind = kind
        self.help = help
        self.samples = samples
    }

    /// The names of the lines in the text format. Each line name belongs to one family only.
    var lineNames: [String] {
        switch kind {
        case .counter, .gauge: [name]
        case .histogram: [name, name + "_bucket", name + "_count", name + "_sum"]
        }
    }
}

/// One sample of a family, identified by its labels.
public struct MetricSample: Hashable, Sendable {
    public enum Value: Hashable, Sendable {
        case integer(Int64)
        case real(Double)
        case distribution(Distribution)
    }

    public var labels: [MetricLabel]
    public var value: Value

    public init(_ value: Value, labels: [MetricLabel] = []) {
        self.labels = labels
        self.value = value
    }
}

/// A label and its value.
public struct MetricLabel: Hashable, Sendable, Comparable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    public static func < (a: MetricLabel, b: MetricLabel) -> Bool {
        (a.name, a.value) < (b.name, b.value)
    }
}

/// A distribution of values.
public struct Distribution: Hashable, Sendable {
    /// Upper bounds of the buckets, in rising order.
    public var bounds: [Double]
    /// The count of each bucket, and last, the count of values above every bound.
    public var counts: [Int64]
    public var sum: Double

    public init(bounds: [Double], counts: [Int64], sum: Double) {
        self.bounds = bounds
        self.counts = counts
        self.sum = sum
    }
}
