import NIOCore

/// A viewer that a lane can carry.
protocol SteadyViewer: AnyObject {
    /// Where it sits; `nil` while it goes on by itself. Belongs to ``SteadyLanes``.
    var seat: SteadySeat? { get set }
}

/// A viewer's place in a lane.
struct SteadySeat {
    fileprivate(set) var lane: Int
    fileprivate(set) var index: Int
    /// What the lane had given when the viewer came.
    fileprivate(set) var before: Moved
}

/// What somebody was given.
struct Moved: Equatable {
    var frames = 0
    var bytes = 0

    static func + (a: Moved, b: Moved) -> Moved { Moved(frames: a.frames + b.frames, bytes: a.bytes + b.bytes) }
    static func - (a: Moved, b: Moved) -> Moved { Moved(frames: a.frames - b.frames, bytes: a.bytes - b.bytes) }
}

/// Viewers who were given everything up to the same position, whose sockets have taken all of it, and who have the same
/// before them: one cursor goes for all, and what it says next goes to their sockets, which lie side by side.
struct SteadyLane<Viewer: SteadyViewer> {
    /// How long frames are gathered before they are sent together.
    let batch: TimeAmount
    fileprivate(set) var cursor: Cursor
    fileprivate(set) var sockets: [CInt] = []
    fileprivate(set) var viewers: [Viewer] = []
    /// What each socket was given since the lane began.
    fileprivate(set) var given = Moved()

    /// Takes the cursor to the log's end, or to where the lane cannot go on.
    ///
    /// - Returns: Whether it reached the end. Where it did not, something comes that is told to each viewer by itself:
    ///   a gap, the end of the stream, or nothing that could be decoded.
    fileprivate mutating func gather(from log: FrameLog, into run: inout MessageRun) -> Bool {
        while true {
            var ahead = cursor
            switch ahead.next(in: log) {
            case .send(let message): run.append(frame: message, log.charge(at: ahead.position - 1))
            case .inform(let message): run.append(message)
            case .caughtUp:
                cursor = ahead
                return !cursor.sees(nothingOf: log)
            case .announce, .ended: return false
            }
            cursor = ahead
        }
    }
}

/// A viewer who is in its lane no more, and goes on by itself.
struct FallenViewer<Viewer: SteadyViewer> {
    let viewer: Viewer
    let cursor: Cursor
    /// What it was given in the lane, the rest included.
    let given: Moved
    /// What its socket did not take of that.
    let rest: ByteBuffer
    /// What counts the memory of the messages that the rest is of.
    var charges: [MemoryCharge] = []
}

/// The lanes of a shard.
///
/// There are never two writers to a socket. It is in a lane only while NIO holds nothing for it: whoever brings it here
/// sees to that, and takes it away again before NIO holds anything. And a socket that does not take all it is given
/// leaves its lane before the lane writes again.
struct SteadyLanes<Viewer: SteadyViewer> {
    private var lanes: [SteadyLane<Viewer>] = []
    private var run = MessageRun()
    private var shortfalls: [Shortfall] = []
    private(set) var count = 0

    /// Gives a viewer a seat. It must have been given all that a lane of the same batch has been given: in the lanes
    /// without a batch, the whole log.
    ///
    /// - Returns: `false` where it cannot sit among others, because it sees nothing or is not where they are.
    mutating func enter(_ viewer: Viewer, socket: CInt, cursor: Cursor, batch: TimeAmount, log: FrameLog) -> Bool {
        guard viewer.seat == nil, cursor.isSteady, !cursor.sees(nothingOf: log) else { return false }
        let lane = lane(for: cursor, batch: batch)
        viewer.seat = SteadySeat(lane: lane, index: lanes[lane].sockets.count, before: lanes[lane].given)
        lanes[lane].sockets.append(socket)
        lanes[lane].viewers.append(viewer)
        count += 1
        return true
    }

    private mutating func lane(for cursor: Cursor, batch: TimeAmount) -> Int {
        var free: Int?
        for (index, lane) in lanes.enumerated() {
            if lane.viewers.isEmpty {
                free = index
            } else if lane.batch == batch, lane.cursor.isInStep(with: cursor) {
                return index
            }
        }
        let lane = SteadyLane<Viewer>(batch: batch, cursor: cursor)
        if let free {
            lanes[free] = lane
            return free
        }
        lanes.append(lane)
        return lanes.count - 1
    }

