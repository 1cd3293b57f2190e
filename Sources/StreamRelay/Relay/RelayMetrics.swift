import CoreMetrics
import Metrics
import StreamProtocol
import Synchronization

/// What a relay counts. Labels have few values, so that a dashboard stays small.
struct RelayMetrics: Sendable {
    let connections = Population("streamd_connections")
    let publishers = Population("streamd_publishers")
    let viewers = Population("streamd_viewers")
    let streams = Gauge(label: "streamd_streams")
    let logBytes = Gauge(label: "streamd_log_bytes")
    let framesReceived = Counter(label: "streamd_frames_received_total")
    let bytesReceived = Counter(label: "streamd_bytes_received_total")
    let framesSent = Counter(label: "streamd_frames_sent_total")
    let bytesSent = Counter(label: "streamd_bytes_sent_total")
    private let framesSkipped = Dictionary(
        uniqueKeysWithValues: [Gap.Reason.latency, .undecodable, .publisher].map { reason in
            (
                reason,
                Counter(label: "streamd_frames_skipped_total", dimensions: [("reason", reason.description)])
            )
        }
    )

    func skipped(_ gap: Gap) {
        framesSkipped[gap.reason]?.increment(by: Int64(clamping: gap.count))
    }

    /// Ends that have no code in the protocol, because nothing could be said about them.
    enum Trouble: String {
        /// TLS was not agreed on, or not in time.
        case tlsHandshake = "tls-handshake"
        /// What came broke TLS: a renegotiation, a forged record.
        case tlsBroken = "tls-broken"
        /// The peer closed, or half of it, before it said what it wants.
        case hungUp = "hung-up"
    }

    func ended(_ trouble: Trouble) {
        Counter(label: "streamd_endings_total", dimensions: [("code", trouble.rawValue)]).increment()
    }

    /// A connection was refused or ended with an error.
    func ended(_ code: ErrorCode) {
        Counter(label: "streamd_endings_total", dimensions: [("code", code.description)]).increment()
    }
}

/// How many there are of something, as a gauge that follows who comes and goes.
final class Population: Sendable {
    private let gauge: Gauge
    private let count = Atomic(0)

    init(_ label: String) {
        gauge = Gauge(label: label)
    }

    /// - Returns: How many there are now.
    @discardableResult
    func enter() -> Int { record(count.add(1, ordering: .relaxed).newValue) }

    @discardableResult
    func leave() -> Int { record(count.subtract(1, ordering: .relaxed).newValue) }

    private func record(_ count: Int) -> Int {
        gauge.record(count)
        return count
    }
}

/// What one event loop has moved since its last tick, in plain numbers: the metrics backend is told once a tick, not
/// once for every viewer and frame.
struct Traffic {
    var framesSent = 0
    var bytesSent = 0
    var framesReceived = 0
    var bytesReceived = 0

    /// A frame went out.
    mutating func sent(_ bytes: Int) {
        framesSent += 1
        bytesSent += bytes
    }

    mutating func report(to metrics: RelayMetrics) {
        metrics.framesSent.increment(by: framesSent)
        metrics.bytesSent.increment(by: bytesSent)
        metrics.framesReceived.increment(by: framesReceived)
        metrics.bytesReceived.increment(by: bytesReceived)
        self = Traffic()
    }
}
