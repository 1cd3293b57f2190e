import NIOCore
import StreamProtocol

/// Collects the figures of a watcher's reports to its relay.
struct ReceptionStatistics {
    /// The interval of reports, which people read as graphs.
    static let interval = Duration.seconds(5)

    /// Latencies that are kept for one report: more than five seconds at the highest usual frame rate.
    static let samples = 1024

    private var framesReceived: UInt64 = 0
    private var framesMissed: UInt64 = 0
    private var bytesReceived: UInt64 = 0
    private var latencies: [UInt32] = []
    private var count = 0
    private var last: ContinuousClock.Instant

    init(at now: ContinuousClock.Instant) {
        last = now
    }

    mutating func received(_ frame: Frame, latency: ClockEstimate.Latency?) {
        framesReceived += 1
        bytesReceived += UInt64(frame.message.readableBytes)
        guard let latency else { return }
        let microseconds = UInt32(clamping: latency.microseconds)
        if latencies.count < Self.samples {
            latencies.append(microseconds)
        } else {
            latencies[count % Self.samples] = microseconds
        }
        count += 1
    }

    /// A gap that the relay sent, or that the ledger found after a reconnection. Only the relay's gaps are reported to it.
    mutating func missed(_ gap: Gap) {
        guard gap.reason != .notRequested, gap.reason != .disconnected else { return }
        framesMissed &+= gap.count
    }

    /// The report, if one is due.
    mutating func reportIfDue(at now: ContinuousClock.Instant) -> ReceiverReport? {
        guard now - last >= Self.interval else { return nil }
        last = now
        defer {
            latencies = []
            count = 0
        }
        latencies.sort()
        return ReceiverReport(
            framesReceived: framesReceived,
            framesMissed: framesMissed,
            bytesReceived: bytesReceived,
            medianLatency: percentile(50),
            highLatency: percentile(95)
        )
    }

    private func percentile(_ part: Int) -> UInt32 {
        latencies.isEmpty ? 0 : latencies[(latencies.count - 1) * part / 100]
    }
}
