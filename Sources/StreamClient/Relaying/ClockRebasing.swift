import StreamProtocol

/// Rebases the publisher's clock offset for a relay that takes the stream from another relay (`Protocol.md`, Relays
/// behind relays): from the clock of the relay upstream to the local one. The error bounds add up.
///
/// The value reads no clock, and holds for one connection. All times are those of the local wall clock.
struct ClockRebasing {
    /// The clock of the relay upstream.
    private var relay: ClockReading?
    /// The publisher's offset from it, and when that arrived.
    private var publisher: (offset: ClockOffset, time: Int64)?
    /// Decides when viewers need another offset, by the rules for a publisher.
    private var reporter = ClockReporter()
    private var epoch: UInt32?

    /// A new reading of the upstream clock.
    ///
    /// - Returns: The offset for viewers; `nil` if they have a good one, or none is known.
    mutating func measured(_ reading: ClockReading, at now: Int64) -> ClockOffset? {
        relay = reading
        return rebased(at: now).flatMap { reporter.received($0) }
    }

    /// The publisher's offset arrived from upstream. Viewers get it in any case: an epoch may have begun.
    ///
    /// - Returns: The offset for viewers; `nil` before the first reading.
    mutating func received(_ offset: ClockOffset, at now: Int64) -> ClockOffset? {
        publisher = (offset, now)
        reporter = ClockReporter()
        return rebased(at: now).flatMap { reporter.received($0) }
    }

    /// A track table arrived. Another epoch may be another publisher's.
    mutating func entered(_ epoch: UInt32) {
        guard epoch != self.epoch else { return }
        self.epoch = epoch
        publisher = nil
        reporter = ClockReporter()
    }

    /// When frames came to the relay upstream, by the local clock.
    ///
    /// - Returns: The error bound of the times, in microseconds; `nil` before the first reading.
    func rebase(_ arrivals: inout Arrivals, at now: Int64) -> Int64? {
        guard let relay else { return nil }
        for index in arrivals.frames.indices { arrivals.frames[index].time &-= relay.offset }
        return relay.aged(to: now).errorBound
    }

    /// The offset of the local clock from the publisher's, as a publisher measures it. The numbers come from other
    /// machines, so no operation may trap.
    private func rebased(at now: Int64) -> ClockReading? {
        guard let relay, let publisher else { return nil }
        let (age, overflow) = now.subtractingReportingOverflow(publisher.time)
        let aged = publisher.offset.aged(by: overflow ? 0 : age)
        return ClockReading(
            offset: 0 &- (publisher.offset.offset &+ relay.offset),
            errorBound: relay.aged(to: now).errorBound &+ Int64(aged.errorBound),
            time: now
        )
    }
}
