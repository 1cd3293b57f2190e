import Logging
import Testing

@testable import StreamTLS

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Certificates that change, and those that a relay makes itself.
@Suite struct ServerCertificateTests {
    private let folder: ScratchFolder
    private let authority: TestAuthority
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    init() throws {
        folder = try ScratchFolder()
        authority = try TestAuthority()
    }

    @Test func aNewPairIsTakenAndABrokenOneIsNot() throws {
        let first = try authority.issue()
        let certificate = try ServerCertificate(folder.write(first), logger: logger)
        let second = try authority.issue()
        try folder.write(second)
        try certificate.reload()
        #expect(try certificate.fingerprint == second.certificate.fingerprint)
        try folder.write(authority.issue().certificate.pem, to: "relay.pem")
        #expect(throws: CertificateFault.self) { try certificate.reload() }
        try folder.write("nothing", to: "relay.pem")
        #expect(throws: CertificateFault.self) { try certificate.reload() }
        #expect(try certificate.fingerprint == second.certificate.fingerprint)
        _ = try certificate.makeHandlers()
    }

    @Test func filesThatChangeAreNoticed() async throws {
        let certificate = try ServerCertificate(
            folder.write(authority.issue()),
            refreshInterval: .milliseconds(5),
            logger: logger
        )
        let running = Task { try await certificate.run() }
        let second = try authority.issue()
        try folder.write(second)
        let expected = try second.certificate.fingerprint
        while certificate.fingerprint != expected { try await Task.sleep(for: .milliseconds(1)) }
        running.cancel()
        _ = await running.result
    }

    @Test func aMadeCertificateSurvivesARestartWhereItIsKept() throws {
        let path = "\(folder.path)/state/self-signed.pem"
        let first = try ServerCertificate.selfSigned(names: ["localhost", "::1"], keptAt: path, logger: logger)
        let second = try ServerCertificate.selfSigned(names: ["other"], keptAt: path, logger: logger)
        #expect(first.fingerprint == second.fingerprint)
        #expect(first.warnings.isEmpty)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let third = try ServerCertificate.selfSigned(names: ["localhost"], keptAt: nil, logger: logger)
        #expect(third.fingerprint != first.fingerprint)
    }

    @Test func onlyAnExpiredCertificateIsReplaced() throws {
        let old = try SelfSignedCertificate(names: ["a"], now: .now - 7200, validity: 3600)
        let path = try folder.write(old.pem, to: "old.pem")
        let made = try ServerCertificate.selfSigned(names: ["a"], keptAt: path, logger: logger)
        #expect(try made.fingerprint != CertificatePair(old).fingerprint)
        let foreign = try folder.write("my own notes", to: "notes.txt")
        let fault = #expect(throws: CertificateFault.self) {
            try ServerCertificate.selfSigned(names: ["a"], keptAt: foreign, logger: logger)
        }
        #expect(fault?.description.contains(foreign) == true)
        #expect(try String(contentsOf: URL(filePath: foreign), encoding: .utf8) == "my own notes")
    }

    @Test func thisMachineHasNames() {
        #expect(MachineNames.all.contains("localhost"))
        #expect(MachineNames.all.contains("127.0.0.1"))
    }
}
