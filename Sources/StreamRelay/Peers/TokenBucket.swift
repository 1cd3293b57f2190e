import NIOCore

/// A token bucket: allows an amount each second, and a burst after a rest.
struct TokenBucket: Sendable {
    /// The most debt of the bucket, in seconds of its rate. Without a limit, one burst of something that cannot be
    /// refused would close the bucket for minutes. Two seconds cover the longest single amount, a read of a publisher,
    /// at any rate that a publisher can use.
    static let maximumDeficit = 2

    /// The amount that may be taken at once. Negative after more was taken than there was.
    private var tokens: Double
    private var refilledAt: NIODeadline

    /// Begins with a full bucket.
    init(burst: Int, now: NIODeadline) {
        tokens = Double(burst)
        refilledAt = now
    }

    /// Whether any amount is left.
    mutating func hasTokens(rate: Int, burst: Int, now: NIODeadline) -> Bool {
        refill(rate: rate, burst: burst, now: now)
        return tokens > 0
    }

    /// Takes `amount`, if any credit is left.
    ///
    /// The last amount may exceed the credit, so that one long message is not refused for its length. The bucket
    /// refills the debt before it allows anything else.
    mutating func take(_ amount: Int = 1, rate: Int, burst: Int, now: NIODeadline) -> Bool {
        guard hasTokens(rate: rate, burst: burst, now: now) else { return false }
        takeUnconditionally(amount, rate: rate)
        return true
    }

    /// Takes `amount` even without credit, down to the limit of the debt.
    mutating func takeUnconditionally(_ amount: Int, rate: Int) {
        tokens = max(tokens - Double(amount), Self.floor(rate: rate))
    }

    /// Whether the bucket is full.
    mutating func isFull(rate: Int, burst: Int, now: NIODeadline) -> Bool {
        refill(rate: rate, burst: burst, now: now)
        return tokens >= Double(burst)
    }

    private mutating func refill(rate: Int, burst: Int, now: NIODeadline) {
        guard now > refilledAt else { return }
        let gained = Double((now - refilledAt).nanoseconds) * Double(rate) / 1e9
        tokens = min(Double(burst), max(tokens, Self.floor(rate: rate)) + gained)
        refilledAt = now
    }

    private static func floor(rate: Int) -> Double { Double(-maximumDeficit) * Double(rate) }
}
