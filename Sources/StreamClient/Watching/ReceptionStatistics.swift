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
    /// Of pictures, and of all else that is not sound.
    private var latencies = Latencies()
    private var soundLatencies = Latencies()
    private var soundTracks: Set<TrackID> = []
    private var last: ContinuousClock.Instant

    init(at now: ContinuousClock.Instant) {
        last = now
    }

    mutating func follow(_ table: TrackTable) {
        soundTracks = Set(table.tracks.filter { $0.kind == .audio }.map(\.id))
    }

    mutating func received(_ frame: Frame, latency: ClockEstimate.Latency?) {
        framesReceived += 1
        bytesReceived += UInt64(frame.message.readableBytes)
        guard let latency else { return }
        let microseconds = UInt32(clamping: latency.microseconds)
        if soundTracks.contains(frame.header.track) {
            soundLatencies.add(microseconds)
        } else {
            latencies.add(microseconds)
        }
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
            latencies = Latencies()
            soundLatencies = Latencies()
        }
        // Sound is encoded in longer pieces than pictures, and there are more of them.
        let sorted = (latencies.isEmpty ? soundLatencies : latencies).sorted
        func percentile(_ part: Int) -> UInt32 { sorted.isEmpty ? 0 : sorted[(sorted.count - 1) * part / 100] }
        return ReceiverReport(
            framesReceived: framesReceived,
            framesMissed: framesMissed,
            bytesReceived: bytesReceived,
            medianLatency: percentile(50),
            highLatency: percentile(95)
        )
    }

    /// The newest latencies, in microseconds.
    private struct Latencies {
        private var values: [UInt32] = []
        private var count = 0

        var isEmpty: Bool { values.isEmpty }
        var sorted: [UInt32] { values.sorted() }

        mutating func add(_ microseconds: UInt32) {
            if values.count < ReceptionStatistics.samples {
                values.append(microseconds)
            } else {
                values[count % ReceptionStatistics.samples] = microseconds
            }
            count += 1
        }
    }
}
