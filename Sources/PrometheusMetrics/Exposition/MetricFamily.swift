/// Everything of one metric name, as it stands at one moment.
public struct MetricFamily: Hashable, Sendable {
    /// What kind of figures these are, by Prometheus' name for it.
    public enum Kind: String, Hashable, Sendable {
        /// Only grows, until the process starts anew.
        case counter
        /// Goes up and down.
        case gauge
        /// How often values fell under each of some bounds.
        case histogram
    }

    public var name: String
    public var kind: Kind
    /// One sentence for whoever reads the figures.
    public var help: String?
    public var samples: [MetricSample]

    public init(_ name: String, _ kind: Kind, help: String? = nil, samples: [MetricSample]) {
        self.name = name
        self.kind = kind
        self.help = help
        self.samples = samples
    }

    /// The names of the lines that it is written as, each of which is to belong to one family only.
    var lineNames: [String] {
        switch kind {
        case .counter, .gauge: [name]
        case .histogram: [name, name + "_bucket", name + "_count", name + "_sum"]
        }
    }
}

/// One figure of a family, told from the others by its labels.
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

/// How often values were seen, by size.
public struct Distribution: Hashable, Sendable {
    /// Upper bounds, each belonging to its bucket, in rising order.
    public var bounds: [Double]
    /// How many values fell into each bucket, and last, how many were greater than every bound.
    public var counts: [Int64]
    public var sum: Double

    public init(bounds: [Double], counts: [Int64], sum: Double) {
        self.bounds = bounds
        self.counts = counts
        self.sum = sum
    }
}
