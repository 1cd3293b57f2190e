import StreamProtocol

/// Which frames have been received, so that none is given twice after a reconnection and none is missing unnoticed.
struct ReceptionLedger {
    /// What to do with a frame.
    enum Verdict: Hashable {
        /// Give it, after telling of the gap before it.
        case deliver(after: Gap?)
        /// It was given before, or belongs to an epoch that is over.
        case repeated
    }

    /// How far a track has come.
    private struct Place {
        var epoch: UInt32
        var next: UInt64
    }

    private var streamInstance: UInt64?
    private var places: [TrackID: Place] = [:]

    /// A relay tells which stream this is: the numbers of another one mean other frames.
    mutating func begin(streamInstance: UInt64) {
        guard self.streamInstance != streamInstance else { return }
        self.streamInstance = streamInstance
        places = [:]
    }

    mutating func receive(_ header: FrameHeader) -> Verdict {
        let after = header.sequence.addingReportingOverflow(1)
        guard !after.overflow else { return .repeated }
        guard let next = next(of: header.track, in: header.epoch, first: header.sequence), header.sequence >= next
        else { return .repeated }
        places[header.track] = Place(epoch: header.epoch, next: after.partialValue)
        let missed = header.sequence - next
        guard missed > 0 else { return .deliver(after: nil) }
        return .deliver(
            after: Gap(track: header.track, reason: .disconnected, epoch: header.epoch, first: next, count: missed)
        )
    }

    /// The relay tells of frames that will not come.
    ///
    /// - Returns: What of it is news: without frames that were given before a reconnection, and with those that must
    ///   have come in between.
    mutating func receive(_ gap: Gap) -> Gap? {
        let end = gap.first.addingReportingOverflow(gap.count)
        guard !end.overflow else { return nil }
        guard let next = next(of: gap.track, in: gap.epoch, first: gap.first), end.partialValue > next else {
            return nil
        }
        places[gap.track] = Place(epoch: gap.epoch, next: end.partialValue)
        var news = gap
        news.first = next
        news.count = end.partialValue - next
        return news
    }

    /// The number that is due. A track's account begins with what comes first, and in later epochs with 0.
    ///
    /// - Returns: `nil` in an epoch that is over.
    private func next(of track: TrackID, in epoch: UInt32, first: UInt64) -> UInt64? {
        guard let place = places[track] else { return first }
        return place.epoch == epoch ? place.next : place.epoch < epoch ? 0 : nil
    }
}
