/// What carries a viewer's messages, as metrics tell it.
enum TrafficCarrier: Int, Hashable, Sendable, CaseIterable, MetricLabelValue {
    /// The protocol by itself.
    case tcp
    /// The protocol in TLS.
    case tls
    /// A response of HTTP, with or without TLS.
    case http
    /// WebSocket, with or without TLS.
    case webSocket

    init(_ carrier: Connection.Carrier, isEncrypted: Bool) {
        switch carrier {
        case .streamd: self = isEncrypted ? .tls : .tcp
        case .http: self = .http
        case .webSocket: self = .webSocket
        }
    }

    var labelValue: String {
        switch self {
        case .tcp: "tcp"
        case .tls: "tls"
        case .http: "http"
        case .webSocket: "websocket"
        }
    }
}

/// What one event loop has moved since its last tick, in plain numbers: the metrics backend is told once a tick, not
/// once for every viewer and frame.
///
/// All bytes of messages count, from the preface to the last word, before TLS or WebSocket adds its own; a viewer on
/// plain TCP that reads to the end has received exactly these. For a response of HTTP the messages count that it was made
/// from. What is written to a connection that breaks counts, whether it arrived or not.
struct Traffic {
    struct Flow {
        var frames = 0
        var bytes = 0
    }

    private(set) var received = Flow()
    /// By the raw value of the carrier.
    private var sent = InlineArray<4, Flow>(repeating: Flow())

    /// Bytes by all carriers.
    var sentBytes: Int { TrafficCarrier.allCases.reduce(0) { $0 + sent[$1.rawValue].bytes } }

    mutating func receivedFrame() {
        received.frames += 1
    }

    mutating func received(_ bytes: Int) {
        received.bytes += bytes
    }

    /// A frame was handed over.
    mutating func sentFrame(_ bytes: Int, by carrier: TrafficCarrier) {
        sent[carrier.rawValue].frames += 1
        sent[carrier.rawValue].bytes += bytes
    }

    /// So much was handed over to each of so many viewers on plain TCP.
    mutating func sent(_ moved: Moved, to viewers: Int) {
        sent[TrafficCarrier.tcp.rawValue].frames += moved.frames * viewers
        sent[TrafficCarrier.tcp.rawValue].bytes += moved.bytes * viewers
    }

    /// Another message was handed over.
    mutating func sent(_ bytes: Int, by carrier: TrafficCarrier) {
        sent[carrier.rawValue].bytes += bytes
    }

    mutating func report(to metrics: RelayMetrics) {
        metrics.received(received)
        for carrier in TrafficCarrier.allCases { metrics.sent(sent[carrier.rawValue], by: carrier) }
        self = Traffic()
    }
}