    /// Takes a viewer out of its lane.
    ///
    /// - Returns: Where it goes on; `nil` where it had no seat.
    mutating func leave(_ viewer: Viewer) -> FallenViewer<Viewer>? {
        guard let seat = viewer.seat else { return nil }
        return remove(at: seat, rest: ByteBuffer())
    }

    private mutating func remove(at seat: SteadySeat, rest: ByteBuffer) -> FallenViewer<Viewer> {
        let (lane, index) = (seat.lane, seat.index)
        let viewer = lanes[lane].viewers[index]
        lanes[lane].viewers.swapAt(index, lanes[lane].viewers.count - 1)
        lanes[lane].sockets.swapAt(index, lanes[lane].sockets.count - 1)
        lanes[lane].viewers.removeLast()
        lanes[lane].sockets.removeLast()
        if index < lanes[lane].viewers.count { lanes[lane].viewers[index].seat?.index = index }
        viewer.seat = nil
        count -= 1
        let given = lanes[lane].given - seat.before
        return FallenViewer(viewer: viewer, cursor: lanes[lane].cursor, given: given, rest: rest)
    }

    /// Gives what is new in the log to all viewers of one batch.
    ///
    /// - Parameters:
    ///   - fallen: Takes the viewers who must go on by themselves.
    ///   - sent: Called for each lane with what was given to how many.
    mutating func deliver(
        _ log: FrameLog,
        batch: TimeAmount,
        by writer: any FanOutWriter,
        fallen: inout [FallenViewer<Viewer>],
        sent: (Moved, Int) -> Void
    ) {
        for lane in lanes.indices where lanes[lane].batch == batch && !lanes[lane].viewers.isEmpty {
            let goesOn = lanes[lane].gather(from: log, into: &run)
            if !run.isEmpty {
                sent(run.size, lanes[lane].viewers.count)
                send(to: lane, by: writer, fallen: &fallen)
            }
            if !goesOn { dissolve(lane, into: &fallen) }
        }
    }

    private mutating func send(to lane: Int, by writer: any FanOutWriter, fallen: inout [FallenViewer<Viewer>]) {
        // Lent, so that it is not copied while it is filled; its memory is kept.
        var shortfalls: [Shortfall] = []
        swap(&shortfalls, &self.shortfalls)
        defer { swap(&shortfalls, &self.shortfalls) }
        run.withBytes { [sockets = lanes[lane].sockets] in writer.send($0, to: sockets, shortfalls: &shortfalls) }
        lanes[lane].given = lanes[lane].given + run.size
        // From the last on, so that those who take the places of the fallen have been looked at.
        for shortfall in shortfalls.reversed() {
            guard let seat = lanes[lane].viewers[shortfall.index].seat else { continue }
            var viewer = remove(at: seat, rest: run.rest(after: shortfall.sent))
            viewer.charges = run.charges
            fallen.append(viewer)
        }
        shortfalls.removeAll(keepingCapacity: true)
        run.removeAll()
    }

    private mutating func dissolve(_ lane: Int, into fallen: inout [FallenViewer<Viewer>]) {
        while let seat = lanes[lane].viewers.last?.seat {
            fallen.append(remove(at: seat, rest: ByteBuffer()))
        }
    }

    /// What a viewer was given since it sits here.
    func given(to viewer: Viewer) -> Moved {
        viewer.seat.map { lanes[$0.lane].given - $0.before } ?? Moved()
    }

    /// How far behind a viewer is who sits here.
    func lag(of viewer: Viewer, in log: FrameLog, now: NIODeadline) -> TimeAmount {
        viewer.seat.map { lanes[$0.lane].cursor.lag(in: log, now: now) } ?? .zero
    }

    /// How far behind the viewers of each lane are, and how many they are.
    func forEachLag(in log: FrameLog, now: NIODeadline, _ body: (TimeAmount, Int) -> Void) {
        for lane in lanes where !lane.viewers.isEmpty {
            body(lane.cursor.lag(in: log, now: now), lane.viewers.count)
        }
    }

    /// Whether a lane has yet to be given what lies before `position`.
    func areBehind(_ position: Int, batch: TimeAmount) -> Bool {
        lanes.contains { $0.batch == batch && !$0.viewers.isEmpty && $0.cursor.position < position }
    }
}
