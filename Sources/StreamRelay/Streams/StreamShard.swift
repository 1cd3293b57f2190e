import DequeModule
import NIOCore
import Platform
import StreamProtocol

/// One event loop's part of a stream: its own references to the log's entries, and the viewers it serves.
///
/// Belongs to its loop and has no lock. The table of ``ViewerSession`` lists the events between a shard and its
/// viewers.
final class StreamShard {
    /// Bytes on their way to an event loop that is slower than the publisher: many frames of a fast stream, and few
    /// beside a log. Without a bound, a publisher that sends as fast as it can would fill the memory.
    static let maximumBacklog = 8 * 1024 * 1024

    private let stream: Stream
    private unowned let loop: RelayLoop
    fileprivate(set) var log: FrameLog
    /// The viewers that have everything and for which NIO holds nothing.
    private var lanes = SteadyLanes<ViewerSession>()
    /// All other viewers.
    private var individualViewers: [ViewerSession] = []
    /// How many viewers are relays.
    private var relays = 0
    private var exits: [LaneExit<ViewerSession>] = []
    /// The viewers of each batch interval other than zero.
    private var batches: [TimeAmount: Batch] = [:]
    private var delivering: TimeAmount?
    /// This loop's own entries that arrived before an earlier one which another loop hands over, in order.
    private var outOfOrder: Deque<(entry: LogEntry, place: LogPlace)> = []

    private struct Batch {
        var viewers = 0
        /// Whether the entries since the last delivery are scheduled.
        var isScheduled = false
    }

    init(stream: Stream, log: FrameLog, loop: RelayLoop) {
        self.stream = stream
        self.log = log
        self.loop = loop
    }

    // MARK: The log

    /// Takes the next entry and gives it to every viewer that can take it.
    func append(_ entry: LogEntry, at place: LogPlace) {
        guard place.position == log.end else {
            if place.position > log.end { outOfOrder.append((entry, place)) }
            return
        }
        append(entry, keeping: place.firstKept)
        while outOfOrder.first?.place.position == log.end, let next = outOfOrder.popFirst() {
            append(next.entry, keeping: next.place.firstKept)
        }
    }

    private func append(_ entry: LogEntry, keeping kept: Int) {
        log.append(entry)
        if relays > 0 { deliverToRelays(at: entry.arrival) }
        deliver(.zero)
        drop(before: kept, now: entry.arrival)
        if !batches.isEmpty { for batch in batches.keys { schedule(batch) } }
    }

    /// Drops entries that are too old while nothing is appended.
    func expire(at now: NIODeadline) {
        guard log.isIdle(at: now) else { return }
        let kept = log.firstKept(at: now, share: stream.memory.logShare(of: log.bounds.bytes))
        if kept > log.start { drop(before: kept, now: now) }
    }

    private func drop(before kept: Int, now: NIODeadline) {
        if !batches.isEmpty {
            for batch in batches.keys where lanes.hasLaneBehind(kept, batch: batch) { deliver(batch) }
        }
        if !individualViewers.isEmpty { notifyIndividuals(of: log, keeping: kept, now: now) }
        if kept > log.start { log.drop(before: kept) }
    }

    /// The log is a parameter. Reading the property for each viewer would retain and release its parts every time.
    private func notifyIndividuals(of log: FrameLog, keeping kept: Int, now: NIODeadline) {
        // Viewers may leave during the loop, which iterates over a copy.
        for viewer in individualViewers {
            viewer.logDidGrow(log, keeping: kept, isDue: viewer.batch == .zero, now: now)
        }
    }

    /// The memory charge of the entry before `position`; `nil` if the log does not have it.
    func charge(before position: Int) -> MemoryCharge? {
        log.start < position && position <= log.end ? log.charge(at: position - 1) : nil
    }

    // MARK: Delivery

    /// Gives relays the newest entry before all other viewers: a relay has viewers of its own, and the delays of all
    /// relays on a path add up.
    private func deliverToRelays(at now: NIODeadline) {
        deliver(.zero, onlyToRelays: true)
        // Those that are in no lane.
        for viewer in individualViewers where viewer.isRelay && viewer.batch == .zero {
            viewer.logDidGrow(log, keeping: log.start, isDue: true, now: now)
        }
    }

    /// Gives the lanes of a batch the entries that they were not given yet.
    private func deliver(_ batch: TimeAmount, onlyToRelays: Bool = false) {
        guard lanes.count > 0 else { return }
        // Each use of the reference would retain the loop again.
        let loop = loop
        guard let writer = loop.writer else { return }
        lanes.deliver(
            &log,
            batch: batch,
            onlyToRelays: onlyToRelays,
            through: &loop.messages,
            by: writer,
            loop.encryptedSender,
            exits: &exits
        ) { transferred, viewers, carrier in
            loop.traffic.sent(transferred, to: viewers, by: carrier)
        }
        guard !exits.isEmpty else { return }
        // A viewer that goes on by itself may leave, or join a lane again.
        let exits = self.exits
        self.exits.removeAll(keepingCapacity: true)
        for exit in exits { addIndividual(exit.viewer) }
        for exit in exits { exit.viewer.didLeaveLane(exit) }
    }

