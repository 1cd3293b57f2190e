import DequeModule
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
    /// The viewers who are at the head with nothing unsent.
    private var lanes = SteadyLanes<ViewerSession>()
    /// All others.
    private var others: [ViewerSession] = []
    private var fallen: [FallenViewer<ViewerSession>] = []
    /// How many viewers there are of each batch, where there is one.
    private var batches: [TimeAmount: Batch] = [:]
    private var delivering: TimeAmount?
    /// Entries that came before one that another loop is still handing over, in order: they are all this loop's own.
    private var early: Deque<(entry: LogEntry, position: Int)> = []

    private struct Batch {
        var viewers = 0
        /// Whether what came since the last delivery is on its way.
        var isScheduled = false
    }

    init(stream: Stream, log: FrameLog, loop: RelayLoop) {
        self.stream = stream
        self.log = log
        self.loop = loop
    }

    // MARK: The log

    /// Takes the next entry and gives it to every viewer who can take it.
    func append(_ entry: LogEntry, at position: Int) {
        guard position == log.end else {
            if position > log.end { early.append((entry, position)) }
            return
        }
        append(entry)
        while early.first?.position == log.end, let next = early.popFirst() { append(next.entry) }
    }

    private func append(_ entry: LogEntry) {
        let now = entry.arrival
        log.append(entry)
        deliver(.zero)
        drop(before: firstKept(at: now), now: now)
        for batch in batches.keys { schedule(batch) }
    }

    /// Drops what has become too old while nothing is appended.
    func tidy(at now: NIODeadline) {
        guard log.isQuiet(at: now) else { return }
        let kept = firstKept(at: now)
        if kept > log.start { drop(before: kept, now: now) }
    }

    private func firstKept(at now: NIODeadline) -> Int {
        log.firstKept(at: now, share: stream.memory.logShare(of: log.bounds.bytes))
    }

    private func drop(before kept: Int, now: NIODeadline) {
        for batch in batches.keys where lanes.areBehind(kept, batch: batch) { deliver(batch) }
        tellOthers(of: log, keeping: kept, now: now)
        log.drop(before: kept)
    }

    /// The log is passed on, not read from the property for each viewer: that would retain and release its parts every
    /// time.
    private func tellOthers(of log: FrameLog, keeping kept: Int, now: NIODeadline) {
        // Viewers may leave during the walk; the copy that `for` holds is not disturbed.
        for viewer in others {
            viewer.logDidGrow(log, keeping: kept, isDue: viewer.batch == .zero, now: now)
        }
    }

    /// What counts the memory of the entry before `position`, where the log has it.
    func charge(before position: Int) -> MemoryCharge? {
        log.start < position && position <= log.end ? log.charge(at: position - 1) : nil
    }

    // MARK: Delivery

    /// Gives the lanes of a batch what they do not have yet.
    private func deliver(_ batch: TimeAmount) {
        guard lanes.count > 0, let writer = loop.writer else { return }
        lanes.deliver(log, batch: batch, by: writer, fallen: &fallen) { moved, viewers in
            loop.traffic.sent(moved, to: viewers)
        }
        guard !fallen.isEmpty else { return }
        // Going on by itself, a viewer may leave, or sit down again.
        let fallen = self.fallen
        self.fallen.removeAll(keepingCapacity: true)
        for viewer in fallen { settle(viewer.viewer) }
        for viewer in fallen { viewer.viewer.fell(viewer) }
    }

    private func schedule(_ batch: TimeAmount) {
        guard batches[batch]?.isScheduled == false else { return }
        batches[batch]?.isScheduled = true
        let this = NIOLoopBound(self, eventLoop: loop.eventLoop)
        loop.eventLoop.scheduleTask(in: batch) { this.value.deliverAll(batch) }
    }

    /// A batch is due: its viewers get what has come since the last one.
    private func deliverAll(_ batch: TimeAmount) {
        batches[batch]?.isScheduled = false
        deliver(batch)
        delivering = batch
        defer { delivering = nil }
        let (log, now) = (log, NIODeadline.now())
        for viewer in others where viewer.batch == batch {
            viewer.logDidGrow(log, keeping: log.start, isDue: true, now: now)
        }
    }

    /// Whether the lanes of this batch have just been given everything.
    func isDelivering(_ batch: TimeAmount) -> Bool { delivering == batch }

    // MARK: Viewers

    func add(_ viewer: ViewerSession) {
        settle(viewer)
        if viewer.batch > .zero { batches[viewer.batch, default: Batch()].viewers += 1 }
    }

    /// Takes a viewer out.
    ///
    /// - Returns: What it was given in a lane, if it sat in one.
    func remove(_ viewer: ViewerSession) -> FallenViewer<ViewerSession>? {
        let fallen = lanes.leave(viewer)
        unsettle(viewer)
        if let batch = batches[viewer.batch] {
            batches[viewer.batch] =
                batch.viewers > 1 ? Batch(viewers: batch.viewers - 1, isScheduled: batch.isScheduled) : nil
        }
        if others.isEmpty, lanes.count == 0 {
            stream.removeShard(of: loop)
            loop.forget(self)
        }
        return fallen
    }

    /// Gives a viewer who has everything a seat in a lane, if it can sit among others.
    func seat(_ viewer: ViewerSession, socket: CInt, cursor: Cursor) {
        guard lanes.enter(viewer, socket: socket, cursor: cursor, batch: viewer.batch, log: log) else { return }
        unsettle(viewer)
    }

    /// Takes a viewer out of its lane; it goes on by itself.
    func stand(_ viewer: ViewerSession) -> FallenViewer<ViewerSession>? {
        guard let fallen = lanes.leave(viewer) else { return nil }
        settle(viewer)
        return fallen
    }

    private func settle(_ viewer: ViewerSession) {
        viewer.slot = others.count
        others.append(viewer)
    }

    private func unsettle(_ viewer: ViewerSession) {
        guard let slot = viewer.slot else { return }
        viewer.slot = nil
        let last = others.removeLast()
        if last !== viewer {
            others[slot] = last
            last.slot = slot
        }
    }

    // MARK: Status

    /// What a viewer was given since it sits in a lane.
    func given(to viewer: ViewerSession) -> Moved { lanes.given(to: viewer) }

    /// How far behind a viewer is who sits in a lane.
    func lag(of viewer: ViewerSession, at now: NIODeadline) -> TimeAmount { lanes.lag(of: viewer, in: log, now: now) }

    /// How far behind viewers are, and how many are equally far.
    func forEachLag(at now: NIODeadline, _ body: (TimeAmount, Int) -> Void) {
        lanes.forEachLag(in: log, now: now, body)
        for viewer in others { body(viewer.lag(at: now), 1) }
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
