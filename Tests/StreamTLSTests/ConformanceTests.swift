import RelayTestSupport
import StreamTLS
import TestSupport
import Testing

/// The negative vectors over TLS.
@Suite(.timeLimit(.minutes(10))) struct ConformanceTests {
    @Test func `a relay answers with the errors of the document inside TLS`() async throws {
        let folder = try TemporaryFolder()
        let certificate = try ServerCertificate(folder.write(TestAuthority().issue()), logger: .silent)
        try await RunningRelay.run(tls: certificate) { relay in
            let failures = try await relay.conformanceFailures { _, bytes in
                try await relay.raw().answers(to: bytes)
            }
            #expect(failures == [])
        }
    }
}
