import StreamProtocol

/// Turns counts of field periods into microseconds, also when a field period changes on the way.
struct FieldClock: Sendable {
    /// Seconds a field period lasts, as a fraction.
    struct Period: Hashable, Sendable {
        var numerator: Int64
        var denominator: Int64

        /// Half of what a frame lasts at `rate`.
        init(frameRate rate: Track.Rate) {
            numerator = Int64(rate.denominator)
            denominator = Int64(rate.numerator) * 2
        }

        /// Half of what a frame lasts at a whole rate above 0.
        init(framesPerSecond: UInt32) {
            numerator = 1
            denominator = Int64(framesPerSecond) * 2
        }

        /// - Returns: `nil` where the fraction is none, or so long or short that it cannot be a picture's.
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
    private struct Stretch: Sendable {
        var period: Period
        var count = 0
        var time: Int64 = 0

        /// The time in microseconds at a count, which may also lie before the stretch.
        func time(at count: Int) -> Int64 {
            let product = Int64(count - self.count).multipliedFullWidth(by: period.numerator * 1_000_000)
            // A stream would have to run for thousands of years to get here with a quotient that does not fit.
            guard product.high >= -period.denominator / 2, product.high < period.denominator / 2 else { return time }
            return time &+ period.denominator.dividingFullWidth(product).quotient
        }
    }

    private var stretch: Stretch
    /// The one before, for pictures that are shown in it although they come after the change.
    private var earlier: Stretch?

    /// The field period in force.
    var period: Period { stretch.period }

    init(period: Period) {
        stretch = Stretch(period: period)
    }

    /// Changes the field period from `count` on, which is `now` or still to come; times go on where they were. A change
    /// that is yet to come is replaced by the next.
    mutating func change(to period: Period, at count: Int, now: Int) {
        guard period != self.period else { return }
        let start = now < stretch.count ? stretch.count : max(count, now)
        let time = time(at: start)
        if start > stretch.count { earlier = stretch }
        stretch = Stretch(period: period, count: start, time: time)
    }

    /// Counts `count` as `time` from here on, in microseconds, whatever was before.
    mutating func restart(at count: Int, time: Int64) {
        stretch = Stretch(period: period, count: count, time: time)
        earlier = nil
    }

    /// The time in microseconds after this many field periods.
    func time(at count: Int) -> Int64 {
        count < stretch.count ? (earlier ?? stretch).time(at: count) : stretch.time(at: count)
    }
}
