import NIOCore

/// Measures the uplink from samples, and bounds the bytes in flight.
///
/// The system would buffer megabytes, which on a narrow uplink are many seconds that can no longer be dropped. So the
/// publisher passes on no more than ``room``. The bound grows while bytes get through without queueing, and falls to
/// the bytes of a tenth of a second and a round trip when they queue.
///
/// The value does no I/O and reads no clock.
struct UplinkMeter: Sendable {
    /// The initial and the lowest bound: a quarter of a second at 1 Mbit/s.
    static let minimumBytes = 32 * 1024
    /// The highest bound; no stream needs more.
    static let maximumBytes = 64 * 1024 * 1024
    /// A delay beyond the round trip that is shorter than this comes from sampling.
    static let shortWait = Duration.milliseconds(50)
    /// A delay that is longer than this comes from a queue.
    static let longWait = Duration.milliseconds(100)
    /// The time span over which throughput is measured.
    static let period = Duration.milliseconds(500)
    /// How long the shortest round trip is used; after that, the route may be another.
    static let roundTripAge = Duration.seconds(30)

    /// A number of bytes that were passed on until a moment.
    private struct Mark {
        let end: UInt64
        let handed: ContinuousClock.Instant
        /// When the oldest of them was offered.
        let offered: ContinuousClock.Instant
    }

    /// When the connection began; `nil` without one.
    private let began: ContinuousClock.Instant?
    private(set) var sample = UplinkSample()
    /// The most bytes that may be in flight.
    private(set) var bound = Self.minimumBytes
    /// Bytes passed on since the last sample.
    private var unsampled = 0
    private var marks = CircularBuffer<Mark>()
    private var progress = CircularBuffer<(time: ContinuousClock.Instant, confirmed: UInt64)>()
    private var oldestUnmarked: ContinuousClock.Instant?
    /// The shortest round trips of this time span and of the one before.
    private var roundTrips: (current: Duration?, earlier: Duration?, since: ContinuousClock.Instant)?

    init(began: ContinuousClock.Instant? = nil) {
        self.began = began
    }

    /// Bytes that may be passed on now; none while it is zero.
    var room: Int { max(0, bound - sample.pending - sample.unconfirmed - unsampled) }

    /// Bytes that the system had not taken at the last sample.
    var connectionBytes: Int { sample.pending + unsampled }

    /// The shortest time of a recent acknowledgement.
    var roundTrip: Duration? {
        guard let roundTrips else { return nil }
        guard let current = roundTrips.current, let earlier = roundTrips.earlier else {
            return roundTrips.current ?? roundTrips.earlier
        }
        return min(current, earlier)
    }

    /// When the oldest byte in flight was offered.
    var oldest: ContinuousClock.Instant? { marks.first?.offered ?? oldestUnmarked }

    /// How long the oldest bytes wait for this connection: not since before it began.
    ///
    /// - Parameter queued: When the oldest bytes of the queue were offered.
    func wait(queued: ContinuousClock.Instant?, at now: ContinuousClock.Instant) -> Duration {
        guard let oldest = [oldest, queued].compactMap(\.self).min() else { return .zero }
        return now - max(oldest, began ?? oldest)
    }

    /// Bytes are being passed on.
    ///
    /// - Parameter since: When the oldest of them was offered.
    mutating func recordHandover(_ bytes: Int, since: ContinuousClock.Instant?) {
        unsampled += bytes
        oldestUnmarked = oldestUnmarked ?? since
    }

    /// Uses a sample.
    mutating func record(_ sample: UplinkSample, at now: ContinuousClock.Instant) {
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
            record(roundTrip: now - first.handed, at: now)
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
            bound = min(bound, max(Self.minimumBytes, Int(min(rate * seconds, Double(Self.maximumBytes)))))
        } else if wasFull, wait < Self.shortWait {
            bound = min(Self.maximumBytes, bound + Int(min(gain, UInt64(Self.maximumBytes))))
        }
    }

    /// The recent throughput.
    private func bytesPerSecond(at now: ContinuousClock.Instant) -> Double? {
        guard let first = progress.first, now > first.time, sample.confirmed >= first.confirmed else { return nil }
        return Double(sample.confirmed - first.confirmed) / ((now - first.time) / .seconds(1))
    }

    private mutating func record(roundTrip: Duration, at now: ContinuousClock.Instant) {
        var known = roundTrips ?? (nil, nil, now)
        if now - known.since >= Self.roundTripAge { known = (nil, known.current, now) }
        known.current = min(known.current ?? roundTrip, roundTrip)
        roundTrips = known
    }
}

/// The part of a publisher's frames that has not reached the relay, by where it waits. It shows a live source that its
/// uplink is too narrow before any frame is dropped.
public struct UplinkBacklog: Hashable, Sendable {
    /// Whether a relay has accepted the stream. If not, the backlog says nothing about the uplink.
    public var isConnected = false
    /// Bytes of payload in the publisher's queue, from which groups of pictures can still be dropped.
    public var queuedBytes = 0
    /// Bytes passed to the connection that the system has not taken yet.
    public var connectionBytes = 0
    /// Bytes that the system has taken but not sent; 0 if the system does not report them.
    public var unsentBytes = 0
    /// Bytes sent that the relay's system has not acknowledged. If the system does not report unsent bytes, they are
    /// included.
    public var unconfirmedBytes = 0
    /// Bytes that the relay's system has acknowledged on this connection. Their growth is the rate of the uplink.
    public var confirmedBytes: UInt64 = 0
    /// The age of the oldest frame that the relay's system has not acknowledged; zero if there is none.
    public var age = Duration.zero
    /// The same since the connection began at most: only this is the uplink's doing.
    public var wait = Duration.zero
    /// The age of the oldest frame in the publisher's queue.
    public var queueAge = Duration.zero
    /// The shortest time of an acknowledgement in the last minute, which is the part of the delay that the backlog does
    /// not cause. Accurate to about 20 ms, and zero at first.
    public var roundTrip = Duration.zero

    /// A backlog of nothing, not connected.
    public init() {}

    /// The whole backlog.
    public var bytes: Int { queuedBytes + connectionBytes + unsentBytes + unconfirmedBytes }
}
