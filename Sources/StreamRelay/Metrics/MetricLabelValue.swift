import StreamProtocol

/// Something that a metric is told apart by.
protocol MetricLabelValue {
    var labelValue: String { get }
}

extension ConnectionTrouble: MetricLabelValue {
    var labelValue: String { rawValue }
}

extension ErrorCode: MetricLabelValue {
    /// The codes that tell of an error: all but those of an orderly end.
    static let failures = registered.filter { $0.rawValue >> 8 != 0 }

    var labelValue: String { description }
}

extension Gap.Reason: MetricLabelValue {
    /// The reasons that viewers are told.
    static let sent: [Gap.Reason] = [.latency, .undecodable, .publisher]

    var labelValue: String { description }
}

extension Hello.Start: MetricLabelValue {
    static let known: [Hello.Start] = [.randomAccessPoint, .live, .next]

    var labelValue: String {
        switch self {
        case .randomAccessPoint: "random-access-point"
        case .live: "live"
        case .next: "next"
        }
    }
}

extension StreamState: MetricLabelValue {
    static let known: [StreamState] = [.waiting, .live, .interrupted]

    var labelValue: String { description }
}
