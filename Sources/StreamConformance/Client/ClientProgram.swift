import Platform

/// The client that was started for a case.
final class ClientProgram: Sendable {
    private enum Kind: Sendable {
        case child(ChildProcess)
        case task(Task<Void, Never>)
    }

    private let kind: Kind
    private let status: Status

    private final class Status: Sendable {
        let code = Mutex<Int32?>(nil)
    }

    /// - Returns: `nil` if the shell cannot be started.
    init?(command: String) {
        // The shell waits for the program when both get a signal.
        let text = "trap : INT TERM\nexec > /dev/null 2>&1\n{ \(command)\n}"
        guard let child = ChildProcess(shell: text, environment: []) else { return nil }
        kind = .child(child)
        status = Status()
    }

    init(task body: @escaping @Sendable () async throws -> Void) {
        let status = Status()
        self.status = status
        kind = .task(
            Task {
                var code: Int32 = 0
                do { try await body() } catch { code = 1 }
                status.code.withLock { [code] in $0 = code }
            }
        )
    }

    /// Whether signals reach the program.
    var takesSignals: Bool { if case .child = kind { true } else { false } }

    /// The exit code; `nil` while it runs.
    var exitCode: Int32? {
        status.code.withLock { code in
            if code == nil, case .child(let child) = kind { code = child.poll() }
            return code
        }
    }

    func interrupt() { if case .child(let child) = kind { child.interrupt() } }
    func terminate() { if case .child(let child) = kind { child.terminate() } }

    /// Ends it, and waits until it is gone: otherwise it would stay in the system's table of processes.
    func end(step: Duration) async {
        switch kind {
        case .task(let task):
            task.cancel()
            await task.value
        case .child(let child):
            // A program that was told to end can write its files to their end.
            child.kill()
            // Also where the case was cancelled, in which no sleep takes any time.
            await Task { while exitCode == nil { try? await Task.sleep(for: step) } }.value
        }
    }
}
