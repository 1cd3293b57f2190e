import NIOCore
import StreamProtocol

/// A viewer's place in a log: all that the relay keeps of what a viewer has and has not received.
struct Cursor: Sendable {
    /// What to do next for a viewer who can take more.
    enum Step {
        /// Write this frame.
        case send(ByteBuffer)
        /// Write this message, which is no frame.
        case inform(ByteBuffer)
        /// Tell the viewer what it will not get.
        case announce(Gap)
        /// Go on, but look at others first: many entries were passed over that the viewer is not sent.
        case passed
        /// Nothing more to write until the log grows.
        case caughtUp
        /// The stream has ended, and everything before has been written.
        case ended
    }

    private enum Verdict {
        case deliver, leaveOut, miss(Gap), end
    }

    /// Entries that are passed over in one step at the most. A log may hold 240,000 that mean nothing to a viewer of
    /// another kind; so many are looked at in some ten microseconds.
    static let longestStep = 512

    /// The kinds of track the viewer wants.
    let kinds: TrackKinds
    /// Whether the viewer wants to begin with what comes, and nobody is to be asked for it.
    private let waitsForNext: Bool
    /// The position of the next entry to look at.
    private(set) var position: Int
    /// What lay in the log before this does not count as delay: a late joiner is not late.
    private let joined: NIODeadline
    /// The epoch of the entries being read.
    private var epoch: UInt32?
    /// Tracks whose next frame can be decoded.
    private var synchronized: TrackSet
    /// Tracks of which something was sent: only from there on is anything missed.
    private var begun: TrackSet = []
    /// Whether nothing is sent before a random access point of the leading track.
    private var awaitsRandomAccess: Bool
    private var owed = StandingKinds.atJoin
    private var gaps = GapLedger()

    /// Puts a viewer into a log.
    init(joining log: FrameLog, at start: Hello.Start, kinds: TrackKinds, now: NIODeadline) {
        self.kinds = kinds
        joined = now
        waitsForNext = start == .next
        epoch = log.epoch
        // Who was there before the first frame gets the stream as it is, wherever it begins.
        let isFirst = log.epoch == nil && start == .randomAccessPoint
        synchronized = start == .live || isFirst ? .all : []
        awaitsRandomAccess = start != .live && !isFirst
        switch start {
        case .randomAccessPoint: position = log.newestRandomAccess(for: kinds) ?? log.upcoming
        case .live: position = max(log.start, log.end - 1)
        case .next: position = log.upcoming
        }
    }

    /// Whether nothing is owed but what the log says next.
    var isSteady: Bool { owed.isEmpty && gaps.isEmpty }

    /// Whether two steady viewers are given the very same from now on.
    func isInStep(with other: Cursor) -> Bool {
        position == other.position && kinds == other.kinds && epoch == other.epoch
            && synchronized == other.synchronized && begun == other.begun
            && awaitsRandomAccess == other.awaitsRandomAccess && waitsForNext == other.waitsForNext
    }

    /// Takes the next step.
    mutating func next(in log: FrameLog) -> Step {
        if let message = payDebt(in: log) { return .inform(message) }
        let latest = position + Self.longestStep
        while position < log.end {
            guard position < latest else { return .passed }
            let entry = log[position]
            switch verdict(on: entry, in: log) {
            case .deliver:
                // What was left out before it is told first.
                if let gap = gaps.popFirst() { return .announce(gap) }
                position += 1
                noteDelivery(of: entry)
                return Self.step(delivering: entry)
            case .leaveOut: position += 1
            case .miss(let gap):
                position += 1
                gaps.add(gap)
            case .end:
                if let gap = gaps.popFirst() { return .announce(gap) }
                return .ended
            }
        }
        return .caughtUp
    }

    /// How long ago the next entry came that the viewer has not been given.
    func lag(in log: FrameLog, now: NIODeadline) -> TimeAmount {
        guard position < log.end else { return .zero }
        return now - max(log.arrival(at: max(position, log.start)), joined)
    }

