import Platform
import UnixSignals

/// The signals that end a program.
enum Signals {
    /// Turns a write to a closed pipe into an error instead of a signal.
    static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Runs `work` until it returns or SIGINT or SIGTERM arrives.
    ///
    /// - Parameter stop: Called at the signal. `work` is cancelled if it does not return within `gracePeriod`. A second
    ///   signal ends the program at once, also while a driver or sound server blocks a thread.
    static func runUntilSignal(
        gracePeriod: Duration = .seconds(3),
        stop: @escaping @Sendable () -> Void,
        _ work: @escaping @Sendable () async throws -> Void
    ) async throws {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await work() }
            group.addTask {
                for await _ in signals {
                    restoreDefaults()
                    stop()
                    try await Task.sleep(for: gracePeriod)
                    return
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Restores the default action of the signals: the next one ends the program.
    static func restoreDefaults() {
        signal(SIGINT, SIG_DFL)
        signal(SIGTERM, SIG_DFL)
    }
}
