/// Controls the encoder's bit rate, so that its output does not accumulate before the uplink.
///
/// The rate falls quickly: as soon as the waiting data needs longer than ``congestionDelay``, the rate falls below the
/// measured capacity, by the amount that clears the backlog. It rises on evidence: a key frame is a burst that waits
/// for longer on a narrower uplink, so the longest recent wait shows how far the rate can rise before key frames wait
/// for too long. If bursts show nothing, the rate rises by probes at intervals.
///
/// A value without a clock. Bit rates are in bits per second.
public struct RateController: Sendable {
    /// A measurement of the uplink. To be taken several times per second, preferably ten.
    public struct Observation: Hashable, Sendable {
        /// Bytes that the relay has acknowledged since the connection began.
        public var acknowledgedBytes: UInt64
        /// Bytes that are not acknowledged: in local queues, in the system and on the network.
        public var backlogBytes: Int
        /// How long the oldest unacknowledged bytes have waited on this connection; zero if there are none.
        public var age: Duration
        /// The round-trip time of an idle connection.
        public var roundTrip: Duration

        public init(acknowledgedBytes: UInt64, backlogBytes: Int, age: Duration, roundTrip: Duration) {
            self.acknowledgedBytes = acknowledgedBytes
            self.backlogBytes = backlogBytes
            self.age = age
            self.roundTrip = roundTrip
        }
    }

    /// The uplink is congested if waiting data needs longer than this beyond a round trip. A key frame of ten times the
    /// average size on a just sufficient uplink stays below.
    static let congestionDelay = Duration.milliseconds(400)
    /// The longest wait that a rise may cause.
    static let targetDelay = Duration.milliseconds(200)
    /// The time in which a backlog should be cleared.
    static let drainTime = Duration.seconds(2)
    /// The part of the uplink that a stream may use permanently.
    static let utilisation = 0.85
    /// A shorter interruption of the uplink does not change the rate.
    static let stallTimeout = Duration.milliseconds(600)
    /// The minimum time between two decreases: the effect of the first one shows after one or two round trips.
    static let decreaseInterval = Duration.milliseconds(500)
    /// The minimum time before an increase, without a long wait. Most groups of pictures are not longer, so the time
    /// includes a key frame.
    static let increaseInterval = Duration.seconds(2)
    /// A backlog of this age does not disappear by itself.
    static let backlogInterval = Duration.seconds(1)
    /// How long the capacity of a full uplink is taken as its limit.
    static let probeInterval = Duration.seconds(6)
    /// The largest factor of one increase.
    static let maximumIncrease = 2.0
    /// The largest factor beyond the last known capacity.
    static let maximumProbe = 1.35
    /// The smallest relative change: with some encoders each change costs a new group of pictures.
    static let minimumChange = 0.1
    /// A lower rate makes no useful picture.
    public static let lowestRate = 150_000

    /// The rate to return to.
    public let maximum: Int
    /// The lowest rate.
    public let minimum: Int
    /// The current rate.
    public private(set) var bitRate: Int

    private var bandwidth = BandwidthEstimator()
    /// The capacity that was measured last, with the time of the measurement.
    private var capacity: (rate: Double, seen: ContinuousClock.Instant)?
    private var lastChange: ContinuousClock.Instant?
    /// The waits of the oldest bytes during the last ``increaseInterval``.
    private var waits: [(time: ContinuousClock.Instant, wait: Duration)] = []

    /// - Parameters:
    ///   - maximum: The encoder's initial rate.
    ///   - minimum: The default is a twentieth of the maximum, but at least ``lowestRate``.
    public init(maximum: Int, minimum: Int? = nil) {
        self.maximum = max(1, maximum)
        self.minimum = min(self.maximum, max(1, minimum ?? max(maximum / 20, Self.lowestRate)))
        bitRate = self.maximum
    }

    /// Processes an observation.
    ///
    /// - Returns: The new rate; `nil` if it does not change.
    public mutating func update(_ uplink: Observation, at now: ContinuousClock.Instant) -> Int? {
        let wait = max(.zero, uplink.age - uplink.roundTrip)
        waits.removeAll { now - $0.time > Self.increaseInterval }
        waits.append((now, wait))
        let throughput = bandwidth.measure(acknowledged: uplink.acknowledgedBytes, wait: wait, at: now)
        if let throughput {
            // One key frame is a short measurement, but it cannot pass faster than the uplink's capacity.
            let least = hasPersistentBacklog(at: now) ? 0 : capacity?.rate ?? 0
            capacity = (max(throughput, least), now)
        }
        let lastChange = lastChange ?? now
        self.lastChange = lastChange
        if bitRate == maximum || now - lastChange >= Self.decreaseInterval,
            let lower = decreasedRate(uplink, throughput: throughput, wait: wait)
        {
            if let throughput { capacity = (throughput, now) }
            return change(to: lower, at: now)
        }
        guard now - lastChange >= Self.increaseInterval else { return nil }
        return change(to: target(at: now), at: now)
    }

