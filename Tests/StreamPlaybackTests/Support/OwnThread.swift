import Platform

/// Runs `body` on a thread of its own. Tests that decode for seconds or wait for a device would keep a thread of the
/// concurrency pool from all other tests: on a machine with two cores that is half of them.
func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        let hasBegun = SystemThread.start("test") {
            continuation.resume(with: Swift.Result(catching: body))
        }
        if !hasBegun { continuation.resume(throwing: NoThread()) }
    }
}

private struct NoThread: Error {}
