import NIOCore

/// A viewer that a lane can carry.
protocol SteadyViewer: AnyObject {
    /// The position; `nil` while the viewer goes on by itself. Belongs to ``SteadyLanes``.
    var lanePosition: LanePosition? { get set }
    /// Encrypts its bytes; `nil` without TLS.
    var encryptor: (any EncryptingHandler)? { get }
}

/// A viewer's position in a lane.
struct LanePosition {
    fileprivate(set) var lane: Int
    fileprivate(set) var index: Int
    /// What the lane had given when the viewer joined.
    fileprivate(set) var baseline: TransferCount
}

/// Frames and bytes that a viewer was given.
struct TransferCount: Equatable {
    var frames = 0
    var bytes = 0

    static func + (a: TransferCount, b: TransferCount) -> TransferCount {
        TransferCount(frames: a.frames + b.frames, bytes: a.bytes + b.bytes)
    }
    static func - (a: TransferCount, b: TransferCount) -> TransferCount {
        TransferCount(frames: a.frames - b.frames, bytes: a.bytes - b.bytes)
    }
}

/// Viewers that were given everything up to the same position, whose sockets have taken all of it, and that are given
/// the same from there on. One cursor serves all of them. Their sockets lie side by side, so that a run goes to all
/// with one call.
struct SteadyLane<Viewer: SteadyViewer> {
    let kind: LaneKind
    fileprivate(set) var cursor: Cursor
    fileprivate(set) var sockets: [CInt] = []
    fileprivate(set) var viewers: [Viewer] = []
    /// What each viewer was given since the lane began.
    fileprivate(set) var delivered = TransferCount()

    /// How far a lane got.
    fileprivate enum Progress {
        /// To the end of the log.
        case complete
        /// To the end of a run; the log has more.
        case partial
        /// To an entry that each viewer handles by itself: a gap, the end of the stream, a frame that cannot be decoded,
        /// or a message that its carrier does not frame for all alike.
        case blocked
    }

    /// Moves the cursor through the log and collects messages.
    fileprivate mutating func collect(from log: FrameLog, into messages: inout CoalescedMessages) -> Progress {
        while true {
            let before = cursor.mark
            switch cursor.next(in: log) {
            case .send(let message) where messages.hasRoom(for: message):
                if messages.append(message, isFrame: true, framing: kind.framing) { continue }
                cursor.goBack(to: before)
                return .blocked
            case .sendControl(let message) where messages.hasRoom(for: message):
                if messages.append(message, isFrame: false, framing: kind.framing) { continue }
                cursor.goBack(to: before)
                return .blocked
            case .skipped: break
            case .caughtUp: return cursor.isBlockedOnKeyFrame(in: log) ? .blocked : .complete
            case .send, .sendControl:
                cursor.goBack(to: before)
                return .partial
            case .announce, .ended:
                cursor.goBack(to: before)
                return .blocked
            }
        }
    }
}

/// The exit of a viewer from its lane, and where the viewer goes on by itself.
struct LaneExit<Viewer: SteadyViewer> {
    let viewer: Viewer
    fileprivate(set) var cursor: Cursor
    /// What it was given in the lane, the remainder included.
    fileprivate(set) var delivered: TransferCount
    /// Records of its last messages that the socket did not take.
    fileprivate(set) var records: ByteBuffer?
    /// The part of its last message, after these, that is neither encrypted nor taken, framed, in pieces.
    fileprivate(set) var remainder: [ByteBuffer] = []
}

/// The lanes of a shard.
///
/// A socket never has two writers. It is in a lane only while NIO holds nothing for it: the caller checks that before
/// it enters, and takes it out before NIO holds anything. A socket that does not take a whole run leaves its lane
/// before the lane writes again.
struct SteadyLanes<Viewer: SteadyViewer> {
    private var lanes: [SteadyLane<Viewer>] = []
    private var shortfalls: [Shortfall] = []
    private(set) var count = 0

