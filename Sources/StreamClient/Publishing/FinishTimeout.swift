/// Decides how long a publisher waits at the end of its stream for a relay that has not received everything.
///
/// The value does no I/O and reads no clock.
struct FinishTimeout: Sendable {
    /// How long the relay may take no bytes. A relay that restarts, or a network that changes, needs a few seconds.
    static let longestStall = Duration.seconds(30)

    enum Decision: Equatable {
        /// Decide again at this time.
        case wait(until: ContinuousClock.Instant)
        /// Stop the publisher.
        case giveUp
    }

    /// The bytes at one moment. The relay takes bytes if they change.
    private struct Progress: Equatable {
        var queued: Int
        var confirmed: UInt64
    }

    /// The end of the time that the source allows; `nil` for any time.
    private let deadline: ContinuousClock.Instant?
    private let stall: Duration
    private var lastProgress: (state: Progress, time: ContinuousClock.Instant)?

    /// - Parameters:
    ///   - limit: How long the rest may take; `nil` for any time in which the relay takes bytes.
    ///   - stall: How long the relay may take no bytes.
    init(limit: Duration?, stall: Duration = FinishTimeout.longestStall, at now: ContinuousClock.Instant) {
        deadline = limit.map { now + $0 }
        self.stall = stall
    }

    mutating func decide(_ backlog: UplinkBacklog, at now: ContinuousClock.Instant) -> Decision {
        let state = Progress(queued: backlog.queuedBytes, confirmed: backlog.confirmedBytes)
        let since: ContinuousClock.Instant
        if let lastProgress, lastProgress.state == state {
            since = lastProgress.time
        } else {
            since = now
            lastProgress = (state, now)
        }
        let end = min(since + stall, deadline ?? since + stall)
        return now < end ? .wait(until: end) : .giveUp
    }
}
