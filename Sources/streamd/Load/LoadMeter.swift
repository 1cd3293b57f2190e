import Synchronization

/// Turns what viewers count into reports, second by second and on the whole.
final class LoadMeter: Sendable {
    private struct State {
        let start = ContinuousClock.now
        var last: (LoadTally, ContinuousClock.Instant)?
        var clockError: Int64?
    }

    private let generator: LoadGenerator
    private let viewers: Int
    private let state = Mutex(State())

    init(_ generator: LoadGenerator, viewers: Int) {
        self.generator = generator
        self.viewers = viewers
    }

    func clocksDiffer(by microseconds: Int64) {
        state.withLock { $0.clockError = microseconds }
    }

    /// What came since the last time.
    func second() async throws -> LoadReport {
        let tally = try await generator.tally()
        return state.withLock { state in
            let now = ContinuousClock.now
            let (before, then) = state.last ?? (LoadTally(), state.start)
            state.last = (tally, now)
            return LoadReport(
                tally.since(before),
                viewers: viewers,
                seconds: (now - then) / .seconds(1),
                latencyError: state.clockError
            )
        }
    }

    /// What came from the beginning on, and whether that is all that should have come.
    func whole() async throws -> (LoadReport, isClean: Bool) {
        let tally = try await generator.tally()
        let report = state.withLock { state in
            LoadReport(
                tally,
                viewers: viewers,
                seconds: (ContinuousClock.now - state.start) / .seconds(1),
                latencyError: state.clockError
            )
        }
        let ended = tally.ended.filter { $0.key != "end-of-stream" }
        return (report, tally.unaccounted == 0 && ended.isEmpty)
    }
}
