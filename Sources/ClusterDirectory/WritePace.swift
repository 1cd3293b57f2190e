import DequeModule
import NIOCore
import StreamProtocol

/// How fast a relay writes: a token bucket, a bound on requests whose answers are outstanding, and a pause after a
/// failure, so that an etcd that is away or refuses is not asked for each stream.
struct WritePace: Sendable {
    private var inFlight = 0
    private var tokens: Double
    private var refilledAt: NIODeadline
    private var pause = RetryPause()
    /// When one request may try again; `nil` unless the last one has failed.
    private var retryDue: NIODeadline?

    init(_ limits: DirectoryLimits, now: NIODeadline) {
        tokens = Double(limits.writeBurst)
        refilledAt = now
    }

    mutating func refill(_ limits: DirectoryLimits, at now: NIODeadline) {
        guard now > refilledAt else { return }
        let gained = Double((now - refilledAt).nanoseconds) * Double(limits.writesPerSecond) / 1e9
        tokens = min(Double(limits.writeBurst), tokens + gained)
        refilledAt = now
    }

    /// Whether a request may be made now.
    func allowsRequest(_ limits: DirectoryLimits, at now: NIODeadline) -> Bool {
        guard tokens >= 1 else { return false }
        guard let retryDue else { return inFlight < limits.writesInFlight }
        return inFlight == 0 && retryDue <= now
    }

    mutating func requestBegan() {
        inFlight += 1
        tokens -= 1
    }

    /// A request was answered, or has failed.
    mutating func requestEnded(
        hasFailed: Bool,
        _ limits: DirectoryLimits,
        at now: NIODeadline,
        using generator: inout some RandomNumberGenerator
    ) {
        inFlight -= 1
        guard hasFailed else {
            pause.reset()
            retryDue = nil
            return
        }
        // Requests that were under way together fail together.
        if let retryDue, retryDue > now { return }
        retryDue = now + pause.next(limits, using: &generator)
    }
}

/// Names to look at, in order. Urgent ones come first.
struct NameQueue: Sendable {
    private var urgent: Deque<StreamName> = []
    private var others: Deque<StreamName> = []
    /// The names in ``urgent`` and ``others``.
    private var members: (urgent: Set<StreamName>, others: Set<StreamName>) = ([], [])

    mutating func append(_ name: StreamName, isUrgent: Bool) {
        if isUrgent {
            if members.urgent.insert(name).inserted { urgent.append(name) }
        } else {
            if members.others.insert(name).inserted { others.append(name) }
        }
    }

    mutating func popFirst() -> StreamName? {
        if let name = urgent.popFirst() {
            members.urgent.remove(name)
            return name
        }
        guard let name = others.popFirst() else { return nil }
        members.others.remove(name)
        return name
    }
}
