import Platform

/// Notices when this process did not run for a while, so that a time that it measured means nothing.
final class StallMonitor: Sendable {
    /// How late a timer may come on a busy machine.
    private static let tolerance = Duration.seconds(1)
    private static let interval = Duration.milliseconds(100)

    private let count = Mutex(0)

    /// How often the process stood still.
    var stalls: Int { count.withLock { $0 } }

    /// Looks until the task is cancelled.
    func run() async {
        let clock = ContinuousClock()
        var last = clock.now
        while (try? await Task.sleep(for: Self.interval)) != nil {
            let now = clock.now
            if now - last > Self.tolerance { count.withLock { $0 += 1 } }
            last = now
        }
    }
}
