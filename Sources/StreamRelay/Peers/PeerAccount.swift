import NIOCore

/// What one address, network or token, or all clients together, have taken of a relay.
struct PeerAccount {
    /// Bytes that clients of an address may send before they are admitted, in the long run and at once: enough for five
    /// thousand viewers behind one address, also when they all come back together. A network has no more: the hellos of
    /// all connections that it may open in a second are shorter than that.
    static let controlTrafficPerSecond = 1024 * 1024
    static let controlTrafficBurst = 8 * 1024 * 1024

    /// Hellos of publishers that are checked although their address has reached a limit, a second and at once. Each may
    /// cost a signature check of about 0.1 ms, so a flood of them takes a fortieth of a core.
    static let publisherChecksPerSecond = 250
    /// TLS handshakes with clients whose address has reached a limit, a second and at once. Each takes about 1 ms of a
    /// core, so a flood of them takes a thirtieth.
    static let handshakesPerSecond = 32
    /// Requests of HTTP by clients whose address has reached a limit, a second and at once. A request may become a
    /// WebSocket that publishes. Each makes a parser and takes about 0.2 ms.
    static let requestsPerSecond = 64

    var connections = 0
    /// Streams that are published, or whose publisher may come back.
    var streams = 0
    /// Streams that have no publisher, and exist because viewers wait for them.
    var waits = 0
    /// Viewers; counted for tokens only.
    var viewers = 0
    /// The limits of a token, as it last had them. The limits of addresses are in the relay's configuration.
    var ownLimits: RelayLimits.Quota?
    /// Refused connections since the last report.
    var refusals = 0
    private var connectionRate: TokenBucket
    private var byteRate: TokenBucket
    private var fairShare: TokenBucket
    private var controlTraffic: TokenBucket
    private var publisherChecks: TokenBucket
    private var tlsHandshakes: TokenBucket
    private var httpRequests: TokenBucket

    init(_ limits: RelayLimits.Quota, now: NIODeadline) {
        connectionRate = TokenBucket(burst: limits.connections, now: now)
        byteRate = TokenBucket(burst: limits.bytesPerSecond ?? 0, now: now)
        fairShare = TokenBucket(burst: limits.bytesPerSecond ?? 0, now: now)
        controlTraffic = TokenBucket(burst: Self.controlTrafficBurst, now: now)
        publisherChecks = TokenBucket(burst: Self.publisherChecksPerSecond, now: now)
        tlsHandshakes = TokenBucket(burst: Self.handshakesPerSecond, now: now)
        httpRequests = TokenBucket(burst: Self.requestsPerSecond, now: now)
    }

    /// Whether a further connection may open in this second.
    mutating func mayOpen(_ limits: RelayLimits.Quota, now: NIODeadline) -> Bool {
        connectionRate.hasTokens(rate: limits.connectionsPerSecond, burst: limits.connections, now: now)
    }

    /// Counts a connection, also against this second's rate.
    mutating func open(_ limits: RelayLimits.Quota, now: NIODeadline) {
        connections += 1
        _ = connectionRate.take(rate: limits.connectionsPerSecond, burst: limits.connections, now: now)
    }

    /// Takes `bytes` of this second's bytes, if any are left.
    mutating func takeBytes(_ bytes: Int, _ limits: RelayLimits.Quota, now: NIODeadline) -> Bool {
        guard let rate = limits.bytesPerSecond else { return true }
        return byteRate.take(bytes, rate: rate, burst: rate, now: now)
    }

    /// Takes `bytes` of its fair share: `rate` divided by the number of senders.
    mutating func takeFairShare(_ bytes: Int, of rate: Int, among senders: Int, now: NIODeadline) -> Bool {
        let rate = rate / max(1, senders)
        return fairShare.take(bytes, rate: rate, burst: rate, now: now)
    }

    /// Counts `bytes` that were allowed although none were left.
    mutating func takeUnconditionally(_ bytes: Int, rate: Int) {
        byteRate.takeUnconditionally(bytes, rate: rate)
    }

    /// Takes `bytes` of those that clients of an address may send before they are admitted.
    mutating func takeControlTraffic(_ bytes: Int, now: NIODeadline) -> Bool {
        controlTraffic.take(bytes, rate: Self.controlTrafficPerSecond, burst: Self.controlTrafficBurst, now: now)
    }

    /// Takes one of the checks of publishers whose address has reached a limit.
    mutating func takePublisherCheck(now: NIODeadline) -> Bool {
        publisherChecks.take(rate: Self.publisherChecksPerSecond, burst: Self.publisherChecksPerSecond, now: now)
    }

    /// Takes one of the TLS handshakes with clients whose address has reached a limit.
    mutating func takeTLSHandshake(now: NIODeadline) -> Bool {
        tlsHandshakes.take(rate: Self.handshakesPerSecond, burst: Self.handshakesPerSecond, now: now)
    }

    /// Takes one of the requests of HTTP by clients whose address has reached a limit.
    mutating func takeHTTPRequest(now: NIODeadline) -> Bool {
        httpRequests.take(rate: Self.requestsPerSecond, burst: Self.requestsPerSecond, now: now)
    }

    /// Whether the account is as good as a new one.
    mutating func isExpired(_ limits: RelayLimits.Quota, now: NIODeadline) -> Bool {
        let rate = limits.bytesPerSecond ?? 0
        return connections == 0 && streams == 0 && waits == 0
            && connectionRate.isFull(rate: limits.connectionsPerSecond, burst: limits.connections, now: now)
            && byteRate.isFull(rate: rate, burst: rate, now: now)
            && controlTraffic.isFull(rate: Self.controlTrafficPerSecond, burst: Self.controlTrafficBurst, now: now)
            && publisherChecks.isFull(
                rate: Self.publisherChecksPerSecond,
                burst: Self.publisherChecksPerSecond,
                now: now
            ) && tlsHandshakes.isFull(rate: Self.handshakesPerSecond, burst: Self.handshakesPerSecond, now: now)
            && httpRequests.isFull(rate: Self.requestsPerSecond, burst: Self.requestsPerSecond, now: now)
    }
}
