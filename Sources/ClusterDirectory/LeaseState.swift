import NIOCore

/// The lease with which this relay's registrations go.
///
/// ```
/// none → asking → held → none
/// ```
///
/// A lease that cannot be kept for a while stays held: etcd alone says that it is lost, and registrations that go on
/// are not made again for nothing.
struct LeaseState: Sendable {
    private enum State {
        case none(due: NIODeadline)
        case asking
        case held(id: Int64, due: NIODeadline, isAsking: Bool)
    }

    private var state: State
    private var pause = RetryPause()
    /// The pauses where one lease after the other is lost before it was kept.
    private var lossPause = RetryPause()

    init(at now: NIODeadline) { state = .none(due: now) }

    /// `nil` without a lease.
    var id: Int64? { if case .held(let id, _, _) = state { id } else { nil } }

    mutating func tick(_ limits: DirectoryLimits, at now: NIODeadline) -> DirectoryAction? {
        switch state {
        case .none(let due) where due <= now:
            state = .asking
            return .grantLease(seconds: limits.leaseSeconds)
        case .held(let id, let due, false) where due <= now:
            state = .held(id: id, due: due, isAsking: true)
            return .keepLease(id)
        case .none, .asking, .held: return nil
        }
    }

    mutating func granted(_ id: Int64, _ limits: DirectoryLimits, at now: NIODeadline) {
        guard case .asking = state else { return }
        pause.reset()
        state = .held(id: id, due: now + limits.keepInterval, isAsking: false)
    }

    mutating func kept(_ id: Int64, _ limits: DirectoryLimits, at now: NIODeadline) {
        guard self.id == id else { return }
        pause.reset()
        lossPause.reset()
        state = .held(id: id, due: now + limits.keepInterval, isAsking: false)
    }

    /// A request for a lease, or to keep it, has failed.
    mutating func failed(
        _ limits: DirectoryLimits,
        at now: NIODeadline,
        using generator: inout some RandomNumberGenerator
    ) {
        let due = now + pause.next(limits, using: &generator)
        switch state {
        case .asking: state = .none(due: due)
        case .held(let id, _, _): state = .held(id: id, due: due, isAsking: false)
        case .none: break
        }
    }

    /// etcd does not know the lease.
    ///
    /// - Returns: `false` if it is another one than that of this relay.
    mutating func lost(
        _ id: Int64,
        _ limits: DirectoryLimits,
        at now: NIODeadline,
        using generator: inout some RandomNumberGenerator
    ) -> Bool {
        guard self.id == id else { return false }
        let spread = limits.leaseSpread.random(using: &generator)
        state = .none(due: now + max(spread, lossPause.next(limits, using: &generator)))
        return true
    }
}
