/// Runs cases and reports their results.
package struct CaseRunner<Trial: Sendable>: Sendable {
    package let cases: [ConformanceCase<Trial>]
    /// How many cases run at the same time. Those that need the other side for themselves run after these.
    package let concurrency: Int
    /// Opens and closes a trial for each case.
    package let withTrial: @Sendable (ConformanceCase<Trial>, (Trial) async throws -> Void) async throws -> Void

    package init(
        _ cases: [ConformanceCase<Trial>],
        concurrency: Int,
        withTrial:
            @escaping @Sendable (ConformanceCase<Trial>, (Trial) async throws -> Void) async throws -> Void
    ) {
        self.cases = cases
        self.concurrency = concurrency
        self.withTrial = withTrial
    }

    /// - Parameter finished: Is called with each result when it is there.
    /// - Returns: The results in the order of the cases.
    package func run(finished: @escaping @Sendable (CaseResult) -> Void) async -> [CaseResult] {
        let monitor = StallMonitor()
        let watch = Task { await monitor.run() }
        defer { watch.cancel() }
        var results: [String: CaseResult] = [:]
        let runs = [(cases.filter { !$0.isAlone }, concurrency), (cases.filter(\.isAlone), 1)]
        for (cases, concurrency) in runs {
            await withTaskGroup(of: CaseResult.self) { group in
                var waiting = cases[...]
                for _ in 0..<concurrency {
                    guard !Task.isCancelled, let next = waiting.popFirst() else { break }
                    group.addTask { await result(of: next, monitor) }
                }
                while let result = await group.next() {
                    results[result.name] = result
                    finished(result)
                    guard !Task.isCancelled, let next = waiting.popFirst() else { continue }
                    group.addTask { await self.result(of: next, monitor) }
                }
            }
        }
        return cases.compactMap { results[$0.name] }
    }

    private func result(of example: ConformanceCase<Trial>, _ monitor: StallMonitor) async -> CaseResult {
        var attempt = 1
        while true {
            let stalls = monitor.stalls
            let result = await attemptResult(of: example)
            // The machine stood still, or this program did: what came late or not at all proves nothing.
            guard case .failed = result.outcome, monitor.stalls != stalls, attempt < 3 else { return result }
            attempt += 1
        }
    }

    private func attemptResult(of example: ConformanceCase<Trial>) async -> CaseResult {
        let clock = ContinuousClock()
        let began = clock.now
        let outcome = await outcome(of: example)
        return CaseResult(
            name: example.name,
            clause: example.clause,
            rule: example.rule,
            outcome: outcome,
            duration: clock.now - began
        )
    }

    private func outcome(of example: ConformanceCase<Trial>) async -> CaseResult.Outcome {
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { group.cancelAll() }
                group.addTask { try await withTrial(example) { try await example.run($0) } }
                group.addTask {
                    try await Task.sleep(for: example.deadline)
                    throw Finding("The case did not come to its end within \(example.deadline).")
                }
                try await group.next()
            }
            return .passed
        } catch let reason as NotApplicable {
            return .skipped(reason.reason)
        } catch let finding as Finding {
            return .failed(finding)
        } catch is CancellationError {
            return .skipped("The run was stopped.")
        } catch {
            return .failed(Finding("The kit itself has a problem: \(error)."))
        }
    }
}
