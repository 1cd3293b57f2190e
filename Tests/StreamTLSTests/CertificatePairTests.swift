import Crypto
import TestSupport
import Testing
import X509

@testable import StreamTLS

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The errors for certificates that a relay cannot use.
@Suite struct CertificatePairTests {
    private let folder: TemporaryFolder
    private let authority: TestAuthority

    init() throws {
        folder = try TemporaryFolder()
        authority = try TestAuthority()
    }

    private func fault(_ files: CertificateFiles) -> String {
        do throws(ServerCertificateError) {
            _ = try CertificatePair(files, now: .now)
            return ""
        } catch {
            return error.description
        }
    }

    @Test func `a valid pair has the fingerprint of its certificate`() throws {
        let issued = try authority.issue()
        let pair = try CertificatePair(folder.write(issued), now: .now)
        #expect(try pair.fingerprint == issued.certificate.fingerprint)
        #expect(pair.warnings(at: .now).isEmpty)
    }

    @Test func `one file may hold chain and key`() throws {
        let issued = try authority.issue()
        let chain = try issued.certificate.pem + "\n" + authority.certificate.pem
        let file = try folder.write(chain + "\n" + issued.key.pemRepresentation, to: "all.pem")
        let pair = try CertificatePair(CertificateFiles(certificate: file, key: file), now: .now)
        #expect(pair.chain.count == 2)
    }

    @Test func `a missing file or one that is not PEM is named`() throws {
        let files = try folder.write(authority.issue())
        #expect(fault(CertificateFiles(certificate: "/none", key: files.key)).contains("no /none"))
        let der = try folder.write("0\u{1}\u{2}", to: "der")
        #expect(fault(CertificateFiles(certificate: der, key: files.key)).contains("\(der) is not in PEM"))
        #expect(fault(CertificateFiles(certificate: folder.path, key: files.key)).contains("no file of a certificate"))
        #expect(fault(CertificateFiles(certificate: files.key, key: files.key)).contains("holds no certificate"))
        let twice = CertificateFiles(certificate: files.certificate, key: files.certificate)
        #expect(fault(twice).contains("no private key"))
    }

    @Test func `a key with a passphrase is refused`() throws {
        let files = try folder.write(authority.issue())
        let locked = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n"
        let key = try folder.write(locked, to: "locked.key")
        #expect(fault(CertificateFiles(certificate: files.certificate, key: key)).contains("passphrase"))
    }

    @Test func `damaged files are named`() throws {
        let files = try folder.write(authority.issue())
        let half = String(try authority.certificate.pem.dropLast(60))
        let cut = try folder.write(half, to: "cut.pem")
        #expect(fault(CertificateFiles(certificate: cut, key: files.key)).contains(cut))
        let noise = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
        let damaged = try folder.write(noise, to: "noise.pem")
        #expect(fault(CertificateFiles(certificate: damaged, key: files.key)).contains("damaged"))
    }

    @Test func `a key of another certificate is reported`() throws {
        let files = try folder.write(authority.issue())
        let other = try folder.write(authority.issue().key.pemRepresentation, to: "other.key")
        let told = fault(CertificateFiles(certificate: files.certificate, key: other))
        #expect(told.contains(other) && told.contains(files.certificate) && told.contains("does not belong"))
    }

    @Test func `the order of a chain is checked`() throws {
        let issued = try authority.issue()
        let key = try folder.write(issued.key.pemRepresentation, to: "key")
        let upsideDown = try folder.write(authority.certificate.pem + "\n" + issued.certificate.pem, to: "a.pem")
        #expect(fault(CertificateFiles(certificate: upsideDown, key: key)).contains("the key belongs to number 2"))
        // The same name, but another key.
        let stranger = try TestAuthority().certificate
        let wrong = try folder.write(issued.certificate.pem + "\n" + stranger.pem, to: "b.pem")
        #expect(fault(CertificateFiles(certificate: wrong, key: key)).contains("number 2 did not sign number 1"))
    }

    @Test func `validity times are checked`() throws {
        let old = try folder.write(authority.issue(from: -7200, to: -3600))
        #expect(fault(old).contains("has expired on"))
        let young = try folder.write(authority.issue(from: 3600))
        #expect(fault(young).contains("not valid before"))
    }

    @Test func `a doubtful certificate is a warning`() throws {
        let issued = try authority.issue([], hasAddress: false, to: 86_400)
        let files = try folder.write(issued)
        try folder.write(issued.key.pemRepresentation, to: "relay.key", mode: 0o644)
        let warnings = try CertificatePair(files, now: .now).warnings(at: .now)
        #expect(warnings.count == 3)
        #expect(warnings.first?.contains("chmod o= \(files.key)") == true)
    }
}
