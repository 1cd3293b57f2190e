import Platform

/// State that several tasks share. Tasks can wait until it meets a condition.
///
/// It is meant for a few tasks, because every change wakes all that wait.
final class Monitor<State: Sendable>: Sendable {
    private struct Guarded {
        var state: State
        var changes: UInt64 = 0
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter: UInt64 = 0
    }

    private let guarded: Mutex<Guarded>

    init(_ state: State) {
        guarded = Mutex(Guarded(state: state))
    }

    /// Changes the state and wakes the tasks that wait.
    func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, waiters) = guarded.withLock { guarded in
            let result = body(&guarded.state)
            guarded.changes &+= 1
            let waiters = guarded.waiters
            guarded.waiters = [:]
            return (result, waiters)
        }
        for waiter in waiters.values { waiter.resume() }
        return result
    }

    /// Reads the state, or changes it without waking any task.
    func inspect<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        guarded.withLock { body(&$0.state) }
    }

    /// Waits until `attempt`, which may change the state, returns a value.
    ///
    /// - Throws: `CancellationError`, or an error of `attempt`.
    func wait<Result: Sendable>(until attempt: (inout State) throws -> Result?) async throws -> Result {
        while true {
            try Task.checkCancellation()
            let (result, changes) = try guarded.withLock { guarded in
                (try attempt(&guarded.state), guarded.changes)
            }
            if let result {
                // The change may be what another task waits for.
                change { _ in }
                return result
            }
            await sleep(unlessChangedSince: changes)
        }
    }

    private func sleep(unlessChangedSince changes: UInt64) async {
        let id = guarded.withLock { guarded in
            guarded.nextWaiter &+= 1
            return guarded.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = guarded.withLock { guarded in
                    guard guarded.changes == changes, !Task.isCancelled else { return false }
                    guarded.waiters[id] = continuation
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        } onCancel: {
            guarded.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }
}
