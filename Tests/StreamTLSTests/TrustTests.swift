import NIOCore
import RelayTestSupport
import StreamClient
import StreamProtocol
import StreamRelay
import TestSupport
import Testing

@testable import StreamTLS

/// Which certificates of a relay clients trust.
@Suite(.timeLimit(.minutes(10))) struct TrustTests {
    private let folder: TemporaryFolder
    private let authority: TestAuthority
    private let authorityFile: String

    init() throws {
        folder = try TemporaryFolder()
        authority = try TestAuthority()
        authorityFile = try folder.write(authority.certificate.pem, to: "authority.pem")
    }

    private func certificate(
        _ names: [String] = ["localhost"],
        hasAddress: Bool = true
    ) throws -> ServerCertificate {
        try ServerCertificate(folder.write(authority.issue(names, hasAddress: hasAddress)), logger: .silent)
    }

    /// The errors of a probe and of a watcher that would wait for ever: both must fail with the same one, at once.
    private func refusal(_ configuration: ClientConfiguration) async -> ClientError? {
        let error = await #expect(throws: ClientError.self) { try await StreamWatcher(configuration).run { _ in } }
        let probed = await #expect(throws: ClientError.self) { try await RelayProbe.ask(configuration) }
        #expect(error == probed)
        return error
    }

    @Test func `authorities and pinned certificates are accepted`() async throws {
        let certificate = try certificate()
        let pin = try CertificateFingerprint(certificate.fingerprint)
        try await RunningRelay.run(tls: certificate) { relay in
            try await RelayProbe.ask(relay.client(.authorities(file: authorityFile)))
            try await RelayProbe.ask(relay.client(.authorities(file: authorityFile), host: "127.0.0.1"))
            try await RelayProbe.ask(relay.client(.pins([pin])))
            try await RelayProbe.ask(relay.client(nil))
        }
    }

    @Test func `an unknown authority is reported with the fingerprint`() async throws {
        let stranger = try folder.write(TestAuthority("Stranger").certificate.pem, to: "stranger.pem")
        try await RunningRelay.run(tls: certificate()) { relay in
            for trust in [ClientSecurity.Trust.system, .authorities(file: stranger)] {
                let error = await refusal(try relay.client(trust))
                #expect(error?.code == .certificateRefused)
                #expect(error?.reason.contains("pin it: \(relay.certificate?.fingerprint ?? "")") == true)
            }
        }
    }

    @Test func `a wrong fingerprint is reported with both`() async throws {
        let pin = try CertificateFingerprint("sha256:" + String(repeating: "ab", count: 32))
        try await RunningRelay.run(tls: certificate()) { relay in
            let error = await refusal(try relay.client(.pins([pin])))
            #expect(error?.code == .certificateRefused)
            #expect(error?.reason.contains("\(pin)") == true)
            #expect(error?.reason.contains(relay.certificate?.fingerprint ?? "?") == true)
        }
    }

    @Test func `a pinned certificate may have any name`() async throws {
        let certificate = try certificate(["elsewhere.example"], hasAddress: false)
        let pin = try CertificateFingerprint(certificate.fingerprint)
        try await RunningRelay.run(tls: certificate) { relay in
            try await RelayProbe.ask(relay.client(.pins([pin])))
        }
    }

    @Test func `a certificate for another host is refused`() async throws {
        try await RunningRelay.run(tls: certificate(["elsewhere.example"], hasAddress: false)) { relay in
            let error = await refusal(try relay.client(.authorities(file: authorityFile)))
            #expect(error?.code == .certificateRefused)
            #expect(error?.reason.contains("not for 'localhost' but for elsewhere.example") == true)
        }
    }

    @Test func `a certificate for an address is refused for a name`() async throws {
        try await RunningRelay.run(tls: certificate([], hasAddress: true)) { relay in
            try await RelayProbe.ask(relay.client(.authorities(file: authorityFile), host: "127.0.0.1"))
            let error = await refusal(try relay.client(.authorities(file: authorityFile)))
            #expect(error?.code == .certificateRefused)
        }
    }

    @Test func `a relay without TLS is reported as such`() async throws {
        try await RunningRelay.run { relay in
            let error = await refusal(try relay.client(.system))
            #expect(error?.code == .notEncrypted)
        }
    }

    @Test func `authorities that cannot be read are named`() async throws {
        try await RunningRelay.run(tls: certificate()) { relay in
            let error = await refusal(try relay.client(.authorities(file: "/none")))
            #expect(error?.code == .invalidSecurity)
            #expect(error?.reason.contains("/none") == true)
        }
    }
}
