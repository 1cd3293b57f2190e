import StreamProtocol

/// A metric that a relay reports to swift-metrics, as a backend must know it beforehand.
///
/// Labels have few values, all known beforehand, so that the number of series grows neither with viewers nor with
/// streams.
public struct RelayMetric: Hashable, Sendable {
    /// The metric's label in swift-metrics.
    public let name: String
    /// One sentence that says what is counted.
    public let help: String
    /// Upper bounds of a timer's buckets, in seconds; empty for other metrics.
    public let buckets: [Double]

    private init(_ name: String, _ help: String, buckets: [Double] = []) {
        self.name = name
        self.help = help
        self.buckets = buckets
    }

    /// All metrics of a relay.
    public static let all: [RelayMetric] = [
        .acceptFailures, .acceptedConnections, .connections, .endings, .eventLoopDelay, .gaps, .joins,
        .keyFrameRequests, .logBytes, .logLimit, .memory, .memoryLimit, .publishers, .receivedBytes, .receivedFrames,
        .redirects, .sentBytes, .sentFrames, .skippedFrames, .streams, .timeToFirstFrame, .upstreamConnections,
        .upstreamFailures, .upstreams, .viewerLag, .viewers,
    ]

    // MARK: Connections

    static let streams = RelayMetric(
        "streamd_streams",
        "Streams that are published (live), wait for their publisher to return (interrupted) or for a first one (waiting)."
    )
    static let viewers = RelayMetric("streamd_viewers", "Viewers, by carrier.")
    static let publishers = RelayMetric("streamd_publishers", "Publishers.")
    static let connections = RelayMetric(
        "streamd_connections",
        "Open connections, including those without a hello."
    )
    static let acceptedConnections = RelayMetric(
        "streamd_accepted_connections_total",
        "Accepted connections, including those that were refused afterwards."
    )
    static let acceptFailures = RelayMetric(
        "streamd_accept_failures_total",
        "How often a listener had no file descriptor or memory for a further connection."
    )
    static let endings = RelayMetric(
        "streamd_endings_total",
        "Connections and requests that were refused or ended by an error, by error code or other reason."
    )

    static let upstreams = RelayMetric("streamd_upstreams", "Streams that this relay takes from other relays.")
    static let upstreamConnections = RelayMetric(
        "streamd_upstream_connections_total",
        "Welcomes of other relays, from which this relay takes streams."
    )
    static let upstreamFailures = RelayMetric(
        "streamd_upstream_failures_total",
        "Streams that this relay gave up to take from another relay, because trying again does not help."
    )

    static let redirects = RelayMetric(
        "streamd_redirects_total",
        "Publishers and viewers that this relay sent to another relay."
    )

    // MARK: Traffic

    static let receivedFrames = RelayMetric(
        "streamd_received_frames_total",
        "Frames that publishers, and relays upstream, sent."
    )
    static let receivedBytes = RelayMetric(
        "streamd_received_bytes_total",
        "Bytes of all received messages, without the overhead of TLS, WebSocket and TCP."
    )
    static let sentFrames = RelayMetric(
        "streamd_sent_frames_total",
        "Frames sent to viewers, by carrier."
    )
    static let sentBytes = RelayMetric(
        "streamd_sent_bytes_total",
        "Bytes of all sent messages, without the overhead of TLS, WebSocket and TCP, by carrier."
    )
    static let skippedFrames = RelayMetric(
        "streamd_skipped_frames_total",
        "Frames in the gaps that viewers received, by reason."
    )
    static let gaps = RelayMetric(
        "streamd_gaps_total",
        "Gaps that viewers received, by reason."
    )
    static let keyFrameRequests = RelayMetric(
        "streamd_key_frame_requests_total",
        "Key frame requests to publishers; the relay merges the requests of all viewers."
    )
    static let logBytes = RelayMetric("streamd_log_bytes", "Memory of the logs of all streams.")
    static let logLimit = RelayMetric(
        "streamd_log_limit_bytes",
        "The limit of the memory of the logs of all current streams."
    )

    static let memory = RelayMetric(
        "streamd_memory_bytes",
        "Used memory of the budget, by purpose."
    )
    static let memoryLimit = RelayMetric(
        "streamd_memory_limit_bytes",
        "The limit of the memory of logs, viewers, publishers and connections together."
    )

    // MARK: Delay

    static let joins = RelayMetric("streamd_joins_total", "Admitted viewers, by start position.")
    static let timeToFirstFrame = RelayMetric(
        "streamd_time_to_first_frame_seconds",
        "Time from the admission of a viewer of a live stream until its first frame is sent, by start position.",
        buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    )
    static let viewerLag = RelayMetric(
        "streamd_viewer_lag_seconds",
        "The age of the oldest frame that a viewer was not sent yet; sampled once a second for every viewer.",
        buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10]
    )
    static let eventLoopDelay = RelayMetric(
        "streamd_event_loop_delay_seconds",
        "How late the timer of an event loop is; measured once to four times a second.",
        buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
    )
}

/// A value of a metric's label.
protocol MetricLabelValue {
    var labelValue: String { get }
}

extension ConnectionFailure: MetricLabelValue {
    var labelValue: String { rawValue }
}

extension ErrorCode: MetricLabelValue {
    /// The codes of errors: all but those of an orderly end.
    static let failures = registered.filter { $0.rawValue >> 8 != 0 }

    var labelValue: String { description }
}

extension Gap.Reason: MetricLabelValue {
    /// The reasons in the gaps that viewers are sent.
    static let sent: [Gap.Reason] = [.latency, .undecodable, .publisher, .notRequested]

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

/// Why a connection failed, where no code of the protocol says it.
enum ConnectionFailure: String, Hashable, Sendable, CaseIterable {
    /// The TLS handshake failed, or did not end in time.
    case tlsHandshake = "tls-handshake"
    /// The peer broke TLS: a renegotiation, or a forged record.
    case tlsError = "tls-broken"
    /// The peer closed the connection, or its half of it, before its hello.
    case closedEarly = "hung-up"
}
