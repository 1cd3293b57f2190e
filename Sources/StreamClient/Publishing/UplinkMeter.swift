import NIOCore

/// Makes of samples what a source wants to know of its uplink, and decides how much may be on its way at a time.
///
/// The system would take megabytes, which on a narrow uplink are many seconds that nobody can leave out any more. So the
/// publisher hands over no more than ``room``: the bound grows as long as what is handed over gets through without
/// waiting, and falls to what gets through in a tenth of a second, and in a round trip, when it waits.
///
/// A value without I/O and without a clock.
struct UplinkMeter: Sendable {
    /// The bound to begin with, and the lowest: a quarter of a second at 1 Mbit/s.
    static let leastBytes = 32 * 1024
    /// The highest bound; no stream needs more.
    static let mostBytes = 64 * 1024 * 1024
    /// What waits less than this beyond a round trip waits for nothing but the way of sampling.
    static let shortWait = Duration.milliseconds(50)
    /// What waits longer has to queue.
    static let longWait = Duration.milliseconds(100)
    /// How long to look back to see what gets through.
    static let period = Duration.milliseconds(500)
    /// How long the shortest round trip is believed in: after that the way may be another.
    static let roundTripAge = Duration.seconds(30)

    /// A number of bytes that were handed over by a moment.
    private struct Mark {
        let end: UInt64
        let handed: ContinuousClock.Instant
        /// When the oldest of them was offered.
        let offered: ContinuousClock.Instant
    }

    private(set) var sample = UplinkSample()
    /// The most that may be on its way.
    private(set) var bound = Self.leastBytes
    /// Bytes handed over since the last sample.
    private var unsampled = 0
    private var marks = CircularBuffer<Mark>()
    private var progress = CircularBuffer<(time: ContinuousClock.Instant, confirmed: UInt64)>()
    private var oldestUnmarked: ContinuousClock.Instant?
    /// The shortest round trips of this span of time and of the one before.
    private var roundTrips: (current: Duration?, earlier: Duration?, since: ContinuousClock.Instant)?

    /// Bytes that may be handed over now; none at all while it is zero.
    var room: Int { max(0, bound - sample.pending - sample.unconfirmed - unsampled) }

    /// Bytes handed over that the system had not taken when it was last looked at.
    var connectionBytes: Int { sample.pending + unsampled }

    /// The shortest time that a confirmation took lately.
    var roundTrip: Duration? {
        guard let roundTrips else { return nil }
        guard let current = roundTrips.current, let earlier = roundTrips.earlier else {
            return roundTrips.current ?? roundTrips.earlier
        }
        return min(current, earlier)
    }

    /// When the oldest byte was offered that is on its way.
    var oldest: ContinuousClock.Instant? { marks.first?.offered ?? oldestUnmarked }

    /// Something is being handed over.
    ///
    /// - Parameter since: When the oldest of it was offered.
    mutating func hand(over bytes: Int, since: ContinuousClock.Instant?) {
        unsampled += bytes
        oldestUnmarked = oldestUnmarked ?? since
    }

    /// Takes a sample into account.
    mutating func note(_ sample: UplinkSample, at now: ContinuousClock.Instant) {
        let wasFull = room == 0
        let gain = sample.confirmed - min(sample.confirmed, self.sample.confirmed)
        if sample.written > self.sample.written {
            marks.append(Mark(end: sample.written, handed: now, offered: oldestUnmarked ?? now))
            oldestUnmarked = nil
        }
        self.sample = sample
        unsampled = 0
        var wait = Duration.zero
        while let first = marks.first, first.end <= sample.confirmed {
            note(roundTrip: now - first.handed, at: now)
            wait = now - first.handed - (roundTrip ?? .zero)
            marks.removeFirst()
        }
        if let first = marks.first { wait = max(wait, now - first.handed - (roundTrip ?? .zero)) }
        progress.append((now, sample.confirmed))
        while progress.count > 2, now - progress[offset: 1].time >= Self.period { progress.removeFirst() }
        adjust(wait: wait, gain: gain, wasFull: wasFull, at: now)
    }

    private mutating func adjust(wait: Duration, gain: UInt64, wasFull: Bool, at now: ContinuousClock.Instant) {
        if wait > Self.longWait, let rate = bytesPerSecond(at: now) {
            let seconds = (Self.longWait + (roundTrip ?? .zero) * 1.25) / .seconds(1)
            bound = min(bound, max(Self.leastBytes, Int(min(rate * seconds, Double(Self.mostBytes)))))
        } else if wasFull, wait < Self.shortWait {
            bound = min(Self.mostBytes, bound + Int(min(gain, UInt64(Self.mostBytes))))
        }
    }

    /// What got through lately.
    private func bytesPerSecond(at now: ContinuousClock.Instant) -> Double? {
        guard let first = progress.first, now > first.time, sample.confirmed >= first.confirmed else { return nil }
        return Double(sample.confirmed - first.confirmed) / ((now - first.time) / .seconds(1))
    }

    private mutating func note(roundTrip: Duration, at now: ContinuousClock.Instant) {
        var known = roundTrips ?? (nil, nil, now)
        if now - known.since >= Self.roundTripAge { known = (nil, known.current, now) }
        known.current = min(known.current ?? roundTrip, roundTrip)
        roundTrips = known
    }
}
