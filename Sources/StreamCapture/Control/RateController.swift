/// The encoder's bit rate, so that what it makes gets through the uplink without piling up.
///
/// Down quickly: as soon as what waits would take longer than ``fullDelay`` to get through, the rate falls below what the
/// uplink was seen to carry, by as much as it takes to work off the backlog. Up by evidence: a key frame is a burst that
/// waits the longer, the narrower the uplink, so the longest wait of the last moments tells how much higher the rate can
/// go before key frames wait too long. Where bursts tell nothing, it goes up by trial, at intervals.
///
/// A value without a clock. Bit rates are in bits a second.
public struct RateController: Sendable {
    /// What is known of the uplink at a moment. To be taken a few times a second at least, better ten times.
    public struct Observation: Hashable, Sendable {
        /// Bytes that the relay has confirmed, since the connection began.
        public var acknowledgedBytes: UInt64
        /// Bytes offered that it has not: in queues here, in the system, and on the way.
        public var backlogBytes: Int
        /// How long ago the oldest of those was offered; zero where there are none.
        public var age: Duration
        /// How long confirmation takes on an idle line.
        public var roundTrip: Duration

        public init(acknowledgedBytes: UInt64, backlogBytes: Int, age: Duration, roundTrip: Duration) {
            self.acknowledgedBytes = acknowledgedBytes
            self.backlogBytes = backlogBytes
            self.age = age
            self.roundTrip = roundTrip
        }
    }

    /// The uplink is full when what waits needs longer than this beyond a round trip: a key frame of ten times the usual
    /// size on an uplink that is just wide enough stays below.
    static let fullDelay = Duration.milliseconds(400)
    /// The longest wait that is aimed at when the rate goes up.
    static let aimedDelay = Duration.milliseconds(200)
    /// The time in which a backlog is to be worked off.
    static let drainTime = Duration.seconds(2)
    /// The part of an uplink that a stream may fill for long.
    static let fill = 0.85
    /// An uplink that carries nothing has gone away for a moment, unless the moment lasts this long.
    static let stall = Duration.milliseconds(600)
    /// The least time between two falls: what the first does shows after a round trip or two.
    static let fallInterval = Duration.milliseconds(500)
    /// The least time before a rise, in which nothing waited for long. Most groups of pictures are not longer, so it has
    /// seen a key frame.
    static let riseInterval = Duration.seconds(2)
    /// A backlog for this long is one that does not go away by itself.
    static let backlogInterval = Duration.seconds(1)
    /// How long what the uplink carried when it was full is taken for all that it can.
    static let trialInterval = Duration.seconds(6)
    /// The most that the rate grows in one step.
    static let largestRise = 2.0
    /// The same, beyond what the uplink was last seen to carry.
    static let largestTrial = 1.35
    /// The least part of the rate that is worth a change: with some encoders it costs a new group of pictures.
    static let leastChange = 0.1
    /// Below this, no picture is worth sending.
    public static let lowestRate = 150_000

    /// The rate to return to.
    public let maximum: Int
    /// The rate that it does not fall below.
    public let minimum: Int
    /// The rate now.
    public private(set) var bitRate: Int

    private var width = UplinkWidth()
    /// What the uplink carried when it was last busy, and when that was.
    private var capacity: (rate: Double, seen: ContinuousClock.Instant)?
    private var lastChange: ContinuousClock.Instant?
    /// How long the oldest bytes had waited, over the last ``riseInterval``.
    private var waits: [(time: ContinuousClock.Instant, wait: Duration)] = []

    /// - Parameters:
    ///   - maximum: The rate that the encoder begins with.
    ///   - minimum: By default a twentieth of the maximum, but ``lowestRate`` at least.
    public init(maximum: Int, minimum: Int? = nil) {
        self.maximum = max(1, maximum)
        self.minimum = min(self.maximum, max(1, minimum ?? max(maximum / 20, Self.lowestRate)))
        bitRate = self.maximum
    }

    /// Takes an observation into account.
    ///
    /// - Returns: The rate from now on, where it changes.
    public mutating func update(_ uplink: Observation, at now: ContinuousClock.Instant) -> Int? {
        let wait = max(.zero, uplink.age - uplink.roundTrip)
        waits.removeAll { now - $0.time > Self.riseInterval }
        waits.append((now, wait))
        let carried = width.measure(acknowledged: uplink.acknowledgedBytes, wait: wait, at: now)
        if let carried {
            // One key frame is little to measure by, but it cannot get through more quickly than the uplink carries.
            let least = hasStandingBacklog(at: now) ? 0 : capacity?.rate ?? 0
            capacity = (max(carried, least), now)
        }
        let lastChange = lastChange ?? now
        self.lastChange = lastChange
        if bitRate == maximum || now - lastChange >= Self.fallInterval,
            let lower = fall(uplink, carried: carried, wait: wait)
        {
            if let carried { capacity = (carried, now) }
            return change(to: lower, at: now)
        }
        guard now - lastChange >= Self.riseInterval else { return nil }
        return change(to: target(at: now), at: now)
    }

    /// The rate that a full uplink asks for.
    private func fall(_ uplink: Observation, carried: Double?, wait: Duration) -> Double? {
        guard let carried else { return wait > Self.stall ? 0 : nil }
        let excess = Double(uplink.backlogBytes) * 8 - carried * uplink.roundTrip.seconds
        guard excess > carried * Self.fullDelay.seconds else { return nil }
        let target = carried * Self.fill - excess / Self.drainTime.seconds
        return target < Double(bitRate) ? target : nil
    }

    /// The rate that the last moments suggest.
    private mutating func target(at now: ContinuousClock.Instant) -> Double {
        let rate = Double(bitRate)
        let longestWait = waits.map(\.wait).max() ?? .zero
        let room = longestWait > .zero ? Self.aimedDelay / longestWait : .infinity
        if let capacity, rate > capacity.rate {
            if hasStandingBacklog(at: now) { return capacity.rate * Self.fill }
            guard now - capacity.seen >= Self.riseInterval else { return rate }
            // It has carried more than was thought.
            self.capacity = nil
        }
        guard room > 1 else { return rate }
        let highest = rate * min(room, Self.largestRise)
        guard let capacity else { return highest }
        let fitting = capacity.rate * Self.fill
        if rate * room > fitting, now - capacity.seen >= Self.trialInterval {
            return min(highest, max(rate, fitting) * Self.largestTrial)
        }
        return max(rate, min(rate * room, fitting))
    }

    /// Whether the backlog does not go away by itself, as a key frame's does.
    private func hasStandingBacklog(at now: ContinuousClock.Instant) -> Bool {
        waits.allSatisfy { now - $0.time > Self.backlogInterval || $0.wait >= UplinkWidth.busyDelay }
    }

    private mutating func change(to target: Double, at now: ContinuousClock.Instant) -> Int? {
        let new = Int(min(max(target, Double(minimum)), Double(maximum)))
        let isWorthwhile = abs(new - bitRate) >= Int(Double(bitRate) * Self.leastChange)
        guard new != bitRate, isWorthwhile || new == maximum else { return nil }
        bitRate = new
        lastChange = now
        return new
    }
}

extension Duration {
    fileprivate var seconds: Double { self / .seconds(1) }
}
