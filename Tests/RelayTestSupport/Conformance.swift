import NIOCore
import StreamProtocol
import TestSupport

extension RunningRelay {
    /// Sends what each negative vector says, and compares the relay's answer with the error that the vector names.
    ///
    /// - Parameter answers: Sends bytes on a new connection, and reads until the relay closes. The path is that of the
    ///   stream, for WebSocket.
    /// - Returns: The cases with another answer.
    public func conformanceFailures(
        _ answers: @escaping @Sendable (_ path: String, _ bytes: ByteBuffer) async throws -> [MessageDecoder.InboundOut]
    ) async throws -> [String] {
        let cases = try ConformanceCase.ofRelay()
        guard !cases.isEmpty else { return ["no cases"] }
        // At once: on a busy machine, each step of each takes its time.
        return await withTaskGroup(of: [String].self) { group in
            for (number, example) in cases.enumerated() {
                // Each case has a stream of its own, whose first epoch is 1.
                group.addTask { await failures(of: example, stream: "c\(number + 100)", answers) }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    private func failures(
        of example: ConformanceCase,
        stream: String,
        _ answers: (_ path: String, _ bytes: ByteBuffer) async throws -> [MessageDecoder.InboundOut]
    ) async -> [String] {
        var bytes = ByteBuffer(bytes: example.bytes(stream: stream))
        if example.error == "none" { ProtocolMessage.goodbye(Ending(.done, "")).write(to: &bytes) }
        var failures: [String] = []
        do {
            let said = try await answers(example.role == "list" ? "/" : "/\(stream)", bytes)
            let error = said.error?.code.description ?? "none"
            if error != example.error { failures.append("\(example.name): \(error), not \(example.error)") }
            if said.first != .preface(versions: Preface.supported.versions) {
                failures.append("\(example.name): no preface")
            }
        } catch {
            failures.append("\(example.name): \(error)")
        }
        return failures
    }
}
