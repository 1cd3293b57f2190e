/// What a relay takes memory for, as the budget and the metrics tell it apart.
enum MemoryOwner: Int, Hashable, Sendable, CaseIterable, MetricLabelValue {
    /// Frames and other messages in the logs of streams.
    case logs
    /// What is on its way to viewers: messages that no log holds any more, and copies of their own, as TLS makes them.
    case viewers
    /// What publishers have sent of messages that are not whole yet, and what their bytes are read into.
    case publishers
    /// What every connection takes, whatever it is for.
    case connections

    var labelValue: String {
        switch self {
        case .logs: "logs"
        case .viewers: "viewers"
        case .publishers: "publishers"
        case .connections: "connections"
        }
    }
}
