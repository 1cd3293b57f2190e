import NIOCore

/// What one address, network or token has taken of a relay, or all addresses together.
struct PeerAccount {
    /// Bytes that clients of an address may send before they are admitted, in the long run, and at once: what five
    /// thousand viewers behind one address need, and what they need to come back all together. A network has no more: the
    /// hellos of all connections that it may open in a second are less than that.
    static let chatterPerSecond = 1024 * 1024
    static let chatterBurst = 8 * 1024 * 1024

    /// Hellos of publishers that are checked although their address has reached a limit, a second and at once. Each may
    /// cost a signature check, about 0.1 ms: a flood of them takes a fortieth of a core.
    static let publisherChecksPerSecond = 250
    /// TLS handshakes with clients whose address has reached a limit, a second and at once: each takes about 1 ms of a
    /// core, so a flood of them takes a thirtieth.
    static let handshakesPerSecond = 32
    /// Requests of HTTP by clients whose address has reached a limit, a second and at once: one of them may become a
    /// WebSocket that publishes. Each makes a parser and takes about 0.2 ms.
    static let requestsPerSecond = 64

    var connections = 0
    /// Streams that are published, or whose publisher may come back.
    var streams = 0
    /// Streams that nobody publishes and that exist because of viewers who wait.
    var waits = 0
    /// Viewers; counted for tokens only.
    var viewers = 0
    /// The limits of a token, as it had them last; addresses have theirs from the relay's.
    var ownLimits: RelayLimits.Share?
    /// How often it was turned away since that was last reported.
    var refusals = 0
    private var opening: RateLimit
    private var sending: RateLimit
    private var share: RateLimit
    private var chatter: RateLimit
    private var publisherChecks: RateLimit
    private var handshakes: RateLimit
    private var requests: RateLimit

    init(_ limits: RelayLimits.Share, now: NIODeadline) {
        opening = RateLimit(burst: limits.connections, now: now)
        sending = RateLimit(burst: limits.bytesPerSecond ?? 0, now: now)
        share = RateLimit(burst: limits.bytesPerSecond ?? 0, now: now)
        chatter = RateLimit(burst: Self.chatterBurst, now: now)
        publisherChecks = RateLimit(burst: Self.publisherChecksPerSecond, now: now)
        handshakes = RateLimit(burst: Self.handshakesPerSecond, now: now)
        requests = RateLimit(burst: Self.requestsPerSecond, now: now)
    }

    /// Whether one of the connections of this second is left.
    mutating func mayOpen(_ limits: RelayLimits.Share, now: NIODeadline) -> Bool {
        opening.isOpen(rate: limits.connectionsPerSecond, burst: limits.connections, now: now)
    }

    /// Counts a connection, and takes one of those of this second.
    mutating func open(_ limits: RelayLimits.Share, now: NIODeadline) {
        connections += 1
        _ = opening.take(rate: limits.connectionsPerSecond, burst: limits.connections, now: now)
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
    mutating func owe(_ bytes: Int, rate: Int) {
        sending.owe(bytes, rate: rate)
    }

    /// Takes `bytes` of those that clients of an address may send before they are admitted.
    mutating func mayChat(_ bytes: Int, now: NIODeadline) -> Bool {
        chatter.take(bytes, rate: Self.chatterPerSecond, burst: Self.chatterBurst, now: now)
    }

    /// Takes one of the checks of publishers whose address has reached a limit.
    mutating func mayCheckPublisher(now: NIODeadline) -> Bool {
        publisherChecks.take(rate: Self.publisherChecksPerSecond, burst: Self.publisherChecksPerSecond, now: now)
    }

    /// Takes one of the TLS handshakes with clients whose address has reached a limit.
    mutating func mayShakeHands(now: NIODeadline) -> Bool {
        handshakes.take(rate: Self.handshakesPerSecond, burst: Self.handshakesPerSecond, now: now)
    }

    /// Takes one of the requests of HTTP by clients whose address has reached a limit.
    mutating func mayRequest(now: NIODeadline) -> Bool {
        requests.take(rate: Self.requestsPerSecond, burst: Self.requestsPerSecond, now: now)
    }

    /// Whether nothing is left of it that a new account would not have as well.
    mutating func isForgettable(_ limits: RelayLimits.Share, now: NIODeadline) -> Bool {
        let rate = limits.bytesPerSecond ?? 0
        return connections == 0 && streams == 0 && waits == 0
            && opening.isFull(rate: limits.connectionsPerSecond, burst: limits.connections, now: now)
            && sending.isFull(rate: rate, burst: rate, now: now)
            && chatter.isFull(rate: Self.chatterPerSecond, burst: Self.chatterBurst, now: now)
            && publisherChecks.isFull(
                rate: Self.publisherChecksPerSecond,
                burst: Self.publisherChecksPerSecond,
                now: now
            ) && handshakes.isFull(rate: Self.handshakesPerSecond, burst: Self.handshakesPerSecond, now: now)
            && requests.isFull(rate: Self.requestsPerSecond, burst: Self.requestsPerSecond, now: now)
    }
}
