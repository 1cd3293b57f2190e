import NIOCore

/// What one address has taken of a relay, or all addresses together.
struct PeerAccount {
    /// Bytes that an address may send beside what it publishes, in the long run, and at once: what five thousand viewers
    /// behind one address need, and what they need to come back all together.
    static let chatterPerSecond = 1024 * 1024
    static let chatterBurst = 8 * 1024 * 1024

    var connections = 0
    var streams = 0
    /// How often it was turned away since that was last reported.
    var refusals = 0
    private var opening: RateLimit
    private var sending: RateLimit
    private var share: RateLimit
    private var chatter: RateLimit

    init(_ limits: RelayLimits.Share, now: NIODeadline) {
        opening = RateLimit(burst: limits.connections, now: now)
        sending = RateLimit(burst: limits.bytesPerSecond ?? 0, now: now)
        share = RateLimit(burst: limits.bytesPerSecond ?? 0, now: now)
        chatter = RateLimit(burst: Self.chatterBurst, now: now)
    }

    /// Takes one of the connections of this second, if there is one.
    mutating func mayOpen(_ limits: RelayLimits.Share, now: NIODeadline) -> Bool {
        opening.take(rate: limits.connectionsPerSecond, burst: limits.connections, now: now)
    }

    /// Takes `bytes` of those of this second, if there are any.
    mutating func maySend(_ bytes: Int, _ limits: RelayLimits.Share, now: NIODeadline) -> Bool {
        guard let rate = limits.bytesPerSecond else { return true }
        return sending.take(bytes, rate: rate, burst: rate, now: now)
    }

    /// Takes `bytes` of its own part of what all may send: of `rate` divided by those who send.
    mutating func keepsToShare(_ bytes: Int, of rate: Int, among senders: Int, now: NIODeadline) -> Bool {
        let rate = rate / max(1, senders)
        return share.take(bytes, rate: rate, burst: rate, now: now)
    }

    /// Counts `bytes` that went through although there were none left.
    mutating func owe(_ bytes: Int) {
        sending.owe(bytes)
    }

    /// Takes `bytes` of those that everybody at an address may send before it is known what they may do.
    mutating func mayChat(_ bytes: Int, now: NIODeadline) -> Bool {
        chatter.take(bytes, rate: Self.chatterPerSecond, burst: Self.chatterBurst, now: now)
    }

    /// Counts `bytes` of somebody who may go on, whatever others at this address do.
    mutating func chatted(_ bytes: Int) {
        chatter.owe(bytes)
    }

    /// Whether nothing is left of it that a new account would not have as well.
    mutating func isForgettable(_ limits: RelayLimits.Share, now: NIODeadline) -> Bool {
        let rate = limits.bytesPerSecond ?? 0
        return connections == 0 && streams == 0
            && opening.isFull(rate: limits.connectionsPerSecond, burst: limits.connections, now: now)
            && sending.isFull(rate: rate, burst: rate, now: now)
            && chatter.isFull(rate: Self.chatterPerSecond, burst: Self.chatterBurst, now: now)
    }
}
