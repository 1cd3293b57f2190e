import NIOCore
import StreamProtocol

/// The bounded log of one stream. Positions count its entries from the stream's beginning and never change.
struct FrameLog: Sendable {
    /// How much a log keeps.
    struct Bounds: Hashable, Sendable {
        /// The log drops older entries, except those that a late joiner needs: the entries from
        /// ``FrameLog/newestRandomAccess(for:)`` on.
        var duration: TimeAmount
        /// The log drops entries beyond this in any case, so that a stream without random access points is bounded too.
        var bytes: Int

        init(duration: TimeAmount, bytes: Int) {
            self.duration = duration
            self.bytes = bytes
        }

        init(_ settings: StreamSettings) {
            self.init(duration: settings.logDuration, bytes: settings.logBytes)
        }
    }

    /// May change at any time. The log applies a change when it next drops entries.
    var bounds: Bounds
    private var entries = PagedQueue<LogEntry>()
    private(set) var byteCount = 0
    private var newestArrival: NIODeadline?
    private var randomAccess = RandomAccessIndex()
    private var randomAccessHistory = RandomAccessHistory()
    private var retained = RetainedMessages()
    /// Tracks of which the indices know a frame. A further frame changes them only if it is a start or recovered.
    private var indexedTracks: TrackSet = []

    init(bounds: Bounds) {
        self.bounds = bounds
    }

    /// The position of the oldest entry kept.
    var start: Int { entries.start }

    /// The position of the next entry.
    var end: Int { entries.end }

    /// The position from which a viewer reads that needs nothing of the log: the next entry, or the end of the stream
    /// if it is in the log.
    var upcoming: Int {
        if case .end? = entries.last?.content { return end - 1 }
        return end
    }

    /// The entry at a position from ``start`` up to, not including, ``end``.
    subscript(position: Int) -> LogEntry { entries[position] }

    /// The memory charge of the entry at a position from ``start`` up to, not including, ``end``.
    func charge(at position: Int) -> MemoryCharge? { entries[position].charge }

    /// When the entry at this position arrived. Every viewer asks this of the newest entry, so the entry is not copied.
    func arrival(at position: Int) -> NIODeadline {
        if position == end - 1, let newestArrival { return newestArrival }
        return self[position].arrival
    }

    /// The epoch of the newest entries; `nil` before the first track table.
    var epoch: UInt32? { randomAccess.epoch }

    mutating func append(_ entry: LogEntry) {
        if !isPlainFrame(entry) { index(entry) }
        byteCount += entry.cost
        newestArrival = entry.arrival
        entries.append(entry)
    }

    /// Whether the entry is one of nearly all entries, for which the indices have nothing to record.
    private func isPlainFrame(_ entry: LogEntry) -> Bool {
        guard case .frame(let track, _, _, let isRandomAccess) = entry.content else { return false }
        return !isRandomAccess && !entry.isGradual && !entry.isRecovered && indexedTracks.contains(track)
    }

    private mutating func index(_ entry: LogEntry) {
        randomAccess.record(entry, at: end)
        randomAccessHistory.record(entry, at: end)
        retained.record(entry, at: end)
        // After another entry, such as a track table, the indices may want the next frame of each track again.
        if case .frame(let track, _, _, _) = entry.content {
            indexedTracks.insert(track)
        } else {
            indexedTracks = []
        }
    }

    /// Whether nothing has been appended for a while, so that appending drops nothing either.
    func isIdle(at now: NIODeadline) -> Bool {
        newestArrival.map { now - $0 > .milliseconds(500) } ?? true
    }

    /// The number, bytes and duration of the entries.
    var status: StreamStatus.Log {
        let oldest = entries.first?.arrival
        let duration = oldest.flatMap { oldest in newestArrival.map { $0 - oldest } }
        return StreamStatus.Log(entries: entries.count, bytes: byteCount, duration: duration ?? .zero)
    }

    /// The position of the first entry that the bounds keep.
    ///
    /// - Parameter share: Bytes that the log may hold while memory is short; `nil` for the limit of its bounds.
    func firstKept(at now: NIODeadline, share: Int? = nil) -> Int {
        var position = start
        var bytes = byteCount
        let limit = min(bounds.bytes, share ?? .max)
        let needed = newestRandomAccess(for: .all) ?? end
        while position < end {
            let entry = self[position]
            // A viewer that is behind reads the end of the stream, however old it is.
            if case .end = entry.content { break }
            let isOld = entry.arrival + bounds.duration < now && position < needed
            guard isOld || bytes > limit else { break }
            bytes -= entry.cost
            position += 1
        }
        return position
    }

