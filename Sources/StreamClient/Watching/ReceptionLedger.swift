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
        guard let place = places[header.track], place.epoch >= header.epoch else {
            places[header.track] = Place(epoch: header.epoch, next: after.partialValue)
            return .deliver(after: nil)
        }
        guard place.epoch == header.epoch, header.sequence >= place.next else { return .repeated }
        places[header.track]?.next = after.partialValue
        let missed = header.sequence - place.next
        guard missed > 0 else { return .deliver(after: nil) }
        return .deliver(
            after: Gap(
                track: header.track,
                reason: .disconnected,
                epoch: header.epoch,
                first: place.next,
                count: missed
            )
        )
    }

    /// The relay tells of frames that will not come.
    ///
    /// - Returns: What of it is news: without frames that were given before a reconnection, and with those that must
    ///   have come in between.
    mutating func receive(_ gap: Gap) -> Gap? {
        let end = gap.first.addingReportingOverflow(gap.count)
        guard !end.overflow else { return nil }
        guard let place = places[gap.track], place.epoch >= gap.epoch else {
            places[gap.track] = Place(epoch: gap.epoch, next: end.partialValue)
            return gap
        }
        guard place.epoch == gap.epoch, end.partialValue > place.next else { return nil }
        places[gap.track]?.next = end.partialValue
        var news = gap
        news.first = place.next
        news.count = end.partialValue - place.next
        return news
    }
}
