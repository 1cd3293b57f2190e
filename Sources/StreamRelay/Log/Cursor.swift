import NIOCore
import StreamProtocol

/// A viewer's position in a log, and what the viewer has and has not received.
struct Cursor: Sendable {
    /// The next thing to do for a viewer that can take more.
    enum Step {
        /// Write this frame.
        case send(ByteBuffer)
        /// Write this message, which is not a frame.
        case sendControl(ByteBuffer)
        /// Tell the viewer which frames it will not get.
        case announce(Gap)
        /// Serve other viewers first: the cursor passed over many entries that the viewer is not sent.
        case skipped
        /// Write nothing until the log grows.
        case caughtUp
        /// The stream has ended, and the viewer has been sent everything before the end.
        case ended
    }

    private enum EntryAction {
        case deliver, skip, addGap(Gap), end
    }

    /// The most entries that the cursor passes over in one step. A log may hold 240,000 entries that a viewer of
    /// another kind of track does not want; a step looks at this many in some ten microseconds.
    static let maximumEntriesPerStep = 512

    /// Where a cursor is, and what that means for the entries that follow.
    fileprivate struct Place: Equatable {
        /// The position of the next entry to look at.
        var position: Int
        /// The epoch of the entries being read.
        var epoch: UInt32?
        /// Tracks whose next frame can be decoded.
        var synchronized: TrackSet
        /// Tracks of which the viewer was sent a frame. It misses frames only from there on.
        var startedTracks: TrackSet = []
        /// Whether the cursor skips frames up to a start of the leading track: a random access point or a gradual frame.
        var awaitsRandomAccess: Bool
        var pendingRetained = RetainedKinds.atJoin
    }

    /// A state to which the same cursor can go back within a turn. A lane takes one for every frame. It costs less than a
    /// copy of the cursor, because it leaves out the gaps, of which there are nearly always none.
    struct Mark {
        fileprivate let place: Place
        fileprivate let gaps: GapLedger?
    }

    /// The kinds of track the viewer wants.
    let kinds: TrackKinds
    /// Whether the viewer is sent only the random access points of its tracks.
    let wantsOnlyRandomAccess: Bool
    /// Whether the viewer begins with the next random access point that arrives, without a request for one.
    private let waitsForNext: Bool
    /// How old the entry at the position was when the viewer joined; zero for a viewer without a history.
    let history: TimeAmount
    /// The time of joining. Older entries do not count as delay: a late joiner is not late.
    private let joined: NIODeadline
    /// When the viewer last had its turn.
    private var lastTurn: NIODeadline
    private var place: Place
    private var gaps = GapLedger()

    /// Puts a viewer into a log.
    ///
    /// - Parameter history: How old the first frame should at least be. Only a viewer that begins with the last random
    ///   access point has a history.
    init(
        joining log: FrameLog,
        at start: Hello.Start,
        history: TimeAmount = .zero,
        kinds: TrackKinds,
        wantsOnlyRandomAccess: Bool = false,
        now: NIODeadline
    ) {
        self.kinds = kinds
        self.wantsOnlyRandomAccess = wantsOnlyRandomAccess
        joined = now
        lastTurn = now
        waitsForNext = start == .next
        let hasHistory = history > .zero && start == .randomAccessPoint
        let first = hasHistory ? log.randomAccess(for: kinds, aged: history, at: now) : nil
        self.history = first.map { max(.zero, now - log.arrival(at: $0)) } ?? .zero
        place = Place(
            position: first ?? Self.position(of: start, in: log, for: kinds),
            epoch: first.flatMap { log[$0].frameEpoch } ?? log.epoch,
            synchronized: start == .live ? .all : [],
            // Another track may lead now than at the first frame of a history, so the cursor looks for no point of its own.
            awaitsRandomAccess: first == nil && start != .live
        )
    }

    private static func position(of start: Hello.Start, in log: FrameLog, for kinds: TrackKinds) -> Int {
        switch start {
        case .randomAccessPoint: log.newestRandomAccess(for: kinds) ?? log.upcoming
        case .live: max(log.start, log.end - 1)
        case .next: log.upcoming
        }
    }

    /// The position of the next entry to look at.
    var position: Int { place.position }

    /// Whether a lane can serve the viewer: no retained message and no gap is pending, and none is lost. A viewer of random
    /// access points has a gap pending most of the time.
    var isSteady: Bool {
        place.pendingRetained.isEmpty && gaps.isEmpty && !gaps.hasOverflowed && !wantsOnlyRandomAccess
    }

    /// Whether two steady viewers are sent the same messages from now on.
    func isInStep(with other: Cursor) -> Bool {
        place == other.place && kinds == other.kinds && waitsForNext == other.waitsForNext
    }

    /// The state now.
    var mark: Mark { Mark(place: place, gaps: gaps.isEmpty ? nil : gaps) }

    mutating func goBack(to mark: Mark) {
        place = mark.place
        gaps = mark.gaps ?? GapLedger()
    }

    /// Takes the next step.
    mutating func next(in log: FrameLog) -> Step {
        if let message = nextRetainedMessage(in: log) { return .sendControl(message) }
        let latest = position + Self.maximumEntriesPerStep
        while position < log.end {
            guard position < latest else { return .skipped }
            let entry = log[position]
            switch action(on: entry, in: log) {
            case .deliver:
                // The viewer learns of the frames that were left out before this one.
                if let gap = gaps.popFirst() { return .announce(gap) }
                place.position += 1
                recordDelivery(of: entry)
                return step(delivering: entry)
            case .skip: place.position += 1
            case .addGap(let gap):
                place.position += 1
                gaps.add(gap)
            case .end:
                if let gap = gaps.popFirst() { return .announce(gap) }
                return .ended
            }
        }
        return .caughtUp
    }

