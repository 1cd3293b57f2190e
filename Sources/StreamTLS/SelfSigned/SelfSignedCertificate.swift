import Crypto
import Platform
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A self-signed certificate. It encrypts, and clients that know its fingerprint can verify the relay.
struct SelfSignedCertificate {
    /// Ten years. Clients trust the pinned fingerprint, and an early expiry would only break the pins.
    static let validity = TimeInterval(10 * 365 * 24 * 3600)
    /// A margin for clients whose clocks are behind.
    static let tolerance = TimeInterval(24 * 3600)

    let certificate: PEMDocument
    let key: PEMDocument

    /// Makes an ECDSA key on P-256, and a certificate for it.
    ///
    /// - Parameter names: Host names and addresses of the relay. Names that a certificate cannot contain are left out.
    init(names: [String], now: Date, validity: TimeInterval = Self.validity) throws(ServerCertificateError) {
        do {
            let key = P256.Signing.PrivateKey()
            let name = try DistinguishedName { CommonName("streamd, self-signed") }
            let certificate = try Certificate(
                version: .v3,
                serialNumber: Certificate.SerialNumber(),
                publicKey: .init(key.publicKey),
                notValidBefore: now - Self.tolerance,
                notValidAfter: now + validity,
                issuer: name,
                subject: name,
                signatureAlgorithm: .ecdsaWithSHA256,
                extensions: Certificate.Extensions {
                    Critical(BasicConstraints.notCertificateAuthority)
                    Critical(KeyUsage(digitalSignature: true))
                    try ExtendedKeyUsage([.serverAuth])
                    SubjectAlternativeNames(names.compactMap(GeneralName.init(host:)))
                },
                issuerPrivateKey: .init(key)
            )
            self.certificate = try certificate.serializeAsPEM()
            self.key = try PEMDocument(pemString: key.pemRepresentation)
        } catch {
            throw ServerCertificateError(
                .notStored,
                "No certificate could be made: \(error); this is a fault of the relay."
            )
        }
    }

    /// Certificate and key, in PEM.
    var pem: String { certificate.pemString + "\n" + key.pemString + "\n" }
}

extension GeneralName {
    /// A host name or an address, without brackets or a zone; `nil` for anything else.
    fileprivate init?(host: String) {
        if let address = Self.networkBytes(host, AF_INET, 4) ?? Self.networkBytes(host, AF_INET6, 16) {
            self = .ipAddress(ASN1OctetString(contentBytes: address[...]))
        } else {
            guard (1...253).contains(host.utf8.count), host.utf8.allSatisfy(\.isAllowedInHostName) else { return nil }
            self = .dnsName(host)
        }
    }

    private static func networkBytes(_ address: String, _ family: CInt, _ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, address, &bytes) == 1 ? bytes : nil
    }
}

extension UInt8 {
    fileprivate var isAllowedInHostName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
