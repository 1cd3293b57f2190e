import StreamProtocol

/// Turns counts of field periods into microseconds, also when a field period changes on the way.
struct FieldClock: Sendable {
    /// Seconds a field period lasts, as a fraction.
    struct Period: Hashable, Sendable {
        var numerator: Int64
        var denominator: Int64

        /// Half the duration of a frame at `rate`.
        init(frameRate rate: Track.Rate) {
            numerator = Int64(rate.denominator)
            denominator = Int64(rate.numerator) * 2
        }

        /// Half the duration of a frame at a whole rate above 0.
        init(framesPerSecond: UInt32) {
            numerator = 1
            denominator = Int64(framesPerSecond) * 2
        }

        /// - Returns: `nil` if the fraction is none, or so long or short that it cannot be a picture's.
        init?(unitsInTick: UInt32, timeScale: UInt32) {
            guard unitsInTick > 0, timeScale > 0 else { return nil }
            let seconds = Double(unitsInTick) / Double(timeScale)
            guard Self.plausible.contains(seconds) else { return nil }
            numerator = Int64(unitsInTick)
            denominator = Int64(timeScale)
        }

        /// From 1,000 pictures a second to one in ten seconds: real encoders write timing outside of this when they
        /// mean that they do not know it.
        static let plausible = 0.000_5...5.0
    }

    /// The field period in force from some count on.
    private struct Segment: Sendable {
        var period: Period
        var count = 0
        var time: Int64 = 0

        /// The time in microseconds at a count, which may precede the segment.
        func time(at count: Int) -> Int64 {
            let product = Int64(count - self.count).multipliedFullWidth(by: period.numerator * 1_000_000)
            // The quotient overflows only after thousands of years.
            guard product.high >= -period.denominator / 2, product.high < period.denominator / 2 else { return time }
            return time &+ period.denominator.dividingFullWidth(product).quotient
        }
    }

    private var segment: Segment
    /// The one before, for pictures that are shown in it although they come after the change.
    private var earlier: Segment?

    /// The field period in force.
    var period: Period { segment.period }

    init(period: Period) {
        segment = Segment(period: period)
    }

    /// Changes the field period from `count` on, which is now or later. Times continue without a gap. A change that has
    /// not taken effect is replaced.
    mutating func change(to period: Period, at count: Int, now: Int) {
        guard period != self.period else { return }
        let start = now < segment.count ? segment.count : max(count, now)
        let time = time(at: start)
        if start > segment.count { earlier = segment }
        segment = Segment(period: period, count: start, time: time)
    }

    /// Counts `count` as `time` from here on, in microseconds, whatever was before.
    mutating func restart(at count: Int, time: Int64) {
        segment = Segment(period: period, count: count, time: time)
        earlier = nil
    }

    /// The time in microseconds after this many field periods.
    func time(at count: Int) -> Int64 {
        count < segment.count ? (earlier ?? segment).time(at: count) : segment.time(at: count)
    }
}

/// Converts sample counts to microseconds, across changes of the sampling frequency and without an overflow in any real
/// running time.
struct SampleClock: Sendable {
    /// Whole seconds, and those of earlier frequencies, in microseconds.
    private var base: Int64 = 0
    /// Samples since then, below ``frequency``.
    private var samples: Int64 = 0
    private var frequency: Int64 = 1

    /// The time in microseconds at the end of all samples so far.
    var time: Int64 { base + samples * 1_000_000 / frequency }

    /// Goes on at another frequency, in hertz, from the time that it is.
    mutating func change(to hertz: Int) {
        guard hertz != frequency else { return }
        base = time
        samples = 0
        frequency = Int64(max(1, hertz))
    }

    mutating func advance(by count: Int) {
        let (seconds, rest) = (samples + Int64(count)).quotientAndRemainder(dividingBy: frequency)
        base += seconds * 1_000_000
        samples = rest
    }
}

/// Times for a stream without timing: the arrival of its access units.
struct ArrivalClock: Sendable {
    /// The assumed field period if only the difference between decoding and presentation depends on it.
    static let assumedPeriod = FieldClock.Period(framesPerSecond: 25)

    private var first: Int64?
    private var last: Int64 = -1

    /// The time of the access unit that was last noted, in microseconds from the first.
    var now: Int64 { max(last, 0) }

    /// An access unit came; pictures never share a time.
    mutating func note(_ arrival: Int64, hasPicture: Bool) {
        let start = first ?? arrival
        first = start
        last = max(arrival - start, hasPicture ? last + 1 : last)
    }
}