    /// Puts a viewer into a lane. It must have been given all that the lanes of the same batch were given: in the lanes
    /// without a batch, the whole log.
    ///
    /// - Returns: `false` if its cursor is not steady, or waits for a key frame.
    mutating func enter(_ viewer: Viewer, socket: CInt, cursor: Cursor, kind: LaneKind, log: FrameLog) -> Bool {
        guard viewer.lanePosition == nil, cursor.isSteady, !cursor.isBlockedOnKeyFrame(in: log) else { return false }
        let lane = lane(for: cursor, kind: kind)
        viewer.lanePosition = LanePosition(
            lane: lane,
            index: lanes[lane].sockets.count,
            baseline: lanes[lane].delivered
        )
        lanes[lane].sockets.append(socket)
        lanes[lane].viewers.append(viewer)
        count += 1
        return true
    }

    private mutating func lane(for cursor: Cursor, kind: LaneKind) -> Int {
        var free: Int?
        for (index, lane) in lanes.enumerated() {
            if lane.viewers.isEmpty {
                free = index
            } else if lane.cursor.isInStep(with: cursor), lane.kind == kind {
                return index
            }
        }
        let lane = SteadyLane<Viewer>(kind: kind, cursor: cursor)
        if let free {
            lanes[free] = lane
            return free
        }
        lanes.append(lane)
        return lanes.count - 1
    }

    /// Takes a viewer out of its lane.
    ///
    /// - Returns: Where it goes on; `nil` if it was in no lane.
    mutating func leave(_ viewer: Viewer) -> LaneExit<Viewer>? {
        viewer.lanePosition.map { remove(at: $0) }
    }

    private mutating func remove(at lanePosition: LanePosition) -> LaneExit<Viewer> {
        let (lane, index) = (lanePosition.lane, lanePosition.index)
        let viewer = lanes[lane].viewers[index]
        lanes[lane].viewers.swapAt(index, lanes[lane].viewers.count - 1)
        lanes[lane].sockets.swapAt(index, lanes[lane].sockets.count - 1)
        lanes[lane].viewers.removeLast()
        lanes[lane].sockets.removeLast()
        if index < lanes[lane].viewers.count { lanes[lane].viewers[index].lanePosition?.index = index }
        viewer.lanePosition = nil
        count -= 1
        let delivered = lanes[lane].delivered - lanePosition.baseline
        return LaneExit(viewer: viewer, cursor: lanes[lane].cursor, delivered: delivered)
    }

    /// Gives the new entries of the log to all viewers of one batch.
    ///
    /// - Parameters:
    ///   - log: Stays as it is. A copy would retain and release all its parts for every frame.
    ///   - onlyToRelays: Whether the other lanes are left for the next call.
    ///   - messages: Empty before and after. All lanes of an event loop use the same memory.
    ///   - exits: Takes the viewers that must go on by themselves.
    ///   - sent: Called with what was given, to how many viewers, and by which carrier.
    mutating func deliver(
        _ log: inout FrameLog,
        batch: TimeAmount,
        onlyToRelays: Bool = false,
        through messages: inout CoalescedMessages,
        by writer: any FanOutWriter,
        _ encrypted: EncryptedSender,
        exits: inout [LaneExit<Viewer>],
        sent: (TransferCount, Int, TrafficCarrier) -> Void
    ) {
        for lane in lanes.indices
        where lanes[lane].kind.batch == batch && (lanes[lane].kind.isOfRelays || !onlyToRelays) {
            var progress = SteadyLane<Viewer>.Progress.partial
            while progress == .partial, !lanes[lane].viewers.isEmpty {
                let start = lanes[lane].cursor.mark
                progress = lanes[lane].collect(from: log, into: &messages)
                guard !messages.isEmpty else { continue }
                send(messages, of: log, from: start, to: lane, by: writer, encrypted, exits: &exits, sent: sent)
                messages.removeAll()
            }
            if progress == .blocked { dissolve(lane, into: &exits) }
        }
    }

