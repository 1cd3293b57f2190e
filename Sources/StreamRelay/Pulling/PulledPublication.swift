import NIOCore
import StreamProtocol

/// Turns what the relay upstream sends into log entries, across the connections to it: frames pass as they are, and
/// each of them once (`Protocol.md`, Relays behind relays).
///
/// The value does no I/O and reads no clock. It holds for one stream instance.
struct PulledPublication: Sendable {
    /// Track tables and clock offsets a second in the long run, and at once: twice what a relay takes from a publisher,
    /// because this relay makes clock offsets of its own, and a connection begins with those since the last random
    /// access point.
    static let retainedPerSecond = 2 * Publication.retainedPerSecond
    static let retainedBurst = 2 * Publication.retainedBurst

    /// What follows a message of the relay upstream: first the state, then the entries.
    struct Step {
        /// What the stream's state is from now on; `nil` if the message says nothing of it.
        var state: StreamState?
        var entries: [LogEntry] = []
        /// The table among the entries.
        var table: TrackTable?
    }

    /// A track in the epoch of ``passed``.
    private struct Progress {
        /// `nil` before the first frame or gap of the first epoch, which may have begun long before. Viewers count a
        /// later one from its first frame on.
        var nextSequence: UInt64?
        /// The kind, also of a track that the table no longer names.
        var kind: TrackKind?
    }

    /// The state of the stream as the relay upstream has said last.
    private var upstreamState: StreamState
    /// The newest table of this connection. Frames and gaps are of its tracks.
    private var current: TrackTable?
    /// The newest table that viewers were sent. It is never of an earlier epoch than ``current``.
    private var passed: TrackTable?
    /// Whether the relay upstream may still repeat what the log has, because it has welcomed this relay again.
    private var isCatchingUp = false
    /// Whether the state of the last welcome is not passed on yet.
    private var hasNewState = false
    /// By track number.
    private var tracks = [Progress](repeating: Progress(), count: ProtocolLimits.tracks)
    /// The newest clock offset of this epoch and connection.
    private var clockOffset: (value: ClockOffset, arrival: NIODeadline)?
    /// The bucket is full at first, whatever the time.
    private var retained = TokenBucket(burst: PulledPublication.retainedBurst, now: .uptimeNanoseconds(0))

    /// - Parameter state: The state in the first welcome.
    init(_ state: StreamState) { upstreamState = state }

    /// The relay upstream has welcomed this relay again, with the stream in this state.
    mutating func resume(_ state: StreamState) {
        upstreamState = state
        current = nil
        clockOffset = nil
        isCatchingUp = passed != nil
        hasNewState = true
    }

    /// A stream state arrived. While the relay upstream may repeat what the log has, it only counts for later.
    mutating func receive(_ state: StreamState) -> Step {
        upstreamState = state
        return isCatchingUp ? Step() : Step(state: state)
    }

    /// A track table arrived.
    ///
    /// - Throws: ``ProtocolError`` where a track changes its kind within an epoch, or too many tables arrive.
    mutating func receive(_ table: TrackTable, at now: NIODeadline) throws(ProtocolError) -> Step {
        if table.epoch != current?.epoch { clockOffset = nil }
        current = table
        if let passed, table.epoch < passed.epoch || table.epoch == passed.epoch && isCatchingUp {
            // It may lie before what the log has, and waits for a frame that does not.
            return Step()
        }
        return try passCurrent(at: now)
    }

    /// A frame arrived.
    ///
    /// - Returns: No entries for a frame that the log has, or has dropped.
    /// - Throws: ``ProtocolError`` where the newest table does not have its track or epoch.
    mutating func receive(
        _ frame: Frame,
        at now: NIODeadline,
        allocator: ByteBufferAllocator
    ) throws(ProtocolError) -> Step {
        let header = frame.header
        let kinds = try check(header.track, epoch: header.epoch)
        guard header.sequence < .max else {
            throw ProtocolError(.malformedMessage, "The frame's sequence number leaves no room for another.")
        }
        let expected = nextSequence(of: header.track, in: header.epoch) ?? header.sequence
        guard header.epoch == passed?.epoch, header.sequence >= expected else { return Step() }
        var step = try passCurrent(at: now)
        if header.sequence > expected {
            // No connection was there when they came.
            let missing = Gap(
                track: header.track,
                reason: .latency,
                epoch: header.epoch,
                first: expected,
                count: header.sequence - expected
            )
            step.entries.append(LogEntry(missing, kinds: kinds, arrival: now))
        }
        tracks[Int(header.track.rawValue)].nextSequence = header.sequence + 1
        step.entries.append(LogEntry(frame.copied(with: allocator), kinds: kinds, arrival: now))
        return step
    }

