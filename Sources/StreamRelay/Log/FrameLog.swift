import NIOCore
import StreamProtocol

/// The bounded log of one stream. Positions count its entries from the stream's beginning and never change.
struct FrameLog: Sendable {
    /// How much a log keeps.
    struct Bounds: Hashable, Sendable {
        /// Entries older than this go, unless a late joiner needs them: everything from the last random access point
        /// on stays.
        var duration: TimeAmount
        /// Entries go beyond this in any case, so that a stream without random access points is bounded too.
        var bytes: Int

        init(duration: TimeAmount, bytes: Int) {
            self.duration = duration
            self.bytes = bytes
        }

        init(_ settings: StreamSettings) {
            self.init(duration: settings.logDuration, bytes: settings.logBytes)
        }
    }

    /// May change at any time; the log keeps to it when it next drops something.
    var bounds: Bounds
    private var entries = PagedQueue<LogEntry>()
    private(set) var byteCount = 0
    private var newestArrival: NIODeadline?
    private var randomAccess = RandomAccessIndex()
    private var standing = StandingFacts()

    init(bounds: Bounds) {
        self.bounds = bounds
    }

    /// The position of the oldest entry kept.
    var start: Int { entries.start }

    /// The position of the next entry to come.
    var end: Int { entries.end }

    /// The position of what is news to a viewer who needs nothing that is there: the next entry to come, or the stream's
    /// end where that has come.
    var upcoming: Int {
        if case .end? = entries.last?.content { return end - 1 }
        return end
    }

    /// The entry at a position from ``start`` up to, not including, ``end``.
    subscript(position: Int) -> LogEntry { entries[position] }

    /// What counts the memory of the entry at a position from ``start`` up to, not including, ``end``.
    func charge(at position: Int) -> MemoryCharge? { entries[position].charge }

    /// When the entry at this position came. Every viewer asks this of the newest entry, so it is not looked up in a
    /// copy of it.
    func arrival(at position: Int) -> NIODeadline {
        if position == end - 1, let newestArrival { return newestArrival }
        return self[position].arrival
    }

    /// The epoch of the newest entries; `nil` before the first track table.
    var epoch: UInt32? { randomAccess.epoch }

    mutating func append(_ entry: LogEntry) {
        randomAccess.note(entry, at: end)
        standing.note(entry, at: end)
        byteCount += entry.cost
        newestArrival = entry.arrival
        entries.append(entry)
    }

    /// Whether nothing has been appended for a while, so that nothing is dropped by appending either.
    func isQuiet(at now: NIODeadline) -> Bool {
        newestArrival.map { now - $0 > .milliseconds(500) } ?? true
    }

    /// How much there is.
    var status: StreamStatus.Log {
        let oldest = entries.first?.arrival
        let duration = oldest.flatMap { oldest in newestArrival.map { $0 - oldest } }
        return StreamStatus.Log(entries: entries.count, bytes: byteCount, duration: duration ?? .zero)
    }

    /// The position of the first entry that the bounds let stay.
    ///
    /// - Parameter share: Bytes that it may hold while memory is short; `nil` for what its bounds say.
    func firstKept(at now: NIODeadline, share: Int? = nil) -> Int {
        var position = start
        var bytes = byteCount
        let limit = min(bounds.bytes, share ?? .max)
        let needed = randomAccess.newest(for: .all) ?? end
        while position < end {
            let entry = self[position]
            // Whoever is behind when a stream has ended is to learn of it, however old that is.
            if case .end = entry.content { break }
            let isOld = entry.arrival + bounds.duration < now && position < needed
            guard isOld || bytes > limit else { break }
            bytes -= entry.cost
            position += 1
        }
        return position
    }

    /// Drops what lies before `position`; its memory counts for those who still hold it.
    mutating func giveUp(before position: Int) {
        for position in start..<max(start, min(position, end)) { charge(at: position)?.leaveLog() }
        drop(before: position)
    }

    /// Drops what lies before `position`.
    mutating func drop(before position: Int) {
        while start < position, let entry = entries.popFirst() {
            byteCount -= entry.cost
            standing.forget(entry)
        }
    }

    /// The newest position from which the viewers of these kinds of track can begin to decode: of the first video
    /// track where they want video and there is one, of any track otherwise.
    func newestRandomAccess(for kinds: TrackKinds) -> Int? {
        randomAccess.newest(for: kinds).flatMap { $0 >= start ? $0 : nil }
    }

    /// Whether `entry` is a random access point in the sense of ``newestRandomAccess(for:)``.
    func isRandomAccess(_ entry: LogEntry, for kinds: TrackKinds) -> Bool {
        guard case .frame(let track, _, _, true) = entry.content else { return false }
        return randomAccess.leads(track, for: kinds)
    }

    /// The kind of this track, as a set; `nil` where the current track table does not have it, or no frame of it has come.
    func kinds(of track: TrackID) -> TrackKinds? { randomAccess.kinds(of: track) }

    /// The track whose random access points count for viewers of these kinds.
    func leadingTrack(for kinds: TrackKinds) -> TrackID? { randomAccess.leadingTrack(for: kinds) }

    /// The fact of this kind that stood just before `position`.
    func standing(_ kind: StandingKind, before position: Int) -> ByteBuffer? {
        standing.newest(kind, before: position, in: entries)
    }
}
