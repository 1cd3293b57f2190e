import StreamProtocol

/// Records which frames have been received, so that after a reconnection no frame is delivered twice and every missing
/// frame is reported.
struct ReceptionLedger {
    /// What to do with a frame.
    enum Outcome: Hashable {
        /// Deliver it, after the gap before it if there is one.
        case deliver(after: Gap?)
        /// Drop it: it was delivered before, or belongs to an earlier epoch.
        case duplicate
    }

    /// The progress of a track.
    private struct Position {
        var epoch: UInt32
        var next: UInt64
    }

    private var streamInstance: UInt64?
    private var positions: [TrackID: Position] = [:]

    /// The relay names the stream instance. In another instance, the same numbers mean other frames.
    mutating func begin(streamInstance: UInt64) {
        guard self.streamInstance != streamInstance else { return }
        self.streamInstance = streamInstance
        positions = [:]
    }

    mutating func receive(_ header: FrameHeader) -> Outcome {
        let after = header.sequence.addingReportingOverflow(1)
        guard !after.overflow else { return .duplicate }
        guard let next = next(of: header.track, in: header.epoch, first: header.sequence), header.sequence >= next
        else { return .duplicate }
        positions[header.track] = Position(epoch: header.epoch, next: after.partialValue)
        let missed = header.sequence - next
        guard missed > 0 else { return .deliver(after: nil) }
        return .deliver(
            after: Gap(track: header.track, reason: .disconnected, epoch: header.epoch, first: next, count: missed)
        )
    }

    /// The relay reports frames that will not arrive.
    ///
    /// - Returns: The part that has not been reported: without frames that were delivered before a reconnection, and
    ///   with frames that are missing in between.
    mutating func receive(_ gap: Gap) -> Gap? {
        let end = gap.first.addingReportingOverflow(gap.count)
        guard !end.overflow else { return nil }
        guard let next = next(of: gap.track, in: gap.epoch, first: gap.first), end.partialValue > next else {
            return nil
        }
        positions[gap.track] = Position(epoch: gap.epoch, next: end.partialValue)
        var news = gap
        news.first = next
        news.count = end.partialValue - next
        return news
    }

    /// The sequence number that is due. A track begins with the first frame that arrives, and in later epochs with 0.
    ///
    /// - Returns: `nil` in an epoch that has ended.
    private func next(of track: TrackID, in epoch: UInt32, first: UInt64) -> UInt64? {
        guard let position = positions[track] else { return first }
        return position.epoch == epoch ? position.next : position.epoch < epoch ? 0 : nil
    }
}
