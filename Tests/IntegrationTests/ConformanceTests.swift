import RelayTestSupport
import Testing

/// The negative vectors over TCP.
@Suite(.timeLimit(.minutes(10))) struct ConformanceTests {
    @Test func `a relay answers with the errors of the document`() async throws {
        try await RunningRelay.run { relay in
            let failures = try await relay.conformanceFailures { _, bytes in
                try await relay.open().answers(to: bytes)
            }
            #expect(failures == [])
        }
    }
}
