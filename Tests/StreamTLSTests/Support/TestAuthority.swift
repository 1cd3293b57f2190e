import Crypto
import StreamTLS
import SwiftASN1
import TestSupport
import X509

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An authority that signs what a test needs.
struct TestAuthority {
    let key = P256.Signing.PrivateKey()
    let certificate: Certificate
    private let name: DistinguishedName

    init(_ name: String = "Authority") throws {
        self.name = try DistinguishedName { CommonName(name) }
        certificate = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: .init(key.publicKey),
            notValidBefore: .now - 3600,
            notValidAfter: .now + 30 * 86_400,
            issuer: self.name,
            subject: self.name,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                Critical(KeyUsage(keyCertSign: true))
            },
            issuerPrivateKey: .init(key)
        )
    }

    /// Signs a certificate for `names`, and for 127.0.0.1 where `hasAddress`.
    func issue(
        _ names: [String] = ["localhost"],
        hasAddress: Bool = true,
        from start: TimeInterval = -3600,
        to end: TimeInterval = 20 * 86_400
    ) throws -> (certificate: Certificate, key: P256.Signing.PrivateKey) {
        let key = P256.Signing.PrivateKey()
        let address = GeneralName.ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1]))
        let certificate = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: .init(key.publicKey),
            notValidBefore: .now + start,
            notValidAfter: .now + end,
            issuer: name,
            subject: DistinguishedName { CommonName("relay") },
            extensions: Certificate.Extensions {
                SubjectAlternativeNames(names.map { .dnsName($0) } + (hasAddress ? [address] : []))
            },
            issuerPrivateKey: .init(self.key)
        )
        return (certificate, key)
    }
}

extension Certificate {
    var pem: String {
        get throws { try serializeAsPEM().pemString }
    }

    /// As openssl shows it, without its colons.
    var fingerprint: String {
        get throws {
            let der = try serializeAsPEM().derBytes
            return "sha256:" + SHA256.hash(data: der).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }
}

extension TemporaryFolder {
    /// Writes `relay.pem` and `relay.key`.
    @discardableResult
    func write(_ issued: (certificate: Certificate, key: P256.Signing.PrivateKey)) throws -> CertificateFiles {
        CertificateFiles(
            certificate: try write(issued.certificate.pem, to: "relay.pem"),
            key: try write(issued.key.pemRepresentation, to: "relay.key")
        )
    }
}
