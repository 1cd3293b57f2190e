import Platform

/// Turns the viewers' statistics into reports for each second and for the whole run.
final class LoadMeter: Sendable {
    private struct State {
        let start = ContinuousClock.now
        var last: (LoadStatistics, ContinuousClock.Instant)?
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

    /// The report since the last call.
    func interval() async throws -> LoadReport {
        let statistics = try await generator.statistics()
        return state.withLock { state in
            let now = ContinuousClock.now
            let (before, then) = state.last ?? (LoadStatistics(), state.start)
            state.last = (statistics, now)
            return LoadReport(
                statistics.since(before),
                viewers: viewers,
                seconds: (now - then) / .seconds(1),
                latencyError: state.clockError
            )
        }
    }

    /// The report of the whole run, and whether every viewer received everything.
    func total() async throws -> (LoadReport, isClean: Bool) {
        let statistics = try await generator.statistics()
        let report = state.withLock { state in
            LoadReport(
                statistics,
                viewers: viewers,
                seconds: (ContinuousClock.now - state.start) / .seconds(1),
                latencyError: state.clockError
            )
        }
        let ended = statistics.ended.filter { $0.key != "end-of-stream" }
        return (report, statistics.unaccounted == 0 && ended.isEmpty)
    }
}