    /// A gap arrived.
    ///
    /// - Returns: The part of it that the log does not have, from the frame on that comes next.
    /// - Throws: ``ProtocolError`` where the newest table does not have its track or epoch.
    mutating func receive(_ gap: Gap, at now: NIODeadline) throws(ProtocolError) -> Step {
        let kinds = try check(gap.track, epoch: gap.epoch)
        // The decoder has checked that the end of the range does not overflow.
        let end = gap.first + gap.count
        let expected = nextSequence(of: gap.track, in: gap.epoch) ?? gap.first
        guard gap.epoch == passed?.epoch, end > expected else { return Step() }
        var step = try passCurrent(at: now)
        tracks[Int(gap.track.rawValue)].nextSequence = end
        var rest = gap
        rest.first = expected
        rest.count = end - expected
        step.entries.append(LogEntry(rest, kinds: kinds, arrival: now))
        return step
    }

    /// A clock offset arrived, which is relative to the clock of this relay already.
    ///
    /// - Throws: ``ProtocolError`` where too many arrive.
    mutating func receive(_ offset: ClockOffset, at now: NIODeadline) throws(ProtocolError) -> Step {
        guard let passed, current?.epoch == passed.epoch else { return Step() }
        if let clockOffset, clockOffset.value == offset, now - clockOffset.arrival < Publication.clockOffsetRepetition {
            return Step()
        }
        try checkRate(at: now)
        clockOffset = (offset, now)
        return Step(entries: [LogEntry(offset, epoch: passed.epoch, arrival: now)])
    }

    // MARK: Parts

    /// Passes the newest table on, unless viewers have it. From now on, everything that comes is new.
    private mutating func passCurrent(at now: NIODeadline) throws(ProtocolError) -> Step {
        var step = Step()
        if hasNewState {
            (hasNewState, isCatchingUp) = (false, false)
            step.state = upstreamState
        }
        guard let current, current != passed else { return step }
        try checkRate(at: now)
        if current.epoch != passed?.epoch {
            let start = Progress(nextSequence: passed == nil ? nil : 0)
            tracks = [Progress](repeating: start, count: ProtocolLimits.tracks)
        }
        for track in current.tracks {
            if let kind = tracks[Int(track.id.rawValue)].kind, kind != track.kind {
                throw ProtocolError(
                    .malformedMessage,
                    "Track \(track.id) is \(track.kind), but was \(kind) before in epoch \(current.epoch)."
                )
            }
            tracks[Int(track.id.rawValue)].kind = track.kind
        }
        passed = current
        step.table = current
        step.entries = [LogEntry(current, arrival: now)]
        return step
    }

    private func nextSequence(of track: TrackID, in epoch: UInt32) -> UInt64? {
        epoch == passed?.epoch ? tracks[Int(track.rawValue)].nextSequence : nil
    }

    /// - Returns: The kind of the track.
    private func check(_ track: TrackID, epoch: UInt32) throws(ProtocolError) -> TrackKinds {
        guard let current, current.epoch == epoch else {
            throw ProtocolError(
                .malformedMessage,
                "A frame or gap is of epoch \(epoch), but the newest track table is of "
                    + "\(current.map { "epoch \($0.epoch)" } ?? "none")."
            )
        }
        guard let known = current.tracks.first(where: { $0.id == track }) else {
            throw ProtocolError(
                .malformedMessage,
                "A frame or gap is of track \(track), which the track table does not name."
            )
        }
        return TrackKinds(known.kind)
    }

    private mutating func checkRate(at now: NIODeadline) throws(ProtocolError) {
        guard retained.take(rate: Self.retainedPerSecond, burst: Self.retainedBurst, now: now) else {
            throw ProtocolError(
                .rateExceeded,
                "More than \(Self.retainedPerSecond) track tables and clock offsets a second came."
            )
        }
    }
}
