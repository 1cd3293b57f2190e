import NIOCore
import Platform
import StreamClient
import StreamProtocol

/// A viewer's statistics for each second.
final class WatchStatistics: Sendable {
    private struct State {
        var pictures = Frames()
        var sound = Frames()
        var soundTracks: Set<TrackID> = []
        var epoch: UInt32 = 0
        var clock: ClockEstimate?
        /// The time of the welcome, by the wall clock.
        var joinedAt = Int64.min
        var intervalBytes = 0
        var errorBound: Int64?
        var intervalStart = ContinuousClock.now

        func kind(of track: TrackID) -> WritableKeyPath<State, Frames> {
            soundTracks.contains(track) ? \.sound : \.pictures
        }
    }

    /// The frames of one kind of track.
    private struct Frames {
        var received: UInt64 = 0
        var missed: UInt64 = 0
        var interval = 0
        var latencies: [Int64] = []

        mutating func beginInterval() {
            interval = 0
            latencies = []
        }
    }

    private let state = Mutex(State())

    func joined() {
        state.withLock { $0.joinedAt = WallClock.system.now }
    }

    func follow(_ table: TrackTable) {
        state.withLock { $0.soundTracks = Set(table.tracks.filter { $0.kind == .audio }.map(\.id)) }
    }

    func received(_ frame: Frame) {
        let now = WallClock.system.now
        state.withLock { state in
            let kind = state.kind(of: frame.header.track)
            state[keyPath: kind].received += 1
            state.epoch = frame.header.epoch
            state[keyPath: kind].interval += 1
            state.intervalBytes += frame.message.readableBytes
            if let latency = state.clock?.captureToReceive(captureTime: frame.header.captureTime, now: now),
                // Frames captured before the viewer joined are old because it requested them.
                state.joinedAt == .min || latency.microseconds <= now - state.joinedAt
            {
                state[keyPath: kind].latencies.append(latency.microseconds)
                state.errorBound = latency.errorBound
            }
        }
    }

    func missed(_ gap: Gap) {
        guard gap.reason != .notRequested else { return }
        // The count comes from the network: a wrong one must not trap.
        state.withLock { state in state[keyPath: state.kind(of: gap.track)].missed &+= gap.count }
    }

    func adopt(_ clock: ClockEstimate) {
        state.withLock { $0.clock = clock }
    }

    /// Prints a report every second until the task is cancelled.
    func report() async throws {
        while true {
            try await Task.sleep(for: .seconds(1))
            let summary = takeInterval()
            if Terminal.errorIsTerminal { Terminal.replaceLine(summary.line) } else { Terminal.printLine(summary.json) }
        }
    }

    /// Prints the rest since the last report.
    func finish() {
        let summary = takeInterval()
        if Terminal.errorIsTerminal {
            Terminal.replaceLine(summary.line)
            Terminal.endLine()
        } else {
            Terminal.printLine(summary.json)
        }
    }

    /// The statistics since the last summary.
    func takeInterval() -> WatchSummary {
        state.withLock { state in
            let now = ContinuousClock.now
            let seconds = max((now - state.intervalStart) / .seconds(1), 0.001)
            let latencies = (state.pictures.interval > 0 ? state.pictures : state.sound).latencies.sorted()
            let summary = WatchSummary(
                frames: state.pictures.received,
                framesPerSecond: Double(state.pictures.interval) / seconds,
                audioFrames: state.sound.received,
                audioFramesPerSecond: Double(state.sound.interval) / seconds,
                bitRate: Double(state.intervalBytes * 8) / seconds,
                missed: state.pictures.missed,
                audioMissed: state.sound.missed,
                epoch: state.epoch,
                medianLatency: latencies.percentile(50),
                highLatency: latencies.percentile(95),
                errorBound: state.errorBound
            )
            state.intervalStart = now
            state.intervalBytes = 0
            state.pictures.beginInterval()
            state.sound.beginInterval()
            return summary
        }
    }
}

extension [Int64] {
    /// A percentile of sorted values; `nil` if there are none.
    fileprivate func percentile(_ rank: Int) -> Int64? {
        isEmpty ? nil : self[Swift.min(count - 1, count * rank / 100)]
    }
}

/// The statistics of one second, as a line or as JSON.
struct WatchSummary: Hashable, Sendable {
    /// Pictures.
    var frames: UInt64
    var framesPerSecond: Double
    /// Frames of sound.
    var audioFrames: UInt64
    var audioFramesPerSecond: Double
    /// Bits per second, of whole messages.
    var bitRate: Double
    /// Pictures that gaps reported.
    var missed: UInt64
    /// Frames of sound that gaps reported.
    var audioMissed: UInt64
    var epoch: UInt32
    /// Microseconds; `nil` if the clock offset or the capture times are unknown.
    var medianLatency: Int64?
    var highLatency: Int64?
    var errorBound: Int64?

    /// For a terminal.
    var line: String {
        var parts = [
            "\(frames) pictures", "\(Self.rounded(framesPerSecond)) fps", "\(Self.rounded(bitRate / 1e6, 2)) Mbit/s",
            "\(missed) missed",
        ]
        if audioFrames > 0 || audioMissed > 0 { parts.append("\(audioFrames) of sound (\(audioMissed) missed)") }
        if let medianLatency, let highLatency, let errorBound {
            parts.append(
                "latency \(Self.milliseconds(medianLatency)) ms (p95 \(Self.milliseconds(highLatency)) "
                    + "± \(Self.milliseconds(errorBound)))"
            )
        }
        return parts.joined(separator: "  ")
    }

    /// A JSON object on one line.
    var json: String {
        let latency: [(String, Int64?)] = [
            ("latencyP50", medianLatency), ("latencyP95", highLatency), ("latencyError", errorBound),
        ]
        let fields =
            [
                "\"frames\":\(frames)", "\"fps\":\(Self.rounded(framesPerSecond))",
                "\"bitRate\":\(Int64(bitRate))", "\"missed\":\(missed)", "\"audioFrames\":\(audioFrames)",
                "\"audioFps\":\(Self.rounded(audioFramesPerSecond))", "\"audioMissed\":\(audioMissed)",
                "\"epoch\":\(epoch)",
            ] + latency.map { "\"\($0)\":\($1.map { "\(Self.milliseconds($0))" } ?? "null")" }
        return "{" + fields.joined(separator: ",") + "}"
    }

    private static func milliseconds(_ microseconds: Int64) -> Double { rounded(Double(microseconds) / 1e3, 2) }

    private static func rounded(_ value: Double, _ digits: Int = 1) -> Double {
        let scale = digits == 1 ? 10.0 : 100.0
        return (value * scale).rounded() / scale
    }
}
