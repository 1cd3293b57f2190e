/// The threads of one capture. It is over when the last has ended; what fails first is the reason.
final class CaptureThreads: Sendable {
    enum Name: String, Hashable, Sendable {
        case input, encoder, microphone

        /// Whether a call that it is in may never return: libavdevice cannot be told to stop waiting for a sound server.
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

    /// How long a thread that may hang is waited for when all others have ended, in microseconds.
    private let patience: Int64
    private let stop: @Sendable () -> Void
    private let finish: @Sendable () -> Void
    private let state = Guarded(State())

    /// - Parameters:
    ///   - patience: In microseconds; shorter than a user waits before pressing Ctrl-C again.
    ///   - stop: Makes all threads end soon. Called when one has failed.
    ///   - finish: Called in the last thread.
    init(patience: Int64 = 2_000_000, stop: @escaping @Sendable () -> Void, finish: @escaping @Sendable () -> Void) {
        self.patience = patience
        self.stop = stop
        self.finish = finish
    }

    /// Runs `work` in a thread. The first call comes before ``wait()``; later ones from threads that run.
    ///
    /// - Throws: ``CaptureError`` where the system has no more threads.
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

    /// Waits until the capture is over.
    ///
    /// - Throws: ``CaptureError`` of the thread that failed first.
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
        // Before the others are stopped, because they will say so: the first failure is the reason.
        let isLast = state.change { state in
            state.running.remove(name)
            state.failure = state.failure ?? failure
            guard !state.isEnding, state.running.allSatisfy(\.mayHang) else { return false }
            state.isEnding = true
            return true
        }
        if failure != nil { stop() }
        guard isLast else { return }
        _ = state.wait(atMost: patience) { $0.running.isEmpty ? true : nil }
        finish()
        let waiting = state.change { state in
            state.isOver = true
            return state.waiting.take()
        }
        waiting?.resume()
    }
}