    private func schedule(_ batch: TimeAmount) {
        guard batches[batch]?.isScheduled == false else { return }
        batches[batch]?.isScheduled = true
        let this = NIOLoopBound(self, eventLoop: loop.eventLoop)
        loop.eventLoop.scheduleTask(in: batch) { this.value.deliverAll(batch) }
    }

    /// A batch is due: its viewers are given the entries since the last delivery.
    private func deliverAll(_ batch: TimeAmount) {
        batches[batch]?.isScheduled = false
        deliver(batch)
        delivering = batch
        defer { delivering = nil }
        let (log, now) = (log, NIODeadline.now())
        for viewer in individualViewers where viewer.batch == batch {
            viewer.logDidGrow(log, keeping: log.start, isDue: true, now: now)
        }
    }

    /// Whether the lanes of this batch have just been given everything.
    func isDelivering(_ batch: TimeAmount) -> Bool { delivering == batch }

    // MARK: Viewers

    func add(_ viewer: ViewerSession) {
        addIndividual(viewer)
        if viewer.isRelay { relays += 1 }
        if viewer.batch > .zero { batches[viewer.batch, default: Batch()].viewers += 1 }
    }

    /// Removes a viewer.
    ///
    /// - Returns: What it was given in its lane; `nil` if it was in none.
    func remove(_ viewer: ViewerSession) -> LaneExit<ViewerSession>? {
        let exit = lanes.leave(viewer)
        removeIndividual(viewer)
        if viewer.isRelay { relays -= 1 }
        if let batch = batches[viewer.batch] {
            batches[viewer.batch] =
                batch.viewers > 1 ? Batch(viewers: batch.viewers - 1, isScheduled: batch.isScheduled) : nil
        }
        if individualViewers.isEmpty, lanes.count == 0 {
            stream.removeShard(of: loop)
            loop.remove(self)
        }
        return exit
    }

    /// Puts a viewer that has everything into a lane, if its cursor allows that.
    func joinLane(_ viewer: ViewerSession, socket: CInt, cursor: Cursor, kind: LaneKind) {
        guard lanes.enter(viewer, socket: socket, cursor: cursor, kind: kind, log: log) else { return }
        removeIndividual(viewer)
    }

    /// Takes a viewer out of its lane.
    func leaveLane(_ viewer: ViewerSession) -> LaneExit<ViewerSession>? {
        guard let exit = lanes.leave(viewer) else { return nil }
        addIndividual(viewer)
        return exit
    }

    private func addIndividual(_ viewer: ViewerSession) {
        viewer.individualIndex = individualViewers.count
        individualViewers.append(viewer)
    }

    private func removeIndividual(_ viewer: ViewerSession) {
        guard let individualIndex = viewer.individualIndex else { return }
        viewer.individualIndex = nil
        let last = individualViewers.removeLast()
        if last !== viewer {
            individualViewers[individualIndex] = last
            last.individualIndex = individualIndex
        }
    }

    // MARK: Status

    /// What a viewer was given since it joined its lane.
    func delivered(to viewer: ViewerSession) -> TransferCount { lanes.delivered(to: viewer) }

    /// The lag of a viewer in a lane.
    func lag(of viewer: ViewerSession, at now: NIODeadline) -> TimeAmount { lanes.lag(of: viewer, in: log, now: now) }

    /// Calls `body` with a lag and the number of viewers that have it.
    func forEachLag(at now: NIODeadline, _ body: (TimeAmount, Int) -> Void) {
        lanes.forEachLag(in: log, now: now, body)
        for viewer in individualViewers { body(viewer.lag(at: now), 1) }
    }

    /// A reference to a shard for other threads.
    final class Handle: Sendable {
        private let bound: NIOLoopBound<StreamShard>
        private let eventLoop: any EventLoop
        private let loop: ObjectIdentifier
        /// Bytes that were handed over to the loop and not taken yet.
        private let backlog = Atomic(0)

        init(_ shard: StreamShard, of loop: RelayLoop) {
            bound = NIOLoopBound(shard, eventLoop: loop.eventLoop)
            eventLoop = loop.eventLoop
            self.loop = ObjectIdentifier(loop)
        }

        func isShard(of loop: RelayLoop) -> Bool { self.loop == ObjectIdentifier(loop) }

        var isOnThisLoop: Bool { eventLoop.inEventLoop }

        /// To be called on the shard's loop.
        var shard: StreamShard { bound.value }

        /// To be called on the shard's loop.
        func append(_ entry: LogEntry, at place: LogPlace) { bound.value.append(entry, at: place) }

        func applyLater(_ bounds: FrameLog.Bounds) {
            eventLoop.execute { self.bound.value.log.bounds = bounds }
        }

        func appendLater(_ entry: LogEntry, at place: LogPlace) {
            backlog.add(entry.cost, ordering: .relaxed)
            eventLoop.execute {
                self.backlog.subtract(entry.cost, ordering: .relaxed)
                self.bound.value.append(entry, at: place)
            }
        }

        /// Whether so many bytes were handed over and not taken yet that the publisher must wait.
        var isBehind: Bool { backlog.load(ordering: .relaxed) > StreamShard.maximumBacklog }
    }
}
