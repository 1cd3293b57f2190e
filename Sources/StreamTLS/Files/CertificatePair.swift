import Crypto
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A certificate with its chain and its matching private key.
struct CertificatePair: Hashable, Sendable {
    /// How long before its expiry a certificate causes a warning. Tools that renew automatically do it earlier.
    static let expiryWarningPeriod = TimeInterval(7 * 24 * 3600)

    /// The certificate first, each followed by the one that signed it.
    let chain: [PEMDocument]
    let key: PEMDocument
    let notBefore: Date
    let notAfter: Date
    private let path: String
    private let keyPath: String
    private let isKeyReadableByOthers: Bool
    private let namesHosts: Bool

    /// The SHA-256 of the certificate, in the form that clients pin: `sha256:` and 64 digits.
    var fingerprint: String {
        "sha256:" + SHA256.hash(data: chain.first?.derBytes ?? []).map { String($0, radix: 16).leftPadded }.joined()
    }

    /// The chain in PEM.
    var chainPEM: String { chain.map(\.pemString).joined(separator: "\n") }

    var keyPEM: String { key.pemString }

    /// Reads both files and checks them, including the validity period.
    init(_ files: CertificateFiles, now: Date) throws(ServerCertificateError) {
        try self.init(
            certificate: PEMFile(reading: files.certificate, as: "certificate"),
            key: PEMFile(reading: files.key, as: "key")
        )
        try check(at: now)
    }

    /// Checks everything except the validity period.
    init(certificate file: PEMFile, key keyFile: PEMFile) throws(ServerCertificateError) {
        chain = file.documents.filter { $0.discriminator == "CERTIFICATE" }
        let certificates = try Self.certificates(chain, of: file.path)
        guard let leaf = certificates.first else {
            throw ServerCertificateError("\(file.path) holds no certificate; name the file that begins with one.")
        }
        guard let key = keyFile.documents.first(where: { $0.discriminator.hasSuffix("PRIVATE KEY") }) else {
            throw ServerCertificateError("\(keyFile.path) holds no private key; name the file that does.")
        }
        try Self.check(certificates, fit: Self.publicKey(of: key, in: keyFile.path), file.path, keyFile.path)
        try Self.checkOrder(certificates, file.path)
        self.key = key
        notBefore = leaf.notValidBefore
        notAfter = leaf.notValidAfter
        path = file.path
        keyPath = keyFile.path
        isKeyReadableByOthers = keyFile.isReadableByOthers
        namesHosts = (try? leaf.extensions.subjectAlternativeNames)?.isEmpty == false
    }

    /// - Throws: ``ServerCertificateError`` if the certificate is not valid now.
    func check(at now: Date) throws(ServerCertificateError) {
        guard now < notAfter else {
            throw ServerCertificateError(
                "The certificate in \(path) has expired on \(notAfter.formatted(.iso8601)); renew it."
            )
        }
        guard now >= notBefore else {
            throw ServerCertificateError(
                "The certificate in \(path) is not valid before \(notBefore.formatted(.iso8601)); wait, or set this "
                    + "machine's clock."
            )
        }
    }

    /// Warnings about a certificate that can be used, as sentences.
    func warnings(at now: Date) -> [String] {
        var warnings: [String] = []
        if isKeyReadableByOthers {
            warnings.append(
                "Every user of this machine can read the key in \(keyPath); mend it: 'chmod o= \(keyPath)'."
            )
        }
        if notAfter < now + Self.expiryWarningPeriod {
            warnings.append("The certificate in \(path) expires on \(notAfter.formatted(.iso8601)); renew it soon.")
        }
        if !namesHosts {
            warnings.append(
                "The certificate in \(path) names no host, so clients without a pin refuse it; make one that does."
            )
        }
        return warnings
    }

    private static func certificates(
        _ documents: [PEMDocument],
        of path: String
    ) throws(ServerCertificateError) -> [Certificate] {
        do {
            return try documents.map { try Certificate(pemDocument: $0) }
        } catch {
            throw ServerCertificateError("A certificate in \(path) is damaged and cannot be read; copy it anew.")
        }
    }

    private static func publicKey(
        of key: PEMDocument,
        in path: String
    ) throws(ServerCertificateError) -> Certificate.PublicKey {
        do {
            return try Certificate.PrivateKey(pemDocument: key).publicKey
        } catch {
            throw ServerCertificateError(
                "The key in \(path) is damaged or of a kind that is not served; use ECDSA (P-256, P-384, P-521), RSA of "
                    + "2048 bits or more, or Ed25519."
            )
        }
    }

    private static func check(
        _ chain: [Certificate],
        fit key: Certificate.PublicKey,
        _ path: String,
        _ keyPath: String
    ) throws(ServerCertificateError) {
        guard let place = chain.firstIndex(where: { $0.publicKey == key }) else {
            throw ServerCertificateError(
                "The key in \(keyPath) does not belong to the certificate in \(path); name the two that belong together."
            )
        }
        guard place == 0 else {
            throw ServerCertificateError(
                "The certificates in \(path) are in the wrong order: the key belongs to number \(place + 1); put that "
                    + "one first, and behind each the one that signed it."
            )
        }
    }

    private static func checkOrder(_ chain: [Certificate], _ path: String) throws(ServerCertificateError) {
        for (index, (signed, signer)) in zip(chain, chain.dropFirst()).enumerated() {
            guard signed.issuer == signer.subject, signer.publicKey.isValidSignature(signed.signature, for: signed)
            else {
                throw ServerCertificateError(
                    "The certificates in \(path) are in the wrong order: number \(index + 2) did not sign number "
                        + "\(index + 1); put behind each certificate the one that signed it."
                )
            }
        }
    }
}

extension String {
    /// Two hexadecimal digits of a byte.
    fileprivate var leftPadded: String { count < 2 ? "0" + self : self }
}

/// The paths of a certificate and its key: two files in PEM (RFC 7468), or one file with both.
public struct CertificateFiles: Hashable, Sendable {
    /// The certificate, followed by its intermediate certificates.
    public var certificate: String
    /// The certificate's private key, without a passphrase.
    public var key: String

    /// Names two files, or the same file twice. They are read when a ``ServerCertificate`` is made.
    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}
