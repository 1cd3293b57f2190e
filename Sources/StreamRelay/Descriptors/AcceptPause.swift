import NIOCore
import Platform

/// Decides when a listener that has no descriptors for new connections pauses and resumes, and when it logs that.
struct AcceptPause: Sendable {
    /// How often a paused listener tries again although no connection closes: other parts of the process, or other
    /// processes, may have closed descriptors.
    static let retryInterval = TimeAmount.seconds(1)
    /// At most one line is logged in this time.
    static let logInterval = TimeAmount.seconds(1)

    /// The contents of a log line.
    struct LogRecord: Equatable {
        /// Connections that the listener could not accept.
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
    private var unlogged = LogRecord()
    private var lastLoggedAt: NIODeadline?

    init() {}

    var isPaused: Bool { if case .paused = state { true } else { false } }

    /// Whether ``logRecord(at:)`` returns something, now or later.
    var hasUnloggedEvents: Bool { unlogged != LogRecord() }

    /// Whether time alone changes something: the listener tries again, or logs.
    var needsTicks: Bool { isPaused || hasUnloggedEvents }

    /// - Returns: Whether an error of `accept` says that the process or the system has no descriptors or memory.
    static func isExhaustion(_ code: CInt) -> Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) }

    /// A connection could not be accepted.
    ///
    /// - Returns: Whether to pause.
    mutating func acceptFailed(at now: NIODeadline) -> Bool {
        unlogged.failures += 1
        return beginPause(at: now)
    }

    /// A connection was accepted with one of the last descriptors. That counts as a failure if the listener pauses.
    ///
    /// - Returns: Whether to pause.
    mutating func ranShort(at now: NIODeadline) -> Bool {
        guard beginPause(at: now) else { return false }
        unlogged.failures += 1
        return true
    }

    private mutating func beginPause(at now: NIODeadline) -> Bool {
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

    /// Descriptors are free.
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

    /// - Returns: The line to log now; `nil` where there is nothing to log, or a line was logged a moment ago.
    mutating func logRecord(at now: NIODeadline) -> LogRecord? {
        guard hasUnloggedEvents, lastLoggedAt.map({ now - $0 >= Self.logInterval }) ?? true else { return nil }
        defer { unlogged = LogRecord() }
        lastLoggedAt = now
        return unlogged
    }
}
