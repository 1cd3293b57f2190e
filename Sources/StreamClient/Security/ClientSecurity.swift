import Crypto

/// How a client verifies by TLS that it is connected to the right relay.
public struct ClientSecurity: Hashable, Sendable {
    /// Which certificates of a relay are trusted.
    public enum Trust: Hashable, Sendable {
        /// Certificates of this machine's authorities, valid now and for the host of the address.
        case system
        /// The same, with the authorities in a PEM file instead of the machine's.
        case authorities(file: String)
        /// One of these certificates, whatever its authority, names and age. With several, a relay's certificate can be
        /// changed without losing clients.
        case pins(Set<CertificateFingerprint>)
    }

    /// Which certificates are trusted.
    public var trust: Trust

    /// Whether only certain certificates are trusted.
    var isPinned: Bool {
        if case .pins = trust { true } else { false }
    }

    /// Makes settings that require TLS.
    public init(trust: Trust = .system) {
        self.trust = trust
    }
}

/// The SHA-256 of a certificate in DER, which identifies the certificate.
public struct CertificateFingerprint: Hashable, Sendable, CustomStringConvertible {
    /// 64 hexadecimal digits in lower case.
    private let digits: String

    /// Reads a fingerprint as a relay prints it, `sha256:` and 64 digits, or as `openssl x509 -fingerprint -sha256`
    /// prints it, with colons between the bytes.
    ///
    /// - Throws: ``ClientError`` with ``ClientError/Code/invalidSecurity``.
    public init(_ text: String) throws(ClientError) {
        var digits = text.lowercased()
        for prefix in ["sha256 fingerprint=", "sha256:"] where digits.hasPrefix(prefix) {
            digits.removeFirst(prefix.count)
        }
        digits.removeAll { $0 == ":" }
        guard digits.utf8.count == 64, digits.utf8.allSatisfy(Self.isHexadecimal) else {
            throw ClientError(
                .invalidSecurity,
                "'\(text.prefix(100))' is no fingerprint of a certificate; write 'sha256:' and 64 digits, as the relay "
                    + "prints it when it starts, or as 'openssl x509 -fingerprint -sha256' shows it."
            )
        }
        self.digits = digits
    }

    /// The fingerprint of a certificate.
    init(ofCertificate der: [UInt8]) {
        digits = SHA256.hash(data: der).reduce(into: "") { text, byte in
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }

    /// `sha256:` and 64 hexadecimal digits in lower case.
    public var description: String { "sha256:\(digits)" }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
    }
}
