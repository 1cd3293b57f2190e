import NIOCore

/// Lets so much through in a second, and a burst after a time of rest: a token bucket.
struct RateLimit: Sendable {
    /// What may come at once now. Below zero where more came than was there.
    private var credit: Double
    private var settled: NIODeadline

    /// Begins full.
    init(burst: Int, now: NIODeadline) {
        credit = Double(burst)
        settled = now
    }

    /// Takes `amount`, if any credit is left.
    ///
    /// The last amount may be larger than the credit: what is taken beyond it is made up for before anything else is
    /// let through, so that one long message is not refused for being long.
    mutating func take(_ amount: Int = 1, rate: Int, burst: Int, now: NIODeadline) -> Bool {
        settle(rate: rate, burst: burst, now: now)
        guard credit > 0 else { return false }
        credit -= Double(amount)
        return true
    }

    /// Takes `amount` although there may be no credit; it too is made up for.
    mutating func owe(_ amount: Int) {
        credit -= Double(amount)
    }

    /// Whether nothing was taken that rest has not made good.
    mutating func isFull(rate: Int, burst: Int, now: NIODeadline) -> Bool {
        settle(rate: rate, burst: burst, now: now)
        return credit >= Double(burst)
    }

    private mutating func settle(rate: Int, burst: Int, now: NIODeadline) {
        guard now > settled else { return }
        credit = min(Double(burst), credit + Double((now - settled).nanoseconds) * Double(rate) / 1e9)
        settled = now
    }
}
