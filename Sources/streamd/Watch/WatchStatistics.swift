import NIOCore
import Platform
import StreamClient
import StreamProtocol

/// A viewer's statistics for each second.
final class WatchStatistics: Sendable {
    private struct State {
        var frames: UInt64 = 0
        var missed: UInt64 = 0
        var epoch: UInt32 = 0
        var clock: ClockEstimate?
        var intervalFrames = 0
        var intervalBytes = 0
        var latencies: [Int64] = []
        var errorBound: Int64?
        var intervalStart = ContinuousClock.now
    }

    private let state = Mutex(State())

    func received(_ frame: Frame) {
        let now = WallClock.system.now
        state.withLock { state in
            state.frames += 1
            state.epoch = frame.header.epoch
            state.intervalFrames += 1
            state.intervalBytes += frame.payload.readableBytes
            if let latency = state.clock?.captureToReceive(captureTime: frame.header.captureTime, now: now) {
                state.latencies.append(latency.microseconds)
                state.errorBound = latency.errorBound
            }
        }
    }

    func missed(_ gap: Gap) {
        guard gap.reason != .notRequested else { return }
        // The count comes from the network: a wrong one must not trap.
        state.withLock { $0.missed &+= gap.count }
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
            Terminal.replaceLine(summary.line + "\n")
        } else {
            Terminal.printLine(summary.json)
        }
    }

    /// The statistics since the last summary.
    func takeInterval() -> WatchSummary {
        state.withLock { state in
            let now = ContinuousClock.now
            let seconds = max((now - state.intervalStart) / .seconds(1), 0.001)
            let latencies = state.latencies.sorted()
            let summary = WatchSummary(
                frames: state.frames,
                framesPerSecond: Double(state.intervalFrames) / seconds,
                bitRate: Double(state.intervalBytes * 8) / seconds,
                missed: state.missed,
                epoch: state.epoch,
                medianLatency: latencies.percentile(50),
                highLatency: latencies.percentile(95),
                errorBound: state.errorBound
            )
            state.intervalStart = now
            state.intervalFrames = 0
            state.intervalBytes = 0
            state.latencies = []
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
    var frames: UInt64
    var framesPerSecond: Double
    /// Bits per second.
    var bitRate: Double
    var missed: UInt64
    var epoch: UInt32
    /// Microseconds; `nil` if the clock offset or the capture times are unknown.
    var medianLatency: Int64?
    var highLatency: Int64?
    var errorBound: Int64?

    /// For a terminal.
    var line: String {
        var parts = [
            "\(frames) frames", "\(Self.rounded(framesPerSecond)) fps", "\(Self.rounded(bitRate / 1e6, 2)) Mbit/s",
            "\(missed) missed",
        ]
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
                "\"bitRate\":\(Int64(bitRate))", "\"missed\":\(missed)", "\"epoch\":\(epoch)",
            ] + latency.map { "\"\($0)\":\($1.map { "\(Self.milliseconds($0))" } ?? "null")" }
        return "{" + fields.joined(separator: ",") + "}"
    }

    private static func milliseconds(_ microseconds: Int64) -> Double { rounded(Double(microseconds) / 1e3, 2) }

    private static func rounded(_ value: Double, _ digits: Int = 1) -> Double {
        let scale = digits == 1 ? 10.0 : 100.0
        return (value * scale).rounded() / scale
    }
}
