import DequeModule

/// A segment whose hook is to run.
struct HookJob: Hashable, Sendable {
    /// The stream's name.
    var stream: String
    /// The stream's folder.
    var folder: String
    var day: String
    var entry: JournalEntry
    var attempts = 0
}

/// Decides which hook runs next. Each runs until it succeeds, or has failed ``attempts`` times.
struct HookQueue: Sendable {
    /// Hooks that run at the same time at most: enough to hide waits for a network, few enough for a small machine.
    static let parallelism = 4
    /// How often a hook is tried.
    static let attempts = 5
    /// Segments that wait in memory at most. Further ones stay in the journal until the next start.
    static let capacity = 100_000
    /// The first pause after a failure in microseconds, 10 s; each further one is four times as long.
    static let pause: Int64 = 10_000_000

    private var waiting: Deque<HookJob> = []
    private var failed: [(time: Int64, job: HookJob)] = []
    private(set) var running = 0

    /// Segments whose hook waits, or is to be tried again.
    var count: Int { waiting.count + failed.count }

    /// Adds a segment.
    ///
    /// - Returns: Whether there was room.
    mutating func append(_ job: HookJob) -> Bool {
        guard count < Self.capacity else { return false }
        waiting.append(job)
        return true
    }

    /// The next hook to run; `nil` if none is due, or enough of them run.
    ///
    /// - Parameter now: By a clock that is never set, in microseconds.
    mutating func next(at now: Int64) -> HookJob? {
        guard running < Self.parallelism else { return nil }
        if let index = failed.firstIndex(where: { $0.time <= now }) {
            running += 1
            return failed.remove(at: index).job
        }
        guard let job = waiting.popFirst() else { return nil }
        running += 1
        return job
    }

    /// When ``next(at:)`` may have a hook that failed; `nil` if there is none.
    var deadline: Int64? { failed.map(\.time).min() }

    /// A hook has ended.
    ///
    /// - Returns: Whether it is done with: it succeeded, or is not tried again.
    mutating func ended(_ job: HookJob, succeeded: Bool, at now: Int64) -> Bool {
        running -= 1
        guard !succeeded else { return true }
        var job = job
        job.attempts += 1
        guard job.attempts < Self.attempts else { return true }
        let pause = (1..<job.attempts).reduce(Self.pause) { pause, _ in pause * 4 }
        failed.append((now + pause, job))
        return false
    }
}
