/// Work that does not notice when its task is cancelled, such as a connection attempt, and that need not be waited for.
enum Abandonable {
    private enum State<Result: Sendable>: Sendable {
        case starting
        case waiting(CheckedContinuation<Result, any Error>)
        /// The result was taken, or the task was cancelled.
        case ended
    }

    /// Runs `work` until it ends or the task is cancelled.
    ///
    /// - Parameter discard: Is called with a result that comes after the cancellation.
    /// - Throws: `CancellationError`, or an error of `work`.
    static func run<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result,
        discard: @escaping @Sendable (Result) async -> Void
    ) async throws -> Result {
        let state = Monitor(State<Result>.starting)
        let end: @Sendable () -> CheckedContinuation<Result, any Error>? = {
            state.inspect { state in
                defer { state = .ended }
                if case .waiting(let continuation) = state { return continuation }
                return nil
            }
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isStarted = state.inspect { state in
                    guard case .starting = state else { return false }
                    state = .waiting(continuation)
                    return true
                }
                guard isStarted else { return continuation.resume(throwing: CancellationError()) }
                Task {
                    do {
                        let result = try await work()
                        if let continuation = end() {
                            continuation.resume(returning: result)
                        } else {
                            await discard(result)
                        }
                    } catch {
                        end()?.resume(throwing: error)
                    }
                }
            }
        } onCancel: {
            end()?.resume(throwing: CancellationError())
        }
    }
}
