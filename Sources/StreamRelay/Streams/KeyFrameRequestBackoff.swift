import NIOCore

/// How often the relay acts on the key frame requests of one viewer: less and less while it goes on asking.
///
/// Everybody pays for a key frame. A viewer whose decoder has lost its way needs one or two; one that needs them all the
/// time must help itself.
struct KeyFrameRequestBackoff: Sendable {
    /// From the first request that is passed on to the next: the first has had time to be answered.
    static let shortest = KeyFrameRequests.patience
    /// The time doubles with each request that is passed on, up to this.
    static let longest = TimeAmount.seconds(60)
    /// A viewer that has not asked for so long begins anew.
    static let rest = TimeAmount.seconds(60)

    private var interval = TimeAmount.zero
    private var next = NIODeadline.uptimeNanoseconds(0)
    private var lastAsked = NIODeadline.uptimeNanoseconds(0)

    /// The viewer asks.
    ///
    /// - Returns: Whether to see if the publisher is to be asked.
    mutating func ask(at now: NIODeadline) -> Bool {
        if now - lastAsked > Self.rest { interval = .zero }
        lastAsked = now
        return now >= next
    }

    /// Notes what became of a request that ``ask(at:)`` let through. One that was not passed on counts for nothing, but
    /// costs a lock, and so waits a moment too.
    mutating func note(passedOn isPassedOn: Bool, at now: NIODeadline) {
        guard isPassedOn else { return next = now + KeyFrameRequests.minimumInterval }
        interval = min(max(interval * 2, Self.shortest), Self.longest)
        next = now + interval
    }
}
