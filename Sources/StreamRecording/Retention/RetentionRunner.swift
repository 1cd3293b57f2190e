import Logging
import Platform

/// Removes segments by a policy, on a thread of its own.
final class RetentionRunner: Sendable {
    /// The time between two looks at the disk, in microseconds: 5 s. At 1 Gbit/s, 600 MB arrive within it.
    static let interval: Int64 = 5_000_000

    private struct State {
        var index: RetentionIndex
        var isStopped = false
        var removed: UInt64 = 0
        var removedBytes: UInt64 = 0
    }

    private let directory: String
    private let logger: Logger
    private let growing: @Sendable () -> UInt64
    private let changed: @Sendable () -> Void
    private let state: Guarded<State>

    /// - Parameters:
    ///   - growing: Returns the bytes of the files that grow.
    ///   - changed: Is called on a thread after a change of ``counts``.
    init(
        _ policy: RetentionPolicy,
        in directory: String,
        growing: @escaping @Sendable () -> UInt64,
        logger: Logger,
        changed: @escaping @Sendable () -> Void
    ) {
        self.directory = directory
        self.growing = growing
        self.logger = logger
        self.changed = changed
        state = Guarded(State(index: RetentionIndex(policy)))
    }

    /// Adds the days that a stream has, or a segment that is finished.
    func add(stream: String, day: String, bytes: UInt64, segment: SegmentName? = nil) {
        state.change { $0.index.add(stream: stream, day: day, bytes: bytes, segment: segment) }
    }

    /// Bytes of all finished segments; segments that were removed, and their bytes.
    var counts: (bytes: UInt64, removed: UInt64, removedBytes: UInt64) {
        state.change { ($0.index.total, $0.removed, $0.removedBytes) }
    }

    /// Starts the thread.
    func start() throws(StorageError) {
        guard SystemThread.start("retention", { [self] in work() }) else { throw StorageError(directory, EAGAIN) }
    }

    func stop() { state.change { $0.isStopped = true } }

    private func work() {
        while !state.change(\.isStopped) {
            apply()
            _ = state.wait(atMost: Self.interval) { $0.isStopped ? true : nil }
        }
    }

    /// Removes what is due.
    func apply() {
        while !state.change(\.isStopped) {
            let use = DiskUse(
                now: SystemClock.wallTime,
                growing: growing(),
                free: Folder.space(at: directory)?.free
            )
            guard let action = state.change({ $0.index.next(use) }) else { return }
            switch action {
            case .list(let stream, let day):
                let segments = list(stream, day)
                state.change { $0.index.listed(stream, segments) }
            case .remove(let segment):
                // A file that cannot be removed counts as removed: it must not keep others from it.
                remove(segment)
                state.change { state in
                    state.index.removed(segment)
                    state.removed += 1
                    state.removedBytes += segment.bytes
                }
            case .removeDay(let stream, let day):
                removeDay("\(directory)/\(stream)/\(day)")
                state.change { $0.index.removedDay(stream: stream, day: day) }
            }
            changed()
        }
    }

    private func list(_ stream: String, _ day: String) -> [RetentionIndex.Segment] {
        let path = "\(directory)/\(stream)/\(day)"
        var sizes: [SegmentName: UInt64] = [:]
        var finished: Set<SegmentName> = []
        for file in Folder.names(in: path) ?? [] where file.hasSuffix(".mp4") {
            guard let name = SegmentName(day: day, file: file) else { continue }
            sizes[name, default: 0] += FileStatus(path: "\(path)/\(file)")?.size ?? 0
            if file == name.file { finished.insert(name) }
        }
        return finished.map { RetentionIndex.Segment(stream: stream, name: $0, bytes: sizes[$0] ?? 0) }
    }

    private func remove(_ segment: RetentionIndex.Segment) {
        let path = "\(directory)/\(segment.stream)/\(segment.name.day)"
        for file in [segment.name.file, segment.name.initializationFile] {
            if unlink("\(path)/\(file)") != 0, errno != ENOENT {
                logger.warning("segment not removed", metadata: ["error": "\(StorageError("\(path)/\(file)"))"])
            }
        }
    }

    /// Removes the folder of a day, unless there are other files in it than the recorder's.
    private func removeDay(_ path: String) {
        let names = Folder.names(in: path) ?? []
        let own = names.filter { name in
            name == SegmentFolder.journalFile || name == DayPlaylist.file
                || name.hasSuffix(SegmentName.initializationSuffix)
        }
        guard own.count == names.count else { return }
        for name in own { unlink("\(path)/\(name)") }
        rmdir(path)
    }
}
