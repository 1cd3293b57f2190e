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

    /// How far a lane came.
    fileprivate enum Progress {
        /// To the log's end.
        case whole
        /// As far as a run goes; there is more to gather.
        case part
        /// To something that is told to each viewer by itself: a gap, the end of the stream, or nothing that could be
        /// decoded.
        case blocked
    }

    /// Takes the cursor on through the log.
    fileprivate mutating func gather(from log: FrameLog, into run: inout MessageRun) -> Progress {
        while true {
            var ahead = cursor
            switch ahead.next(in: log) {
            case .send(let message):
                guard run.hasRoom(for: message) else { return .part }
                run.append(frame: message)
            case .inform(let message):
                guard run.hasRoom(for: message) else { return .part }
                run.append(message)
            case .passed: break
            case .caughtUp:
                cursor = ahead
                return cursor.sees(nothingOf: log) ? .blocked : .whole
            case .announce, .ended: return .blocked
            }
            cursor = ahead
        }
    }
}

/// Where a viewer goes on whose socket took only a part of a run.
private struct Remainder {
    /// Behind the message that the socket did not take whole.
    private(set) var cursor: Cursor
    /// Up to there.
    private(set) var given = Moved()
    /// What is left of that message: the log's own bytes. All that follows stays in the log until the socket takes more.
    private(set) var rest = ByteBuffer()

    /// - Parameters:
    ///   - cursor: Where the run began.
    ///   - sent: Bytes that the socket took, fewer than the run has.
    init(of cursor: Cursor, in log: FrameLog, after sent: Int) {
        self.cursor = cursor
        while given.bytes <= sent {
            var ahead = self.cursor
            switch ahead.next(in: log) {
            case .send(let message):
                given.frames += 1
                given.bytes += message.readableBytes
                rest = message
            case .inform(let message):
                given.bytes += message.readableBytes
                rest = message
            case .passed: break
            case .announce, .caughtUp, .ended:
                // Only for a writer that reckons wrongly, which must not bring the relay down.
                rest = ByteBuffer()
                return
            }
            self.cursor = ahead
        }
        rest.moveReaderIndex(forwardBy: rest.readableBytes - (given.bytes - sent))
    }
}

/// A viewer who is in its lane no more, and goes on by itself.
struct FallenViewer<Viewer: SteadyViewer> {
    let viewer: Viewer
    fileprivate(set) var cursor: Cursor
    /// What it was given in the lane, the rest included.
    fileprivate(set) var given: Moved
    /// What its socket did not take of the last message it was given.
    fileprivate(set) var rest = ByteBuffer()
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
        viewer.seat.map { remove(at: $0) }
    }

    private mutating func remove(at seat: SteadySeat) -> FallenViewer<Viewer> {
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
        return FallenViewer(viewer: viewer, cursor: lanes[lane].cursor, given: given)
    }

    /// Gives what is new in the log to all viewers of one batch.
    ///
    /// - Parameters:
    ///   - fallen: Takes the viewers who must go on by themselves.
    ///   - sent: Called with what was given to how many.
    mutating func deliver(
        _ log: FrameLog,
        batch: TimeAmount,
        by writer: any FanOutWriter,
        fallen: inout [FallenViewer<Viewer>],
        sent: (Moved, Int) -> Void
    ) {
        for lane in lanes.indices where lanes[lane].batch == batch {
            var progress = SteadyLane<Viewer>.Progress.part
            while progress == .part, !lanes[lane].viewers.isEmpty {
                let began = lanes[lane].cursor
                progress = lanes[lane].gather(from: log, into: &run)
                if !run.isEmpty { send(log, from: began, to: lane, by: writer, fallen: &fallen, sent: sent) }
            }
            if progress == .blocked { dissolve(lane, into: &fallen) }
        }
    }

    /// Sends the run, which the log has from `began` on.
    private mutating func send(
        _ log: FrameLog,
        from began: Cursor,
        to lane: Int,
        by writer: any FanOutWriter,
        fallen: inout [FallenViewer<Viewer>],
        sent: (Moved, Int) -> Void
    ) {
        // Lent, so that it is not copied while it is filled; its memory is kept.
        var shortfalls: [Shortfall] = []
        swap(&shortfalls, &self.shortfalls)
        defer { swap(&shortfalls, &self.shortfalls) }
        run.withBytes { [sockets = lanes[lane].sockets] in writer.send($0, to: sockets, shortfalls: &shortfalls) }
        sent(run.size, lanes[lane].viewers.count - shortfalls.count)
        // From the last on, so that those who take the places of the fallen have been looked at.
        for shortfall in shortfalls.reversed() {
            guard let seat = lanes[lane].viewers[shortfall.index].seat else { continue }
            let remainder = Remainder(of: began, in: log, after: max(0, shortfall.sent))
            sent(remainder.given, 1)
            var viewer = remove(at: seat)
            viewer.cursor = remainder.cursor
            viewer.given = viewer.given + remainder.given
            viewer.rest = remainder.rest
            fallen.append(viewer)
        }
        lanes[lane].given = lanes[lane].given + run.size
        shortfalls.removeAll(keepingCapacity: true)
        run.removeAll()
    }

    private mutating func dissolve(_ lane: Int, into fallen: inout [FallenViewer<Viewer>]) {
        while let seat = lanes[lane].viewers.last?.seat { fallen.append(remove(at: seat)) }
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
