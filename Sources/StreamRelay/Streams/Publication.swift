import NIOCore
import StreamProtocol

/// Checks a publisher's messages and turns them into log entries, for the epochs of one connection.
struct Publication: Sendable {
    /// Track tables and clock offsets a second in the long run, and at once. Every viewer is sent each of them, and a
    /// viewer that joins is sent those since the last random access point. A publisher needs one or two a second: its
    /// tracks change with a random access point, and it measures its clock once a second.
    static let retainedPerSecond = 10
    static let retainedBurst = 250

    /// A clock offset that equals the one before it makes an entry only after this time, when it tells viewers that it
    /// still holds.
    static let clockOffsetRepetition = TimeAmount.seconds(10)

    private(set) var epoch: UInt32
    private var table: TrackTable?
    /// The publisher's clock offset, and when it arrived.
    private var clockOffset: (value: ClockOffset, arrival: NIODeadline)?
    /// Whether the log has no clock offset in this epoch.
    private var owesClockOffset = true
    /// By track number. Every frame needs the state of one track, which lies together here.
    private var tracks = [TrackProgress](repeating: TrackProgress(), count: ProtocolLimits.tracks)
    /// The bucket is full at first, whatever the time.
    private var retained = TokenBucket(burst: Publication.retainedBurst, now: .uptimeNanoseconds(0))

    /// A track in this epoch.
    private struct TrackProgress {
        var nextSequence: UInt64 = 0
        /// The kind, also of a track that the table no longer names; `nil` for a track that no table of the epoch named.
        var kind: TrackKind?
        /// Whether the current table names the track.
        var isAnnounced = false
    }

    /// - Parameter epoch: The first epoch, as the publisher's welcome says.
    init(epoch: UInt32) {
        self.epoch = epoch
    }

    /// A track table arrived.
    ///
    /// - Returns: `nil` if it equals the current table.
    /// - Throws: ``ProtocolError`` where its epoch is neither the current one nor the next, a track changes its kind
    ///   within the epoch, or too many tables arrive.
    mutating func receive(_ table: TrackTable, at now: NIODeadline) throws(ProtocolError) -> LogEntry? {
        guard table != self.table else { return nil }
        guard table.epoch == epoch || (table.epoch > epoch && table.epoch - epoch == 1) else {
            throw ProtocolError(
                .malformedMessage,
                "The track table is of epoch \(table.epoch), but epoch \(epoch) or the next is due."
            )
        }
        try checkRate(at: now)
        if table.epoch > epoch {
            epoch = table.epoch
            tracks = [TrackProgress](repeating: TrackProgress(), count: ProtocolLimits.tracks)
            owesClockOffset = true
        }
        try announce(table)
        self.table = table
        return LogEntry(table, arrival: now)
    }

    /// A clock offset arrived.
    ///
    /// - Returns: `nil` if it equals the current one, or if the track table of its epoch has not arrived.
    /// - Throws: ``ProtocolError`` where too many arrive.
    mutating func receive(_ offset: ClockOffset, at now: NIODeadline) throws(ProtocolError) -> LogEntry? {
        if let current = clockOffset, current.value == offset, now - current.arrival < Self.clockOffsetRepetition {
            return nil
        }
        try checkRate(at: now)
        clockOffset = (offset, now)
        owesClockOffset = true
        return takeClockOffset(at: now)
    }

    /// The clock offset that belongs behind a track table. Viewers drop their offset when an epoch begins, because it
    /// may be another publisher's.
    ///
    /// - Returns: `nil` if the log has it already, or if the publisher has not sent one.
    mutating func takeClockOffset(at now: NIODeadline) -> LogEntry? {
        guard owesClockOffset, table?.epoch == epoch, let clockOffset else { return nil }
        owesClockOffset = false
        let age = (now - clockOffset.arrival).nanoseconds / 1_000
        return LogEntry(clockOffset.value.aged(by: age), epoch: epoch, arrival: now)
    }

