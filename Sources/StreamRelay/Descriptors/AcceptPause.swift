import NIOCore

/// When a listener that has no descriptors for new connections pauses and resumes, and when it logs that.
struct AcceptPause: Sendable {
    /// How often a paused listener tries again where no connection closes: other parts of the process, or other
    /// processes, may have closed something.
    static let retryInterval = TimeAmount.seconds(1)
    /// At most one line is logged in this time.
    static let logInterval = TimeAmount.seconds(1)

    /// What is logged.
    struct Line: Equatable {
        /// Connections that could not be accepted when the listener tried to.
        var failures = 0
        /// Connections that were accepted with a reserved descriptor, and refused.
        var refused = 0
    }

    private enum State {
        case accepting
        case paused(retryAt: NIODeadline)
        /// The listener is about to close.
        case stopped
    }

    private var state = State.accepting
    private var unlogged = Line()
    private var lastLine: NIODeadline?

    init() {}

    var isPaused: Bool { if case .paused = state { true } else { false } }

    /// Whether ``line(at:)`` has something to tell, now or later.
    var hasUnloggedEvents: Bool { unlogged != Line() }

    /// A connection could not be accepted.
    ///
    /// - Returns: Whether to pause.
    mutating func acceptFailed(at now: NIODeadline) -> Bool {
        unlogged.failures += 1
        guard case .accepting = state else { return false }
        state = .paused(retryAt: now + Self.retryInterval)
        return true
    }

    /// Waiting connections were refused.
    mutating func refused(_ count: Int) {
        unlogged.refused += count
    }

    /// - Returns: Whether it is time to look for free descriptors. The next time is an interval later.
    mutating func isRetryDue(at now: NIODeadline) -> Bool {
        guard case .paused(let retryAt) = state, now >= retryAt else { return false }
        state = .paused(retryAt: now + Self.retryInterval)
        return true
    }

    /// There are free descriptors.
    ///
    /// - Returns: Whether to accept again.
    mutating func resume() -> Bool {
        guard isPaused else { return false }
        state = .accepting
        return true
    }

    /// The listener is about to close: it never accepts again.
    mutating func stop() {
        state = .stopped
    }

    /// - Returns: What to log now; `nil` where there is nothing, or a line was logged a moment ago.
    mutating func line(at now: NIODeadline) -> Line? {
        guard hasUnloggedEvents, lastLine.map({ now - $0 >= Self.logInterval }) ?? true else { return nil }
        defer { unlogged = Line() }
        lastLine = now
        return unlogged
    }
}
