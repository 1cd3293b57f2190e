import Synchronization

/// State that several tasks change, and that tasks can wait for to become what they need.
///
/// For a handful of tasks: every change wakes all that wait, and each looks for itself.
final class Monitor<State: Sendable>: Sendable {
    private struct Guarded {
        var state: State
        var changes: UInt64 = 0
        var sleepers: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var nextSleeper: UInt64 = 0
    }

    private let guarded: Mutex<Guarded>

    init(_ state: State) {
        guarded = Mutex(Guarded(state: state))
    }

    /// Changes the state and wakes those who wait.
    func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, sleepers) = guarded.withLock { guarded in
            let result = body(&guarded.state)
            guarded.changes &+= 1
            let sleepers = guarded.sleepers
            guarded.sleepers = [:]
            return (result, sleepers)
        }
        for sleeper in sleepers.values { sleeper.resume() }
        return result
    }

    /// Looks at the state, or changes it in a way that nobody waits for: wakes nobody.
    func look<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        guarded.withLock { body(&$0.state) }
    }

    /// Waits until `attempt`, which may change the state, returns something.
    ///
    /// - Throws: `CancellationError`, or what `attempt` throws.
    func wait<Result: Sendable>(until attempt: (inout State) throws -> Result?) async throws -> Result {
        while true {
            try Task.checkCancellation()
            let (result, changes) = try guarded.withLock { guarded in
                (try attempt(&guarded.state), guarded.changes)
            }
            if let result {
                // What was taken may make room for another.
                change { _ in }
                return result
            }
            await sleep(unlessChangedSince: changes)
        }
    }

    private func sleep(unlessChangedSince changes: UInt64) async {
        let id = guarded.withLock { guarded in
            guarded.nextSleeper &+= 1
            return guarded.nextSleeper
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustSleep = guarded.withLock { guarded in
                    guard guarded.changes == changes, !Task.isCancelled else { return false }
                    guarded.sleepers[id] = continuation
                    return true
                }
                if !mustSleep { continuation.resume() }
            }
        } onCancel: {
            guarded.withLock { $0.sleepers.removeValue(forKey: id) }?.resume()
        }
    }
}