    private mutating func checkRate(at now: NIODeadline) throws(ProtocolError) {
        guard retained.take(rate: Self.retainedPerSecond, burst: Self.retainedBurst, now: now) else {
            throw ProtocolError(
                .rateExceeded,
                "More than \(Self.retainedPerSecond) track tables and clock offsets a second came; send them only when "
                    + "they change."
            )
        }
    }

    /// Viewers choose kinds of track. A track that changed its kind would leave them without its frames, and without a
    /// gap in their place.
    private mutating func announce(_ table: TrackTable) throws(ProtocolError) {
        for track in table.tracks {
            if let kind = tracks[Int(track.id.rawValue)].kind, kind != track.kind {
                throw ProtocolError(
                    .malformedMessage,
                    "Track \(track.id) is \(track.kind), but was \(kind) before in epoch \(epoch); begin the next epoch to "
                        + "change its kind, or take another number."
                )
            }
        }
        for index in tracks.indices { tracks[index].isAnnounced = false }
        for track in table.tracks {
            tracks[Int(track.id.rawValue)].kind = track.kind
            tracks[Int(track.id.rawValue)].isAnnounced = true
        }
    }

    /// A frame arrived.
    ///
    /// - Returns: The frame, and the gap before it that the publisher did not announce.
    mutating func receive(
        _ frame: Frame,
        at now: NIODeadline,
        allocator: ByteBufferAllocator
    ) throws(ProtocolError) -> (unannounced: LogEntry?, frame: LogEntry) {
        let header = frame.header
        let kinds = try check(header.track, epoch: header.epoch, sequence: header.sequence)
        let expected = tracks[Int(header.track.rawValue)].nextSequence
        guard header.sequence < .max else {
            throw ProtocolError(.malformedMessage, "The frame's sequence number leaves no room for another.")
        }
        tracks[Int(header.track.rawValue)].nextSequence = header.sequence + 1
        let entry = LogEntry(frame.copied(with: allocator), kinds: kinds, arrival: now)
        guard header.sequence > expected else { return (nil, entry) }
        let unannounced = Gap(
            track: header.track,
            reason: .publisher,
            epoch: header.epoch,
            first: expected,
            count: header.sequence - expected
        )
        return (LogEntry(unannounced, kinds: kinds, arrival: now), entry)
    }

    /// A gap arrived.
    ///
    /// - Returns: The gap, with the frames before it that the publisher did not announce.
    mutating func receive(_ gap: Gap, at now: NIODeadline) throws(ProtocolError) -> LogEntry {
        let kinds = try check(gap.track, epoch: gap.epoch, sequence: gap.first)
        let expected = tracks[Int(gap.track.rawValue)].nextSequence
        // The decoder has checked that the end of the range does not overflow.
        tracks[Int(gap.track.rawValue)].nextSequence = gap.first + gap.count
        var whole = gap
        whole.count += gap.first - expected
        whole.first = expected
        return LogEntry(whole, kinds: kinds, arrival: now)
    }

    private func check(_ track: TrackID, epoch: UInt32, sequence: UInt64) throws(ProtocolError) -> TrackKinds {
        guard table != nil else {
            throw ProtocolError(
                .unexpectedMessage,
                "A frame or gap came before the track table; send the tracks first."
            )
        }
        let progress = tracks[Int(track.rawValue)]
        guard progress.isAnnounced, let kind = progress.kind else {
            throw ProtocolError(
                .malformedMessage,
                "A frame or gap is of track \(track), which the track table does not name."
            )
        }
        guard epoch == self.epoch else {
            throw ProtocolError(
                .malformedMessage,
                "A frame or gap is of epoch \(epoch), but this is epoch \(self.epoch)."
            )
        }
        guard sequence >= progress.nextSequence else {
            throw ProtocolError(
                .malformedMessage,
                "A frame or gap of track \(track) has number \(sequence), but \(progress.nextSequence) comes next."
            )
        }
        return TrackKinds(kind)
    }
}
