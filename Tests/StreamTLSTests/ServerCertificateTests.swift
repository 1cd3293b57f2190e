import Logging
import Platform
import RelayTestSupport
import Testing
import TestSupport

@testable import StreamTLS

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Certificates that change, and those that a relay makes itself.
@Suite struct ServerCertificateTests {
    private let folder: TemporaryFolder
    private let authority: TestAuthority

    init() throws {
        folder = try TemporaryFolder()
        authority = try TestAuthority()
    }

    @Test func `a new pair is loaded and a broken one is refused`() throws {
        let first = try authority.issue()
        let certificate = try ServerCertificate(folder.write(first), logger: .silent)
        let second = try authority.issue()
        try folder.write(second)
        try certificate.reload()
        #expect(try certificate.fingerprint == second.certificate.fingerprint)
        try folder.write(authority.issue().certificate.pem, to: "relay.pem")
        #expect(throws: ServerCertificateError.self) { try certificate.reload() }
        try folder.write("nothing", to: "relay.pem")
        let fault = #expect(throws: ServerCertificateError.self) { try certificate.reload() }
        #expect(fault?.code == .invalid)
        #expect(try certificate.fingerprint == second.certificate.fingerprint)
        _ = try certificate.makeHandlers()
    }

    /// Reports that something was logged.
    private struct LogSignal: LogHandler {
        let logged: AsyncStream<Void>.Continuation
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.notice

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { logged.yield() }
    }

    @Test(.timeLimit(.minutes(10))) func `files that change are noticed`() async throws {
        let (signals, logged) = AsyncStream<Void>.makeStream()
        let certificate = try ServerCertificate(
            folder.write(authority.issue()),
            refreshInterval: .milliseconds(5),
            logger: Logger(label: "test") { _ in LogSignal(logged: logged) }
        )
        let running = Task { try await certificate.run() }
        let second = try authority.issue()
        try folder.write(second)
        let expected = try second.certificate.fingerprint
        // Between its two files the pair does not fit, which is logged as well.
        for await _ in signals where certificate.fingerprint == expected { break }
        #expect(certificate.fingerprint == expected)
        running.cancel()
        _ = await running.result
    }

    @Test func `a generated certificate survives a restart where it is kept`() throws {
        let path = folder.path("state/self-signed.pem")
        let first = try ServerCertificate.selfSigned(names: ["localhost", "::1"], storedAt: path, logger: .silent)
        let second = try ServerCertificate.selfSigned(names: ["other"], storedAt: path, logger: .silent)
        #expect(first.fingerprint == second.fingerprint)
        #expect(first.warnings.isEmpty)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let third = try ServerCertificate.selfSigned(names: ["localhost"], storedAt: nil, logger: .silent)
        #expect(third.fingerprint != first.fingerprint)
    }

    @Test func `only an expired certificate is replaced`() throws {
        let old = try SelfSignedCertificate(names: ["a"], now: .now - 7200, validity: 3600)
        let path = try folder.write(old.pem, to: "old.pem")
        let made = try ServerCertificate.selfSigned(names: ["a"], storedAt: path, logger: .silent)
        #expect(try made.fingerprint != CertificatePair(old).fingerprint)
        let foreign = try folder.write("my own notes", to: "notes.txt")
        let fault = #expect(throws: ServerCertificateError.self) {
            try ServerCertificate.selfSigned(names: ["a"], storedAt: foreign, logger: .silent)
        }
        #expect(fault?.reason.contains(foreign) == true && fault?.code == .invalid)
        #expect(try String(contentsOf: URL(filePath: foreign), encoding: .utf8) == "my own notes")
    }

    @Test func `this machine has names for its certificate`() {
        #expect(HostNames.all.contains("localhost"))
        #expect(HostNames.all.contains("127.0.0.1"))
    }
}
