import JWTKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The key in the file of `--jwt-key`: a public key in PEM, or a shared secret.
struct KeyFile {
    let keys: [WebTokenKey]
    let holdsSecret: Bool

    /// - Throws: ``AccessConfigurationError`` that says what is wrong, without a source.
    init(_ bytes: [UInt8]) throws(AccessConfigurationError) {
        guard let text = Self.printable(bytes) else {
            // A public key must never be used as a secret, because anyone may know it. In DER it is no text: it has
            // identifiers (0x06) or numbers (0x02).
            guard !ParsedPublicKey.isSequence(bytes) else { throw Self.looksLikePublicKey }
            (keys, holdsSecret) = (try Self.secret(bytes), true)
            return
        }
        if text.contains("-----") {
            (keys, holdsSecret) = ([WebTokenKey(try Self.publicKey(pem: text))], false)
        } else if text.hasPrefix("{") {
            throw AccessConfigurationError("is JSON; give it as a set of keys (JWKS).")
        } else if text.hasPrefix("ssh-") || text.hasPrefix("ecdsa-") || text.hasPrefix("sk-") {
            throw Self.looksLikePublicKey
        } else {
            (keys, holdsSecret) = (try Self.secret(text: text), true)
        }
    }

    private static let looksLikePublicKey = AccessConfigurationError(
        "looks like a public key, but not in PEM; convert it, as by 'openssl pkey -pubin -inform DER'."
    )

    /// The text without surrounding blanks, if the file contains one or more lines of text.
    private static func printable(_ bytes: [UInt8]) -> String? {
        let isText = bytes.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        guard isText else { return nil }
        let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
        let begun = bytes.drop(while: isBlank)
        let end = begun.lastIndex { !isBlank($0) } ?? begun.startIndex - 1
        return String(decoding: begun[...end], as: UTF8.self)
    }

    private static func secret(_ bytes: [UInt8]) throws(AccessConfigurationError) -> [WebTokenKey] {
        guard bytes.count >= WebTokenKey.minimumSecretLength else {
            throw AccessConfigurationError(
                "a shared secret for HS256 needs \(WebTokenKey.minimumSecretLength) bytes or more, and this has "
                    + "\(bytes.count); make one by 'openssl rand -base64 48'."
            )
        }
        return [WebTokenKey(.secret(HMACKey(from: bytes)))]
    }

    /// A secret in text is used as it is, as many libraries do, and also decoded if it is Base64, as others do. Both
    /// are as secret as the file.
    private static func secret(text: String) throws(AccessConfigurationError) -> [WebTokenKey] {
        var keys = try secret(Array(text.utf8))
        let digits = text.filter { !$0.isWhitespace }
        if let decoded = (Data(base64Encoded: digits) ?? Base64URL.decode(digits)).map(Array.init) {
            guard !ParsedPublicKey.isSequence(decoded) else { throw looksLikePublicKey }
            if decoded.count >= WebTokenKey.minimumSecretLength { keys += try secret(decoded) }
        }
        return keys
    }

    private static func publicKey(pem text: String) throws(AccessConfigurationError) -> WebTokenKey.VerificationKey {
        let block = try PEMBlock(text)
        switch block.label {
        case "PUBLIC KEY": break
        case _ where block.label.hasSuffix("PRIVATE KEY"):
            throw AccessConfigurationError(
                "holds a private key, which a relay must not have; give the public one, as by "
                    + "'openssl pkey -pubout'."
            )
        case "CERTIFICATE":
            throw AccessConfigurationError("holds a certificate; give its key, as by 'openssl x509 -noout -pubkey'.")
        default:
            throw AccessConfigurationError("holds no 'PUBLIC KEY' in PEM; make it, as by 'openssl pkey -pubout'.")
        }
        switch ParsedPublicKey(der: block.content) {
        case .supported(let verificationKey): return verificationKey
        case .unsupported(let name):
            throw AccessConfigurationError(
                "holds a key of kind \(name); a key for P-256 (ES256) or Ed25519 (EdDSA) is needed."
            )
        }
    }
}

/// The only block of a text in PEM (RFC 7468).
private struct PEMBlock {
    private static let damaged = AccessConfigurationError("is cut off or damaged PEM; copy the key again.")

    let label: String
    let content: [UInt8]

    init(_ text: String) throws(AccessConfigurationError) {
        let lines = text.utf8.split { $0 == 0x0A || $0 == 0x0D }.map { String(Substring($0)) }
        let begins = lines.indices.filter { lines[$0].hasPrefix("-----BEGIN ") }
        guard let begin = begins.first else { throw Self.damaged }
        guard begins.count == 1 else {
            throw AccessConfigurationError("holds more than one key; give one, or a set of keys (JWKS).")
        }
        label = String(lines[begin].dropFirst("-----BEGIN ".count).prefix { $0 != "-" })
        let body = lines[(begin + 1)...].prefix { !$0.hasPrefix("-----END ") }
        guard begin + 1 + body.count < lines.count, let content = Data(base64Encoded: body.joined()), !content.isEmpty
        else { throw Self.damaged }
        self.content = Array(content)
    }
}