    /// The rate for a congested uplink.
    private func decreasedRate(_ uplink: Observation, throughput: Double?, wait: Duration) -> Double? {
        guard let throughput else { return wait > Self.stallTimeout ? 0 : nil }
        let excess = Double(uplink.backlogBytes) * 8 - throughput * uplink.roundTrip.seconds
        guard excess > throughput * Self.congestionDelay.seconds else { return nil }
        let target = throughput * Self.utilisation - excess / Self.drainTime.seconds
        return target < Double(bitRate) ? target : nil
    }

    /// The rate that the recent observations allow.
    private mutating func target(at now: ContinuousClock.Instant) -> Double {
        let rate = Double(bitRate)
        let longestWait = waits.map(\.wait).max() ?? .zero
        let headroom = longestWait > .zero ? Self.targetDelay / longestWait : .infinity
        if let capacity, rate > capacity.rate {
            if hasPersistentBacklog(at: now) { return capacity.rate * Self.utilisation }
            guard now - capacity.seen >= Self.increaseInterval else { return rate }
            // The uplink carries more than the assumed capacity.
            self.capacity = nil
        }
        guard headroom > 1 else { return rate }
        let highest = rate * min(headroom, Self.maximumIncrease)
        guard let capacity else { return highest }
        let fitting = capacity.rate * Self.utilisation
        if rate * headroom > fitting, now - capacity.seen >= Self.probeInterval {
            return min(highest, max(rate, fitting) * Self.maximumProbe)
        }
        return max(rate, min(rate * headroom, fitting))
    }

    /// Whether the backlog does not disappear by itself, as that of a key frame does.
    private func hasPersistentBacklog(at now: ContinuousClock.Instant) -> Bool {
        waits.allSatisfy { now - $0.time > Self.backlogInterval || $0.wait >= BandwidthEstimator.busyDelay }
    }

    private mutating func change(to target: Double, at now: ContinuousClock.Instant) -> Int? {
        let new = Int(min(max(target, Double(minimum)), Double(maximum)))
        let isWorthwhile = abs(new - bitRate) >= Int(Double(bitRate) * Self.minimumChange)
        guard new != bitRate, isWorthwhile || new == maximum else { return nil }
        bitRate = new
        lastChange = now
        return new
    }
}

extension Duration {
    fileprivate var seconds: Double { self / .seconds(1) }
}

/// Measures the capacity of an uplink in bits per second. The capacity is visible only while more data waits than the
/// uplink carries at once.
struct BandwidthEstimator: Sendable {
    /// Shorter waits are jitter.
    static let busyDelay = Duration.milliseconds(50)
    /// The longest measurement: older data says nothing about the present.
    static let period = Duration.milliseconds(500)
    /// The shortest measurement: acknowledgements arrive in bursts.
    static let minimumPeriod = Duration.milliseconds(100)
    /// After this time without an acknowledgement, the uplink is interrupted and not narrow. The measurement restarts.
    static let silenceTimeout = Duration.milliseconds(90)

    private var samples: [(time: ContinuousClock.Instant, acknowledged: UInt64)] = []
    private var lastProgress: (time: ContinuousClock.Instant, acknowledged: UInt64)?

    /// - Returns: Bits per second; `nil` while the uplink is not busy, or not for long enough.
    mutating func measure(acknowledged: UInt64, wait: Duration, at now: ContinuousClock.Instant) -> Double? {
        let last = lastProgress ?? (now, acknowledged)
        let isSilent = acknowledged == last.acknowledged
        if !isSilent || lastProgress == nil { lastProgress = (now, acknowledged) }
        // A lower count belongs to another connection.
        guard wait >= Self.busyDelay, acknowledged >= last.acknowledged,
            !isSilent || now - last.time < Self.silenceTimeout
        else {
            samples = []
            return nil
        }
        samples.append((now, acknowledged))
        while samples.count > 2, now - samples[1].time >= Self.period { samples.removeFirst() }
        let elapsed = now - samples[0].time
        guard elapsed >= Self.minimumPeriod, acknowledged > samples[0].acknowledged else { return nil }
        return Double(acknowledged - samples[0].acknowledged) * 8 / (elapsed / .seconds(1))
    }
}
