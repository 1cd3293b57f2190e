import NIOCore
import StreamClient
import StreamProtocol
import Synchronization

/// How a viewer fares, second by second.
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
        // The count comes from outside: a wrong one must not trap.
        state.withLock { $0.missed &+= gap.count }
    }

    func adopt(_ clock: ClockEstimate) {
        state.withLock { $0.clock = clock }
    }

    /// Prints a report every second, until cancelled.
    func report() async throws {
        while true {
            try await Task.sleep(for: .seconds(1))
            let summary = takeInterval()
            if Terminal.errorIsTerminal { Terminal.update(summary.line) } else { Terminal.say(summary.json) }
        }
    }

    /// Prints what has come since the last report.
    func finish() {
        let summary = takeInterval()
        if Terminal.errorIsTerminal { Terminal.update(summary.line + "\n") } else { Terminal.say(summary.json) }
    }

    private func takeInterval() -> WatchSummary {
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
    /// A percentile of sorted values; `nil` where there are none.
    fileprivate func percentile(_ rank: Int) -> Int64? {
        isEmpty ? nil : self[Swift.min(count - 1, count * rank / 100)]
    }
}