    /// How long ago the next entry arrived that the viewer was not given.
    func lag(in log: FrameLog, now: NIODeadline) -> TimeAmount {
        guard position < log.end else { return .zero }
        return now - max(log.arrival(at: max(position, log.start)), joined)
    }

    /// Jumps to the newest start with right pictures when the viewer is further behind than `bound`.
    ///
    /// - Returns: Why a key frame would help; `nil` where one is ahead, or where the viewer is on time and can decode.
    ///   A late viewer is sent the entries of the log until a key frame arrives: late frames are better than none.
    mutating func catchUp(in log: FrameLog, bound: TimeAmount, now: NIODeadline) -> KeyFrameRequests.Reason? {
        lastTurn = now
        guard lag(in: log, now: now) > bound else {
            guard isBlockedOnKeyFrame(in: log) else { return nil }
            return wantsOnlyRandomAccess ? .noRandomAccess : .noPicture
        }
        guard let target = log.newestPicture(for: kinds), target > position else { return .lag }
        skip(to: target, in: log)
        return nil
    }

    /// Whether the viewer waits for a random access point that is not in the log, and did not ask to wait.
    func isBlockedOnKeyFrame(in log: FrameLog) -> Bool {
        guard !waitsForNext || !place.startedTracks.isEmpty, let track = log.leadingTrack(for: kinds),
            !place.synchronized.contains(track)
        else { return false }
        return log.newestRandomAccess(for: kinds).map { $0 < position } ?? true
    }

    /// Moves past the entries before `kept`, which the log will drop.
    ///
    /// - Parameter keepsHistory: Whether the viewer goes on with the oldest random access point that is left. Others go
    ///   on with the newest.
    mutating func skipDroppedEntries(before kept: Int, in log: FrameLog, keepingHistory keepsHistory: Bool = false) {
        guard position < kept else { return }
        let oldest = keepsHistory ? log.oldestRandomAccess(for: kinds, from: kept) : nil
        let target = oldest ?? log.newestRandomAccess(for: kinds) ?? log.upcoming
        skip(to: max(kept, target), in: log)
    }

    /// Whether the viewer missed so many frames that the relay cannot tell it which.
    var gapLedgerOverflowed: Bool { gaps.hasOverflowed }

    private mutating func skip(to target: Int, in log: FrameLog) {
        for position in max(position, log.start)..<max(target, log.start) {
            let entry = log[position]
            switch entry.content {
            case .frame(let track, let epoch, let sequence, _):
                guard wants(entry), place.startedTracks.contains(track) else { continue }
                gaps.add(Gap(track: track, reason: .latency, epoch: epoch, first: sequence, count: 1))
            case .gap(let gap):
                if wants(entry), place.startedTracks.contains(gap.track) { gaps.add(gap) }
            case .retained(let kind, let epoch, _):
                place.pendingRetained.insert(RetainedKinds(kind))
                if kind == .tracks { place.epoch = epoch }
            case .end: break
            }
        }
        place.position = target
        place.synchronized = []
    }

    private func wants(_ entry: LogEntry) -> Bool { kinds.overlaps(entry.kinds) }

    private func action(on entry: LogEntry, in log: FrameLog) -> EntryAction {
        switch entry.content {
        case .frame(let track, let epoch, let sequence, let isRandomAccess):
            guard wants(entry) else { return .skip }
            // Gradual frames alone give no right picture.
            let isStart = isRandomAccess || entry.isGradual && !wantsOnlyRandomAccess
            if place.awaitsRandomAccess { return isStart && log.isStart(entry, for: kinds) ? .deliver : .skip }
            if isStart || !wantsOnlyRandomAccess && place.synchronized.contains(track) { return .deliver }
            guard place.startedTracks.contains(track) else { return .skip }
            let reason = wantsOnlyRandomAccess ? Gap.Reason.notRequested : .undecodable
            return .addGap(Gap(track: track, reason: reason, epoch: epoch, first: sequence, count: 1))
        case .gap(let gap):
            return wants(entry) && place.startedTracks.contains(gap.track) ? .deliver : .skip
        case .retained: return .deliver
        case .end: return .end
        }
    }

    private mutating func recordDelivery(of entry: LogEntry) {
        switch entry.content {
        case .frame(let track, _, _, _):
            place.awaitsRandomAccess = false
            place.synchronized.insert(track)
            place.startedTracks.insert(track)
        case .retained(.tracks, let epoch, _):
            // Frames of the old epoch do not help to decode the new one.
            if let old = place.epoch, old != epoch { place.synchronized = [] }
            place.epoch = epoch
        case .retained, .gap, .end: break
        }
    }

    private func step(delivering entry: LogEntry) -> Step {
        switch entry.content {
        case .frame: .send(entry.message)
        case .gap(let gap): .announce(gap)
        case .retained, .end: .sendControl(entry.message(at: lastTurn))
        }
    }

    private mutating func nextRetainedMessage(in log: FrameLog) -> ByteBuffer? {
        guard !place.pendingRetained.isEmpty else { return nil }
        while let kind = RetainedKind.allCases.first(where: { place.pendingRetained.contains(RetainedKinds($0)) }) {
            place.pendingRetained.remove(RetainedKinds(kind))
            if let message = log.retainedMessage(kind, before: position, at: lastTurn) { return message }
        }
        return nil
    }
}
