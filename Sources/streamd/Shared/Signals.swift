import Platform
import UnixSignals

/// The signals that end a program.
enum Signals {
    /// The time in which work that was asked to stop does so, unless something hangs.
    static let gracePeriod = Duration.seconds(3)

    /// Turns a write to a closed pipe into an error instead of a signal.
    static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Runs `work` until it returns or SIGINT or SIGTERM arrives.
    ///
    /// - Parameter stop: Called with the signal. `work` is cancelled if it does not return within the time that this
    ///   returns. A second signal ends the program at once, also while a driver or sound server blocks a thread.
    /// - Returns: The signal; `nil` if `work` returned before one arrived.
    /// - Throws: What `work` throws, unless a signal has arrived.
    @discardableResult
    static func runUntilSignal(
        stop: @escaping @Sendable (UnixSignal) -> Duration = { _ in .zero },
        _ work: @escaping @Sendable () async throws -> Void
    ) async throws -> UnixSignal? {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        return try await withThrowingTaskGroup(of: UnixSignal?.self) { group in
            group.addTask {
                try await work()
                return nil
            }
            group.addTask {
                for await signal in signals {
                    restoreDefaults()
                    try await Task.sleep(for: stop(signal))
                    return signal
                }
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    /// Restores the default action of the signals: the next one ends the program.
    static func restoreDefaults() {
        signal(SIGINT, SIG_DFL)
        signal(SIGTERM, SIG_DFL)
    }
}

extension UnixSignal {
    /// The exit code of a program that the signal has ended, as shells report it.
    var exitCode: Int32 { 128 + rawValue }
}
