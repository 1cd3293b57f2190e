import UnixSignals

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The signals by which a user ends a program.
enum Signals {
    /// Makes writing to a closed pipe an error that can be told from others.
    static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Runs `work` until it returns or SIGINT or SIGTERM comes.
    ///
    /// - Parameter stop: Is called at the signal; `work` is cancelled unless it returns by itself within `patience`.
    ///   Another signal ends the program at once, also where a driver or sound server keeps a thread for ever.
    static func endingAtSignal(
        patience: Duration = .seconds(3),
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
                    try await Task.sleep(for: patience)
                    return
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Has the next of them end the program.
    static func restoreDefaults() {
        signal(SIGINT, SIG_DFL)
        signal(SIGTERM, SIG_DFL)
    }
}