    /// Drops the entries before `position`.
    ///
    /// - Parameter releasing: Whether their memory counts for the viewers from now on that still hold them. It does once
    ///   the stream's own log drops them; those of the event loops drop them too.
    mutating func drop(before position: Int, releasing: Bool = false) {
        while start < position {
            let first = start
            guard let entry = entries.popFirst() else { break }
            byteCount -= entry.cost
            if releasing { entry.charge?.leaveLog() }
            switch entry.content {
            case .frame: if entry.isStart { randomAccessHistory.removeFirst(entry, at: first) }
            case .retained: retained.removeFirst(entry)
            case .gap, .end: break
            }
        }
        randomAccessHistory.removeSegments(before: start)
    }

    /// The newest position from which viewers of these kinds of track can begin to decode: of the first video track if
    /// they want video and there is one, and of any track otherwise. It is a random access point, or a newer gradual
    /// frame that has recovered; where the log has neither, the newest gradual frame.
    func newestRandomAccess(for kinds: TrackKinds) -> Int? { randomAccess.newest(for: kinds, from: start) }

    /// The same, but only where the log has right pictures already: a viewer that has a picture skips to nothing else.
    func newestPicture(for kinds: TrackKinds) -> Int? { randomAccess.newestWithPicture(for: kinds, from: start) }

    /// The position at which viewers of these kinds of track begin that ask for a history: the newest random access
    /// point, or gradual frame that has recovered, that arrived at least `age` ago, or else the oldest in the log. Where
    /// the log has neither, the newest gradual frame.
    func randomAccess(for kinds: TrackKinds, aged age: TimeAmount, at now: NIODeadline) -> Int? {
        randomAccessHistory.newest(for: kinds) { now - self[$0].arrival >= age } ?? newestRandomAccess(for: kinds)
    }

    /// How old the oldest of these positions is for viewers of these kinds; `nil` if there is none.
    func history(for kinds: TrackKinds, at now: NIODeadline) -> TimeAmount? {
        let oldest = oldestRandomAccess(for: kinds, from: start) ?? newestRandomAccess(for: kinds)
        return oldest.map { max(.zero, now - self[$0].arrival) }
    }

    /// The position of the oldest random access point or gradual frame that has recovered, from `position` on, also of
    /// earlier epochs.
    func oldestRandomAccess(for kinds: TrackKinds, from position: Int) -> Int? {
        randomAccessHistory.oldest(for: kinds, from: position)
    }

    /// Whether viewers of these kinds of track can begin to decode at `entry`: a random access point or gradual frame
    /// of the track that counts for ``newestRandomAccess(for:)``.
    func isStart(_ entry: LogEntry, for kinds: TrackKinds) -> Bool {
        guard case .frame(let track, _, _, _) = entry.content, entry.isStart else { return false }
        return randomAccess.leads(track, for: kinds)
    }

    /// The kind of this track, as a set; `nil` where the current track table does not name it, or no frame of it has
    /// arrived.
    func kinds(of track: TrackID) -> TrackKinds? { randomAccess.kinds(of: track) }

    /// The track whose random access points count for viewers of these kinds.
    func leadingTrack(for kinds: TrackKinds) -> TrackID? { randomAccess.leadingTrack(for: kinds) }

    /// The retained message of this kind that holds just before `position`, for a viewer that is sent it at `now`.
    func retainedMessage(_ kind: RetainedKind, before position: Int, at now: NIODeadline? = nil) -> ByteBuffer? {
        guard let entry = retainedEntry(kind, before: position) else { return nil }
        if case .retained(.clockOffset, let epoch, _) = entry.content {
            // The offset of an earlier epoch may be another publisher's.
            let tracks = retained.newest(.tracks, before: position, in: entries)
            guard case .retained(_, epoch, _)? = tracks?.content else { return nil }
        }
        return now.map { entry.message(at: $0) } ?? entry.message
    }

    /// The entry of the newest message of this kind before `position`.
    func retainedEntry(_ kind: RetainedKind, before position: Int) -> LogEntry? {
        retained.newest(kind, before: position, in: entries)
    }
}
