import NIOCore
import StreamProtocol
import Synchronization

/// One event loop's part of a stream: its own references to the log's entries, and the viewers it serves.
///
/// Belongs to its loop; nothing here is locked.
final class StreamShard {
    /// Bytes on their way to an event loop that is slower than the publisher: many frames of a fat stream, and little
    /// beside a log. Without a bound, a publisher who sends as fast as it can would fill the memory.
    static let longestBacklog = 8 * 1024 * 1024

    private let stream: Stream
    private unowned let loop: RelayLoop
    fileprivate(set) var log: FrameLog
    private var viewers: [ViewerSession] = []
    /// Entries that came before one that another loop is still handing over.
    private var early: [(entry: LogEntry, position: Int)] = []

    init(stream: Stream, log: FrameLog, loop: RelayLoop) {
        self.stream = stream
        self.log = log
        self.loop = loop
    }

    /// Takes the next entry and gives it to every viewer who can take it.
    func append(_ entry: LogEntry, at position: Int) {
        guard position == log.end else {
            if position > log.end { early.append((entry, position)) }
            return
        }
        append(entry)
        while let index = early.firstIndex(where: { $0.position == log.end }) {
            append(early.remove(at: index).entry)
        }
    }

    private func append(_ entry: LogEntry) {
        let now = entry.arrival
        log.append(entry)
        let kept = log.firstKept(at: now)
        tellViewers(of: log, keeping: kept, now: now)
        log.drop(before: kept)
    }

    /// Drops what has become too old while nothing is appended.
    func tidy(at now: NIODeadline) {
        guard log.isQuiet(at: now) else { return }
        let kept = log.firstKept(at: now)
        guard kept > log.start else { return }
        tellViewers(of: log, keeping: kept, now: now)
        log.drop(before: kept)
    }

    /// The log is passed on, not read from the property for each viewer: that would retain and release its parts every
    /// time.
    private func tellViewers(of log: FrameLog, keeping kept: Int, now: NIODeadline) {
        // Viewers may leave during the walk; the copy that `for` holds is not disturbed.
        for viewer in viewers {
            viewer.logDidGrow(log, keeping: kept, now: now)
        }
    }

    /// How far behind each viewer is.
    func forEachLag(at now: NIODeadline, _ body: (TimeAmount) -> Void) {
        for viewer in viewers { body(viewer.lag(at: now)) }
    }

    func add(_ viewer: ViewerSession) {
        viewer.slot = viewers.count
        viewers.append(viewer)
    }

    func remove(_ viewer: ViewerSession) {
        guard let slot = viewer.slot else { return }
        viewer.slot = nil
        let last = viewers.removeLast()
        if last !== viewer {
            viewers[slot] = last
            last.slot = slot
        }
        if viewers.isEmpty {
            stream.removeShard(of: loop)
            loop.forget(self)
        }
    }

    /// A shard as other threads may hold it.
    struct Handle: Sendable {
        private let bound: NIOLoopBound<StreamShard>
        private let eventLoop: any EventLoop
        private let backlog = Backlog()

        init(_ shard: StreamShard, on eventLoop: any EventLoop) {
            bound = NIOLoopBound(shard, eventLoop: eventLoop)
            self.eventLoop = eventLoop
        }

        var isOnThisLoop: Bool { eventLoop.inEventLoop }

        /// To be called on the shard's loop.
        var shard: StreamShard { bound.value }

        /// To be called on the shard's loop.
        func append(_ entry: LogEntry, at position: Int) { bound.value.append(entry, at: position) }

        func applyLater(_ bounds: FrameLog.Bounds) {
            eventLoop.execute { bound.value.log.bounds = bounds }
        }

        func appendLater(_ entry: LogEntry, at position: Int) {
            let backlog = backlog
            backlog.bytes.add(entry.cost, ordering: .relaxed)
            eventLoop.execute {
                backlog.bytes.subtract(entry.cost, ordering: .relaxed)
                bound.value.append(entry, at: position)
            }
        }

        /// Whether so much was handed over that the loop has not come to yet, that its publisher must wait.
        var isBehind: Bool { backlog.bytes.load(ordering: .relaxed) > StreamShard.longestBacklog }
    }

    /// What was handed over to a loop and has not arrived.
    private final class Backlog: Sendable {
        let bytes = Atomic(0)
    }
}
