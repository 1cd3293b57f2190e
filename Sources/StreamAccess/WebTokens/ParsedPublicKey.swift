import Crypto
import JWTKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The content of a SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7) in DER.
enum ParsedPublicKey {
    case supported(WebTokenKey.VerificationKey)
    /// A key of an unsupported kind, by its name.
    case unsupported(String)

    /// The bytes before the 32 bytes of an Ed25519 key (RFC 8410, section 4).
    private static let ed25519: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]
    private static let identifiers: [(name: String, bytes: [UInt8])] = [
        ("RSA", [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01]),
        ("P-384", [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22]),
        ("P-521", [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x23]),
        ("secp256k1", [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x0A]),
        ("X25519", [0x06, 0x03, 0x2B, 0x65, 0x6E]),
        ("X448", [0x06, 0x03, 0x2B, 0x65, 0x6F]),
        ("Ed448", [0x06, 0x03, 0x2B, 0x65, 0x71]),
    ]
    /// The bytes with the identifiers of algorithm and curve.
    private static let identifiersEnd = 32

    init(der: [UInt8]) {
        if der.starts(with: Self.ed25519), let key = Self.ed25519Key(der.dropFirst(Self.ed25519.count)) {
            self = .supported(.ed25519(key))
        } else if let key = try? P256.Signing.PublicKey(derRepresentation: der),
            let verificationKey = try? ES256PublicKey(backing: key)
        {
            self = .supported(.p256(verificationKey))
        } else {
            let beginning = der.prefix(Self.identifiersEnd)
            let known = Self.identifiers.first { identifier in
                beginning.indices.contains { beginning[$0...].starts(with: identifier.bytes) }
            }
            self = .unsupported(known?.name ?? "unknown")
        }
    }

    static func ed25519Key(_ bytes: some Collection<UInt8>) -> EdDSA.PublicKey? {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: Array(bytes)) else { return nil }
        return EdDSA.PublicKey(backing: key)
    }

    /// Whether `bytes` are exactly one ASN.1 SEQUENCE, as every key in DER is.
    static func isSequence(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 2, bytes[0] == 0x30 else { return false }
        let (header, length): (Int, Int)
        switch bytes[1] {
        case ..<0x80: (header, length) = (2, Int(bytes[1]))
        case 0x81: (header, length) = (3, Int(bytes[2]))
        case 0x82 where bytes.count > 3: (header, length) = (4, Int(bytes[2]) << 8 | Int(bytes[3]))
        default: return false
        }
        return header + length == bytes.count
    }
}
