import Platform

/// The threads of one capture. The capture ends with its last thread; the first failure is its error.
final class CaptureThreads: Sendable {
    enum Name: String, Hashable, Sendable {
        case input, encoder, microphone

        /// Whether a call in this thread may never return: libavdevice cannot interrupt a call to a sound server.
        var mayHang: Bool { self == .microphone }
    }

    private struct State {
        var running: Set<Name> = []
        /// A thread waits for those that may hang, and then ends the capture.
        var isEnding = false
        var isOver = false
        var failure: CaptureError?
        var waiting: CheckedContinuation<Void, Never>?
    }

    /// How long to wait for a thread that may hang after all others have ended, in microseconds.
    private let timeout: Int64
    private let stop: @Sendable () -> Void
    private let finish: @Sendable () -> Void
    private let state = Guarded(State())

    /// - Parameters:
    ///   - timeout: In microseconds; shorter than the time in which a user presses Ctrl-C again.
    ///   - stop: Makes all threads end soon. Called after a failure.
    ///   - finish: Called in the last thread.
    init(timeout: Int64 = 2_000_000, stop: @escaping @Sendable () -> Void, finish: @escaping @Sendable () -> Void) {
        self.timeout = timeout
        self.stop = stop
        self.finish = finish
    }

    /// Runs `work` in a thread. The first call precedes ``wait()``; later calls come from running threads.
    ///
    /// - Throws: ``CaptureError`` if the system cannot create a thread.
    func start(_ name: Name, _ work: @escaping @Sendable () throws(CaptureError) -> Void) throws(CaptureError) {
        state.change { _ = $0.running.insert(name) }
        do throws(CaptureError) {
            try WorkerThread.start(name.rawValue) { [self] in
                do throws(CaptureError) {
                    try work()
                    ended(name, nil)
                } catch {
                    ended(name, error.code == .stopped ? nil : error)
                }
            }
        } catch {
            ended(name, error)
            throw error
        }
    }

    /// Waits until the capture has ended.
    ///
    /// - Throws: The ``CaptureError`` of the thread that failed first.
    func wait() async throws(CaptureError) {
        await withCheckedContinuation { continuation in
            let isOver = state.change { state in
                if !state.isOver { state.waiting = continuation }
                return state.isOver
            }
            if isOver { continuation.resume() }
        }
        if let failure = state.change({ $0.failure }) { throw failure }
    }

    private func ended(_ name: Name, _ failure: CaptureError?) {
        // Before the other threads stop, because they fail then: the first failure is the reason.
        let isLast = state.change { state in
            state.running.remove(name)
            state.failure = state.failure ?? failure
            guard !state.isEnding, state.running.allSatisfy(\.mayHang) else { return false }
            state.isEnding = true
            return true
        }
        if failure != nil { stop() }
        guard isLast else { return }
        _ = state.wait(atMost: timeout) { $0.running.isEmpty ? true : nil }
        finish()
        let waiting = state.change { state in
            state.isOver = true
            return state.waiting.take()
        }
        waiting?.resume()
    }
}

/// A thread for blocking work: libav's calls block, and tasks must not.
enum WorkerThread {
    /// Runs `body` in a new thread.
    ///
    /// - Parameter name: The name in `top -H` and debuggers.
    /// - Throws: ``CaptureError`` if the system cannot create a thread.
    static func start(_ name: String, _ body: @escaping @Sendable () -> Void) throws(CaptureError) {
        guard SystemThread.start(name, body) else {
            throw CaptureError(.unavailable, "The system cannot create a thread for the \(name); close other programs.")
        }
    }
}