    /// Sends a run, which begins at `start` in the log.
    private mutating func send(
        _ messages: CoalescedMessages,
        of log: FrameLog,
        from start: Cursor.Mark,
        to lane: Int,
        by writer: any FanOutWriter,
        _ encrypted: EncryptedSender,
        exits: inout [LaneExit<Viewer>],
        sent: (TransferCount, Int, TrafficCarrier) -> Void
    ) {
        // The array is moved out, so that it is not copied while it is filled. Its memory is kept.
        var shortfalls: [Shortfall] = []
        swap(&shortfalls, &self.shortfalls)
        defer { swap(&shortfalls, &self.shortfalls) }
        var length = 0
        if !messages.hasNoBytes {
            messages.withBytes { bytes in
                length = bytes.count
                if lanes[lane].kind.isEncrypted {
                    let viewers = lanes[lane].viewers
                    encrypted.send(bytes, to: lanes[lane].sockets, shortfalls: &shortfalls) { viewers[$0].encryptor }
                } else {
                    writer.send(bytes, to: lanes[lane].sockets, shortfalls: &shortfalls)
                }
            }
        }
        sent(messages.size, lanes[lane].viewers.count - shortfalls.count, lanes[lane].kind.carrier)
        if !shortfalls.isEmpty {
            let whole = RunRemainder(cursor: lanes[lane].cursor, delivered: messages.size)
            let remainders = self.remainders(of: shortfalls, of: length, whole, in: log, from: start, to: lane)
            take(shortfalls, with: remainders, outOf: lane, into: &exits, sent: sent)
            shortfalls.removeAll(keepingCapacity: true)
        }
        lanes[lane].delivered = lanes[lane].delivered + messages.size
    }

    /// Takes viewers whose sockets did not take a whole run out of their lane.
    private mutating func take(
        _ shortfalls: [Shortfall],
        with remainders: [RunRemainder],
        outOf lane: Int,
        into exits: inout [LaneExit<Viewer>],
        sent: (TransferCount, Int, TrafficCarrier) -> Void
    ) {
        // The last viewers come first, so that the viewers that take the free places have been handled.
        for (shortfall, remainder) in zip(shortfalls, remainders).reversed() {
            guard let lanePosition = lanes[lane].viewers[shortfall.index].lanePosition else { continue }
            sent(remainder.delivered, 1, lanes[lane].kind.carrier)
            var exit = remove(at: lanePosition)
            exit.cursor = remainder.cursor
            exit.delivered = exit.delivered + remainder.delivered
            exit.records = shortfall.records
            exit.remainder = remainder.pieces
            exits.append(exit)
        }
    }

    /// What is left of a run for each viewer whose socket did not take it whole.
    ///
    /// - Parameters:
    ///   - length: Bytes of the run.
    ///   - whole: That of a viewer for which all of them are encrypted.
    private func remainders(
        of shortfalls: [Shortfall],
        of length: Int,
        _ whole: RunRemainder,
        in log: FrameLog,
        from start: Cursor.Mark,
        to lane: Int
    ) -> [RunRemainder] {
        var cursor = lanes[lane].cursor
        cursor.goBack(to: start)
        var walk = RunWalk(from: cursor, framing: lanes[lane].kind.framing)
        var remainders = [RunRemainder](repeating: RunRemainder(cursor: cursor), count: shortfalls.count)
        for index in shortfalls.indices.sorted(by: { shortfalls[$0].sent < shortfalls[$1].sent }) {
            let sent = max(0, shortfalls[index].sent)
            remainders[index] = sent < length ? walk.remainder(after: sent, in: log) : whole
        }
        return remainders
    }

    private mutating func dissolve(_ lane: Int, into exits: inout [LaneExit<Viewer>]) {
        while let lanePosition = lanes[lane].viewers.last?.lanePosition { exits.append(remove(at: lanePosition)) }
    }

    /// What a viewer was given since it joined its lane.
    func delivered(to viewer: Viewer) -> TransferCount {
        viewer.lanePosition.map { lanes[$0.lane].delivered - $0.baseline } ?? TransferCount()
    }

    /// The lag of a viewer in a lane.
    func lag(of viewer: Viewer, in log: FrameLog, now: NIODeadline) -> TimeAmount {
        viewer.lanePosition.map { lanes[$0.lane].cursor.lag(in: log, now: now) } ?? .zero
    }

    /// Calls `body` with the lag and the number of viewers of each lane.
    func forEachLag(in log: FrameLog, now: NIODeadline, _ body: (TimeAmount, Int) -> Void) {
        for lane in lanes where !lane.viewers.isEmpty {
            body(lane.cursor.lag(in: log, now: now), lane.viewers.count)
        }
    }

    /// Whether a lane was not given all entries before `position`.
    func hasLaneBehind(_ position: Int, batch: TimeAmount) -> Bool {
        lanes.contains { $0.kind.batch == batch && !$0.viewers.isEmpty && $0.cursor.position < position }
    }
}
