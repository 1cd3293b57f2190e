import NIOCore
import StreamProtocol

/// What a publisher's messages do to its stream: one connection's worth of an epoch or several.
struct Publication: Sendable {
    private(set) var epoch: UInt32
    private var table: TrackTable?
    private var nextSequence = [UInt64](repeating: 0, count: Limits.tracks)

    /// - Parameter epoch: The first epoch, as the publisher was told in its welcome.
    init(epoch: UInt32) {
        self.epoch = epoch
    }

    /// A new track table.
    ///
    /// - Throws: ``ProtocolError`` where its epoch is not the one agreed or a later one.
    mutating func receive(_ table: TrackTable, at now: NIODeadline) throws(ProtocolError) -> LogEntry {
        guard table.epoch == epoch || (table.epoch > epoch && table.epoch - epoch == 1) else {
            throw ProtocolError(
                .malformedMessage,
                "The track table is of epoch \(table.epoch), but epoch \(epoch) or the next is due."
            )
        }
        if table.epoch > epoch {
            epoch = table.epoch
            nextSequence = [UInt64](repeating: 0, count: Limits.tracks)
        }
        self.table = table
        return LogEntry(
            message: Message.tracks(table).encoded(),
            content: .standing(.tracks, epoch: epoch, tracks: TrackSet(table.tracks.map { TrackSet($0.id) })),
            kinds: .all,
            arrival: now
        )
    }

    /// A frame, and the gap before it that the publisher did not tell of.
    mutating func receive(
        _ frame: Frame,
        at now: NIODeadline,
        allocator: ByteBufferAllocator
    ) throws(ProtocolError) -> (unannounced: LogEntry?, frame: LogEntry) {
        let header = frame.header
        let kinds = try check(header.track, epoch: header.epoch, sequence: header.sequence)
        let expected = nextSequence[Int(header.track.rawValue)]
        guard header.sequence < .max else {
            throw ProtocolError(.malformedMessage, "The frame's sequence number leaves no room for another.")
        }
        nextSequence[Int(header.track.rawValue)] = header.sequence + 1
        let entry = LogEntry(
            message: frame.copied(with: allocator).message,
            content: .frame(
                track: header.track,
                epoch: header.epoch,
                sequence: header.sequence,
                isRandomAccess: header.flags.contains(.randomAccess)
            ),
            kinds: kinds,
            arrival: now
        )
        guard header.sequence > expected else { return (nil, entry) }
        let unannounced = Gap(
            track: header.track,
            reason: .publisher,
            epoch: header.epoch,
            first: expected,
            count: header.sequence - expected
        )
        return (Self.entry(unannounced, kinds: kinds, at: now), entry)
    }

    /// Frames that the publisher left out, and those before them that it did not tell of.
    mutating func receive(_ gap: Gap, at now: NIODeadline) throws(ProtocolError) -> LogEntry {
        let kinds = try check(gap.track, epoch: gap.epoch, sequence: gap.first)
        let expected = nextSequence[Int(gap.track.rawValue)]
        // The decoder has seen to it that the end of the range is a number.
        nextSequence[Int(gap.track.rawValue)] = gap.first + gap.count
        var whole = gap
        whole.count += gap.first - expected
        whole.first = expected
        return Self.entry(whole, kinds: kinds, at: now)
    }

    private static func entry(_ gap: Gap, kinds: TrackKinds, at now: NIODeadline) -> LogEntry {
        LogEntry(message: Message.gap(gap).encoded(), content: .gap(gap), kinds: kinds, arrival: now)
    }

    private func check(_ track: TrackID, epoch: UInt32, sequence: UInt64) throws(ProtocolError) -> TrackKinds {
        guard let table else {
            throw ProtocolError(
                .unexpectedMessage,
                "A frame or gap came before the track table; send the tracks first."
            )
        }
        guard let kind = table[track]?.kind else {
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
        let expected = nextSequence[Int(track.rawValue)]
        guard sequence >= expected else {
            throw ProtocolError(
                .malformedMessage,
                "A frame or gap of track \(track) has number \(sequence), but \(expected) comes next."
            )
        }
        return TrackKinds(kind)
    }
}
