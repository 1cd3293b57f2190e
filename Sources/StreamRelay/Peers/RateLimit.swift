import NIOCore

/// Lets so much through in a second, and a burst after a time of rest: a token bucket.
struct RateLimit: Sendable {
    /// The floor of the bucket, in seconds of its rate: what was taken beyond the credit is made up for within this time.
    /// Without a floor, one burst of what cannot be refused closes the bucket for minutes. Two seconds hold the longest
    /// single amount, a read of a publisher, at any rate that a publisher can use.
    static let longestDebt = 2

    /// What may come at once now. Below zero where more came than was there.
    private var credit: Double
    private var settled: NIODeadline

    /// Begins full.
    init(burst: Int, now: NIODeadline) {
        credit = Double(burst)
        settled = now
    }

    /// Whether any credit is left.
    mutating func isOpen(rate: Int, burst: Int, now: NIODeadline) -> Bool {
        settle(rate: rate, burst: burst, now: now)
        return credit > 0
    }

    /// Takes `amount`, if any credit is left.
    ///
    /// The last amount may be larger than the credit: what is taken beyond it is made up for before anything else is
    /// let through, so that one long message is not refused for being long.
    mutating func take(_ amount: Int = 1, rate: Int, burst: Int, now: NIODeadline) -> Bool {
        guard isOpen(rate: rate, burst: burst, now: now) else { return false }
        owe(amount, rate: rate)
        return true
    }

    /// Takes `amount` although there may be no credit; it too is made up for, down to the floor.
    mutating func owe(_ amount: Int, rate: Int) {
        credit = max(credit - Double(amount), Self.floor(rate: rate))
    }

    /// Whether nothing was taken that rest has not made good.
    mutating func isFull(rate: Int, burst: Int, now: NIODeadline) -> Bool {
        settle(rate: rate, burst: burst, now: now)
        return credit >= Double(burst)
    }

    private mutating func settle(rate: Int, burst: Int, now: NIODeadline) {
        guard now > settled else { return }
        let gained = Double((now - settled).nanoseconds) * Double(rate) / 1e9
        credit = min(Double(burst), max(credit, Self.floor(rate: rate)) + gained)
        settled = now
    }

    private static func floor(rate: Int) -> Double { Double(-longestDebt) * Double(rate) }
}
