/// The transport of a viewer's messages, as metrics distinguish it.
enum TrafficCarrier: Hashable, Sendable, CaseIterable, MetricLabelValue {
    /// The protocol on plain TCP.
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

    /// How many buffers a message is on its way to the socket: a frame of WebSocket has a header, and a chunk of HTTP an
    /// end too.
    var buffersPerMessage: Int {
        switch self {
        case .tcp, .tls: 1
        case .webSocket: 2
        case .http: 3
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

/// Frames and bytes that one event loop has moved since its last tick, in plain numbers: the metrics backend gets them
/// once a tick, not once for every viewer and frame.
///
/// All bytes of messages count, from the preface to the last message, before TLS or WebSocket adds its own. A viewer on
/// plain TCP that reads to the end has received exactly these. A response of HTTP counts by the messages that it was
/// made from. Bytes that are written to a connection that breaks count, whether they arrived or not.
struct Traffic {
    struct Flow {
        var frames = 0
        var bytes = 0
    }

    private(set) var received = Flow()
    private var sent = CarrierFlows()

    /// Bytes by all carriers.
    var sentBytes: Int { TrafficCarrier.allCases.reduce(0) { $0 + sent[$1].bytes } }

    mutating func receivedFrame() {
        received.frames += 1
    }

    mutating func received(_ bytes: Int) {
        received.bytes += bytes
    }

    /// A frame was written.
    mutating func sentFrame(_ bytes: Int, by carrier: TrafficCarrier) {
        sent[carrier].frames += 1
        sent[carrier].bytes += bytes
    }

    /// This much was written to each of this many viewers.
    mutating func sent(_ transferred: TransferCount, to viewers: Int, by carrier: TrafficCarrier) {
        sent[carrier].frames += transferred.frames * viewers
        sent[carrier].bytes += transferred.bytes * viewers
    }

    /// Another message was written.
    mutating func sent(_ bytes: Int, by carrier: TrafficCarrier) {
        sent[carrier].bytes += bytes
    }

    mutating func report(to metrics: RelayMetrics) {
        if received.bytes > 0 { metrics.received(received) }
        for carrier in TrafficCarrier.allCases where sent[carrier].bytes > 0 {
            metrics.sent(sent[carrier], by: carrier)
        }
        self = Traffic()
    }
}

/// A flow for each carrier, without an allocation of its own.
private struct CarrierFlows {
    var tcp = Traffic.Flow()
    var tls = Traffic.Flow()
    var http = Traffic.Flow()
    var webSocket = Traffic.Flow()

    subscript(carrier: TrafficCarrier) -> Traffic.Flow {
        get {
            switch carrier {
            case .tcp: tcp
            case .tls: tls
            case .http: http
            case .webSocket: webSocket
            }
        }
        set {
            switch carrier {
            case .tcp: tcp = newValue
            case .tls: tls = newValue
            case .http: http = newValue
            case .webSocket: webSocket = newValue
            }
        }
    }
}
