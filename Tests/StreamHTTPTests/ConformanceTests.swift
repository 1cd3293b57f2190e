import NIOCore
import RelayTestSupport
import Testing

/// The negative vectors over WebSocket.
@Suite(.timeLimit(.minutes(10))) struct ConformanceTests {
    @Test func `a relay answers with the errors of the document in WebSocket frames`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            let failures = try await relay.conformanceFailures { path, bytes in
                let client = try await WebSocketClient(relay, path)
                try await client.send(2, Array(bytes.readableBytesView))
                let (code, said) = try await client.end()
                #expect(code == 1_000)
                return said
            }
            #expect(failures == [])
        }
    }
}
