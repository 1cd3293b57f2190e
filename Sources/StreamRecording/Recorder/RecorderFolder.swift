import Logging
import Platform

/// The folder of all recordings, with what works on it beside the recordings: recovery, retention and hooks.
final class RecorderFolder: Sendable {
    /// The file whose lock keeps a second recorder out. No stream's folder has this name.
    private static let lockFile = "+lock"
    /// How long hooks may go on when the recorder ends, in microseconds: 10 s.
    private static let hookPatience: Int64 = 10_000_000

    let path: String
    let retention: RetentionRunner
    let hooks: HookRunner?
    private let logger: Logger
    private let lock: CInt
    /// Streams whose recovery has begun, and those whose is done.
    private let recovered = Guarded((begun: Set<String>(), done: [String: [ResumePoint]]()))

    /// - Throws: ``StorageError``, or ``RecorderError`` if another recorder uses the folder.
    init(_ configuration: RecorderConfiguration, growing: @escaping @Sendable () -> UInt64) throws {
        path = configuration.directory
        logger = configuration.logger
        if FileStatus(path: path) == nil, mkdir(path, 0o755) != 0 { throw StorageError(path) }
        lock = open("\(path)/\(Self.lockFile)", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard lock >= 0 else { throw StorageError(path) }
        guard lockf(lock, F_TLOCK, 0) == 0 else {
            close(lock)
            throw RecorderError.inUse(path)
        }
        retention = RetentionRunner(
            configuration.retention,
            in: path,
            growing: growing,
            logger: logger,
            changed: configuration.statusChanged
        )
        hooks = configuration.hook.map { command in
            HookRunner(
                command,
                in: configuration.directory,
                logger: configuration.logger,
                changed: configuration.statusChanged
            )
        }
    }

    deinit { _ = closeDescriptor(lock) }

    /// Starts retention and hooks, and recovers the folders of all streams, on threads of their own.
    func start(_ policy: RetentionPolicy) throws(StorageError) {
        try hooks?.start()
        let isStarted = SystemThread.start("recovery") { [self] in
            for name in (Folder.names(in: path) ?? []).sorted() {
                guard let stream = StreamName(folder: name) else { continue }
                _ = recover(stream)
            }
            guard !policy.keepsEverything else { return }
            do throws(StorageError) {
                try retention.start()
            } catch {
                logger.error("retention not started", metadata: ["reason": "\(error)"])
            }
        }
        guard isStarted else { throw StorageError(path, EAGAIN) }
    }

    /// Stops retention and hooks. Hooks that are due get a little time.
    func stop() {
        retention.stop()
        let deadline = SystemClock.monotonicTime + Self.hookPatience
        while let hooks, hooks.counts.waiting > 0, SystemClock.monotonicTime < deadline { usleep(50_000) }
        hooks?.stop()
    }

    /// The path of a stream's folder.
    func folder(of stream: StreamName) -> String { "\(path)/\(stream.folder)" }

    /// Brings the folder of a stream in order, once. It blocks.
    ///
    /// - Returns: Where the recording goes on, for each stream instance.
    func recover(_ stream: StreamName) -> [ResumePoint] {
        let folder = stream.folder
        guard recovered.change({ $0.begun.insert(folder).inserted }) else {
            return recovered.wait { $0.done[folder] } ?? []
        }
        let result = recoverNow(stream)
        recovered.change { $0.done[folder] = result }
        return result
    }

    private func recoverNow(_ stream: StreamName) -> [ResumePoint] {
        let folder = SegmentFolder(folder(of: stream), hasHook: hooks != nil)
        var recovery = StreamRecovery(folder, at: SystemClock.wallTime)
        do throws(StorageError) {
            let result = try recovery.run()
            for name in result.repaired {
                logger.notice("file finished after a crash", metadata: ["stream": "\(stream)", "file": "\(name)"])
            }
            for failure in result.failures {
                logger.error("file not finished", metadata: ["stream": "\(stream)", "reason": "\(failure)"])
            }
            for day in result.days { retention.add(stream: stream.folder, day: day.day, bytes: day.bytes) }
            for due in result.hooksDue {
                hooks?.add(HookJob(stream: "\(stream)", folder: stream.folder, day: due.day, entry: due.entry))
            }
            return result.resume
        } catch {
            logger.error("folder not recovered", metadata: ["stream": "\(stream)", "reason": "\(error)"])
            return []
        }
    }

    /// A segment is finished.
    func finished(_ stream: StreamName, _ name: SegmentName, _ report: SegmentReport) {
        retention.add(stream: stream.folder, day: name.day, bytes: report.bytes, segment: name)
        guard let hooks else { return }
        let entry = JournalEntry(name, report, hasHook: true, at: SystemClock.wallTime)
        hooks.add(HookJob(stream: "\(stream)", folder: stream.folder, day: name.day, entry: entry))
    }
}

/// Why the recorder cannot begin.
public struct RecorderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence that says what is wrong and what to do.
    public let description: String

    static func inUse(_ path: String) -> RecorderError {
        RecorderError(description: "Another recorder writes to \(path); end it, or record to another folder.")
    }
}

private let closeDescriptor = close