    /// Jumps to the newest random access point when the viewer is further behind than `bound`.
    ///
    /// - Returns: Why a key frame would help, where there is none ahead and the viewer is late or sees nothing. What the
    ///   log holds goes on being sent until one comes: it is late, but it is a picture.
    mutating func catchUp(in log: FrameLog, bound: TimeAmount, now: NIODeadline) -> KeyFrameRequests.Need? {
        guard lag(in: log, now: now) > bound else { return sees(nothingOf: log) ? .picture : nil }
        guard let target = log.newestRandomAccess(for: kinds), target > position else { return .lateness }
        skip(to: target, in: log)
        return nil
    }

    /// Whether the viewer must wait for a random access point that is not there, without having asked to.
    func sees(nothingOf log: FrameLog) -> Bool {
        guard !waitsForNext || !begun.isEmpty, let track = log.leadingTrack(for: kinds),
            !synchronized.contains(TrackSet(track))
        else { return false }
        return log.newestRandomAccess(for: kinds).map { $0 < position } ?? true
    }

    /// Makes room for the log to drop what lies before `kept`.
    mutating func fallOut(before kept: Int, in log: FrameLog) {
        guard position < kept else { return }
        let target = log.newestRandomAccess(for: kinds) ?? log.upcoming
        skip(to: max(kept, target), in: log)
    }

    /// Whether so much was left out that it cannot even be told.
    var hasLostTrack: Bool { gaps.isOverfull }

    private mutating func skip(to target: Int, in log: FrameLog) {
        for position in max(position, log.start)..<max(target, log.start) {
            let entry = log[position]
            switch entry.content {
            case .frame(let track, let epoch, let sequence, _):
                guard wants(entry), begun.contains(TrackSet(track)) else { continue }
                gaps.add(Gap(track: track, reason: .latency, epoch: epoch, first: sequence, count: 1))
            case .gap(let gap):
                if wants(entry), begun.contains(TrackSet(gap.track)) { gaps.add(gap) }
            case .standing(let kind, let epoch, _):
                owed.insert(StandingKinds(kind))
                if kind == .tracks { self.epoch = epoch }
            case .end: break
            }
        }
        position = target
        synchronized = []
    }

    private func wants(_ entry: LogEntry) -> Bool { !kinds.isDisjoint(with: entry.kinds) }

    private func verdict(on entry: LogEntry, in log: FrameLog) -> Verdict {
        switch entry.content {
        case .frame(let track, let epoch, let sequence, let isRandomAccess):
            guard wants(entry) else { return .leaveOut }
            if awaitsRandomAccess { return log.isRandomAccess(entry, for: kinds) ? .deliver : .leaveOut }
            if isRandomAccess || synchronized.contains(TrackSet(track)) { return .deliver }
            guard begun.contains(TrackSet(track)) else { return .leaveOut }
            return .miss(Gap(track: track, reason: .undecodable, epoch: epoch, first: sequence, count: 1))
        case .gap(let gap):
            return wants(entry) && begun.contains(TrackSet(gap.track)) ? .deliver : .leaveOut
        case .standing: return .deliver
        case .end: return .end
        }
    }

    private mutating func noteDelivery(of entry: LogEntry) {
        switch entry.content {
        case .frame(let track, _, _, _):
            awaitsRandomAccess = false
            synchronized.insert(TrackSet(track))
            begun.insert(TrackSet(track))
        case .standing(.tracks, let epoch, _):
            // Nothing of the old epoch helps to decode the new one.
            if let old = self.epoch, old != epoch { synchronized = [] }
            self.epoch = epoch
        case .standing, .gap, .end: break
        }
    }

    private static func step(delivering entry: LogEntry) -> Step {
        switch entry.content {
        case .frame: .send(entry.message)
        case .gap(let gap): .announce(gap)
        case .standing, .end: .inform(entry.message)
        }
    }

    private mutating func payDebt(in log: FrameLog) -> ByteBuffer? {
        guard !owed.isEmpty else { return nil }
        while let kind = StandingKind.allCases.first(where: { owed.contains(StandingKinds($0)) }) {
            owed.remove(StandingKinds(kind))
            if let message = log.standing(kind, before: position) { return message }
        }
        return nil
    }
}
