import StreamProtocol

/// The offset between another clock and the local one, with its error bound.
struct ClockReading: Hashable, Sendable {
    /// The other clock minus the local one, in microseconds.
    var offset: Int64
    /// The error of the offset is at most this many microseconds at ``time``, and grows from then on.
    var errorBound: Int64
    /// The time of the error bound, by the local clock.
    var time: Int64

    /// The reading at a later time: the clocks have drifted.
    func aged(to now: Int64) -> ClockReading {
        let (age, overflow) = now.subtractingReportingOverflow(time)
        guard !overflow, age > 0 else { return self }
        return ClockReading(offset: offset, errorBound: errorBound &+ ClockDrift.bound(after: age), time: now)
    }
}

/// Estimates the offset of the relay's clock from pings. The error of an estimate is at most half the round trip, so
/// the shortest round trip gives the best estimate.
struct ClockEstimator {
    /// Round trips that are kept. With pings every few seconds they span a minute or two, long enough to include a
    /// quiet moment of the network.
    static let maximumSamples = 16

    /// The longest round trip that is used, and how long it is used. In a minute, clocks drift by milliseconds or are
    /// set.
    static let longestAge: Int64 = 60_000_000

    private struct Sample {
        var offset: Int64
        var errorBound: Int64
        var taken: Int64

        func reading(at now: Int64) -> ClockReading {
            ClockReading(offset: offset, errorBound: errorBound, time: taken).aged(to: now)
        }
    }

    private var samples: [Sample] = []
    /// The send times of the pings that have not been answered.
    private var outstandingPings: [Int64] = []

    /// Records a ping.
    ///
    /// - Returns: `now`, which the ping carries and the pong repeats.
    mutating func pingSent(at now: Int64) -> Int64 {
        if outstandingPings.count == Self.maximumSamples { outstandingPings.removeFirst() }
        outstandingPings.append(now)
        return now
    }

    /// Uses an answer. Answers to unknown pings and answers with impossible times are ignored.
    ///
    /// - Parameter now: When the answer arrived, by the local clock.
    /// - Returns: The best reading so far; `nil` if the answer was ignored.
    mutating func receive(_ pong: Pong, at now: Int64) -> ClockReading? {
        guard let index = outstandingPings.firstIndex(of: pong.sent) else { return nil }
        outstandingPings.remove(at: index)
        guard let sample = Self.sample(pong, now) else { return nil }
        if samples.count == Self.maximumSamples { samples.removeFirst() }
        samples.append(sample)
        return reading(at: now)
    }

    /// The best reading. Its error bound grows until new answers arrive.
    func reading(at now: Int64) -> ClockReading? {
        samples.lazy.filter { now - $0.taken <= Self.longestAge }
            .map { $0.reading(at: now) }
            .min { $0.errorBound < $1.errorBound }
    }

    private static func sample(_ pong: Pong, _ now: Int64) -> Sample? {
        // The times come from the peer, so no operation may overflow.
        let (there, overflowThere) = pong.received.subtractingReportingOverflow(pong.sent)
        let (back, overflowBack) = pong.answered.subtractingReportingOverflow(now)
        let (held, overflowHeld) = pong.answered.subtractingReportingOverflow(pong.received)
        let (elapsed, overflowElapsed) = now.subtractingReportingOverflow(pong.sent)
        guard !overflowThere, !overflowBack, !overflowHeld, !overflowElapsed,
            (0...longestAge).contains(elapsed), (0...elapsed).contains(held)
        else { return nil }
        // The clocks drift during the round trip too.
        let errorBound = (elapsed - held + 1) / 2 + 1 + ClockDrift.bound(after: elapsed)
        return Sample(offset: there / 2 + back / 2, errorBound: errorBound, taken: now)
    }
}
