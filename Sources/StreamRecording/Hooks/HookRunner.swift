import Logging
import Platform

/// Runs the hooks of finished segments, on threads of its own: a slow hook delays other hooks at most.
final class HookRunner: Sendable {
    /// How long a hook may run, in microseconds: an hour. Then it is ended, and counts as failed.
    static let timeout: Int64 = 3_600_000_000
    /// The pause between two looks at a hook that runs, in microseconds.
    private static let pollInterval: useconds_t = 50_000

    private struct State {
        var queue = HookQueue()
        var isStopped = false
        var completed: UInt64 = 0
        var failed: UInt64 = 0
    }

    private let command: String
    private let directory: String
    private let logger: Logger
    private let changed: @Sendable () -> Void
    private let state = Guarded(State())

    /// - Parameters:
    ///   - command: For the shell.
    ///   - directory: Where the streams' folders are.
    ///   - changed: Is called on a thread after a change of ``counts``.
    init(_ command: String, in directory: String, logger: Logger, changed: @escaping @Sendable () -> Void) {
        self.command = command
        self.directory = directory
        self.logger = logger
        self.changed = changed
    }

    /// Starts the threads.
    ///
    /// - Throws: ``StorageError`` if the system has no more.
    func start() throws(StorageError) {
        for number in 0..<HookQueue.parallelism {
            guard SystemThread.start("hook \(number)", { [self] in work() }) else {
                throw StorageError(directory, EAGAIN)
            }
        }
    }

    /// Lets no further hook begin. What is left runs after the next start.
    func stop() { state.change { $0.isStopped = true } }

    /// Adds a segment.
    func add(_ job: HookJob) {
        guard !state.change({ $0.queue.append(job) }) else { return }
        logger.warning("too many hooks wait", metadata: ["stream": "\(job.stream)", "file": "\(job.entry.file ?? "")"])
    }

    /// How many hooks wait, have succeeded, and were given up.
    var counts: (waiting: Int, completed: UInt64, failed: UInt64) {
        state.change { ($0.queue.count + $0.queue.running, $0.completed, $0.failed) }
    }

    private func work() {
        while let job = next() { run(job) }
    }

    private func next() -> HookJob? {
        while true {
            let deadline = state.change { $0.queue.deadline }
            let rest = deadline.map { max(0, $0 - SystemClock.monotonicTime) }
            let found: HookJob?? = state.wait(atMost: rest) { state in
                if state.isStopped { return .some(nil) }
                return state.queue.next(at: SystemClock.monotonicTime).map { .some($0) }
            }
            if let found { return found }
        }
    }

    private func run(_ job: HookJob) {
        let status = status(of: job)
        let isDone = state.change { state in
            state.queue.ended(job, succeeded: status == 0, at: SystemClock.monotonicTime)
        }
        guard let status else { return }
        let metadata: Logger.Metadata = [
            "stream": "\(job.stream)", "file": "\(job.day)/\(job.entry.file ?? "")", "status": "\(status)",
        ]
        if status != 0 { logger.warning(isDone ? "hook given up" : "hook failed", metadata: metadata) }
        guard isDone else { return }
        state.change { state in
            if status == 0 { state.completed += 1 } else { state.failed += 1 }
        }
        changed()
        var entry = JournalEntry(.hook, at: SystemClock.wallTime, file: job.entry.file)
        entry.status = status
        entry.attempts = job.attempts + 1
        do throws(StorageError) {
            try SegmentFolder("\(directory)/\(job.folder)", hasHook: true).append(entry, day: job.day)
        } catch {
            // Then it runs again after the next start: at least once.
            logger.warning(
                "hook not entered into the journal",
                metadata: metadata.merging(["error": "\(error)"]) { $1 }
            )
        }
    }

    /// Runs a hook to its end; `nil` if the recorder ends before.
    private func status(of job: HookJob) -> CInt? {
        guard let process = ChildProcess(shell: command, environment: job.environment(in: directory)) else {
            return 127
        }
        let deadline = SystemClock.monotonicTime + Self.timeout
        while true {
            if let status = process.poll() { return status }
            if state.change(\.isStopped) { return nil }
            if SystemClock.monotonicTime > deadline { process.kill() }
            usleep(Self.pollInterval)
        }
    }
}

extension HookJob {
    /// The facts that the hook receives in its environment.
    func environment(in directory: String) -> [String] {
        let recorded = (entry.spans ?? []).reduce(UInt64(0)) { $0 &+ $1.recorded }
        let missing = (entry.spans ?? []).reduce(UInt64(0)) { $0 &+ $1.missing }
        return [
            "STREAMD_FILE=\(directory)/\(folder)/\(day)/\(entry.file ?? "")",
            "STREAMD_STREAM=\(stream)",
            "STREAMD_START=\(entry.start ?? "")",
            "STREAMD_END=\(entry.end ?? "")",
            "STREAMD_DURATION=\(Double((entry.duration ?? 0) / 1_000) / 1_000)",
            "STREAMD_BYTES=\(entry.bytes ?? 0)",
            "STREAMD_FRAMES=\(recorded)",
            "STREAMD_MISSING=\(missing)",
        ]
    }
}
