import StreamProtocol

/// How far another clock is from one's own, and how surely that is known.
struct ClockReading: Hashable, Sendable {
    /// The other clock minus one's own, in microseconds.
    var offset: Int64
    /// The offset is right to within this many microseconds.
    var errorBound: Int64

    /// Whether this differs enough from what was told to tell it: by more than its bound, or with a bound half as wide.
    func isNews(after told: ClockReading?) -> Bool {
        guard let told else { return true }
        let difference = offset.subtractingReportingOverflow(told.offset)
        return difference.overflow || difference.partialValue.magnitude > UInt64(errorBound)
            || errorBound <= told.errorBound / 2
    }
}

/// Finds the relay's clock from pings: whatever the way there and the way back took, the offset is wrong by at most
/// half the round trip, so the quickest round trip tells most.
struct ClockEstimator {
    /// Round trips that are kept. With pings every few seconds they span a minute or two, long enough to find a quiet
    /// moment of the network.
    static let memory = 16

    /// How much two clocks may drift apart: crystal oscillators stay within 50 millionths of the truth, each.
    static let driftPerMillion: Int64 = 100

    /// A round trip longer than this is no measurement, and one longer ago is none any more: in a minute clocks drift
    /// by milliseconds, or are set.
    static let longestAge: Int64 = 60_000_000

    private struct Sample {
        var offset: Int64
        var halfRoundTrip: Int64
        var taken: Int64

        func errorBound(at now: Int64) -> Int64 {
            halfRoundTrip + max(0, now - taken) * ClockEstimator.driftPerMillion / 1_000_000
        }
    }

    private var samples: [Sample] = []
    /// When the pings that are not answered yet were sent.
    private var asked: [Int64] = []

    /// Notes a ping.
    ///
    /// - Returns: `now`, which the ping carries and the pong repeats.
    mutating func ask(at now: Int64) -> Int64 {
        if asked.count == Self.memory { asked.removeFirst() }
        asked.append(now)
        return now
    }

    /// Takes an answer into account; one that nobody asked for or that cannot be true is left out.
    ///
    /// - Parameter now: When the answer came, by one's own clock.
    /// - Returns: The best reading so far; `nil` where the answer tells nothing.
    mutating func receive(_ pong: Pong, at now: Int64) -> ClockReading? {
        guard let question = asked.firstIndex(of: pong.sent) else { return nil }
        asked.remove(at: question)
        guard let sample = Self.sample(pong, now) else { return nil }
        if samples.count == Self.memory { samples.removeFirst() }
        samples.append(sample)
        return reading(at: now)
    }

    /// The best reading, whose bound grows while no new answers come.
    func reading(at now: Int64) -> ClockReading? {
        samples.lazy.filter { now - $0.taken <= Self.longestAge }
            .map { ClockReading(offset: $0.offset, errorBound: $0.errorBound(at: now)) }
            .min { $0.errorBound < $1.errorBound }
    }

    private static func sample(_ pong: Pong, _ now: Int64) -> Sample? {
        // The times come from outside: nothing here may overflow.
        let (there, overflowThere) = pong.received.subtractingReportingOverflow(pong.sent)
        let (back, overflowBack) = pong.answered.subtractingReportingOverflow(now)
        let (held, overflowHeld) = pong.answered.subtractingReportingOverflow(pong.received)
        let (elapsed, overflowElapsed) = now.subtractingReportingOverflow(pong.sent)
        guard !overflowThere, !overflowBack, !overflowHeld, !overflowElapsed,
            (0...longestAge).contains(elapsed), (0...elapsed).contains(held)
        else { return nil }
        return Sample(offset: there / 2 + back / 2, halfRoundTrip: (elapsed - held + 1) / 2 + 1, taken: now)
    }
}
