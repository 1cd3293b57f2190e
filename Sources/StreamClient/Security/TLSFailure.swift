import NIOSSL

/// What a relay showed as its certificate.
struct PresentedCertificate: Hashable, Sendable {
    var fingerprint: CertificateFingerprint
    var names = CertificateNames([])
    /// Seconds since 1970-01-01 UTC.
    var notBefore: Int
    var notAfter: Int
}

extension PresentedCertificate {
    init?(_ certificate: NIOSSLCertificate?) {
        guard let certificate, let der = try? certificate.toDERBytes() else { return nil }
        self.init(
            fingerprint: CertificateFingerprint(ofCertificate: der),
            names: CertificateNames(ofCertificate: der),
            notBefore: certificate.notValidBefore,
            notAfter: certificate.notValidAfter
        )
    }
}

/// Why TLS failed, told from what its library says.
enum TLSFailure: Hashable {
    /// Trust does not extend to the certificate.
    case untrusted(PresentedCertificate?)
    /// The certificate is trusted, but it is for another host.
    case otherHost(PresentedCertificate?)
    /// What answers does not speak TLS, or has no certificate.
    case notSpoken
    /// The relay turned the connection away for now.
    case noRoom
    /// The connection ended in the middle of the handshake.
    case brokeOff
    /// No `close_notify` came before the end.
    case truncation
    /// Anything else, in the library's words.
    case other(String)

    /// - Returns: `nil` for errors that are none of TLS.
    init?(_ error: any Error, isReady: Bool, certificate: PresentedCertificate?) {
        switch error {
        case NIOSSLError.uncleanShutdown:
            self = isReady ? .truncation : .brokeOff
        case NIOSSLError.handshakeFailed(.sslError(let stack)):
            self = Self.ofHandshake(stack.map { "\($0)" }.joined(separator: "; "), certificate)
        case NIOSSLError.unableToValidateCertificate, NIOSSLError.cannotFindPeerIP, NIOSSLError.cannotMatchULabel:
            self = .otherHost(certificate)
        case let error as NIOSSLExtraError:
            self = error == .failedToValidateHostname ? .otherHost(certificate) : .other("\(error)")
        case is NIOSSLError, is BoringSSLError, is NIOSSLCloseTimedOutError:
            self = .other("\(error)")
        default:
            return nil
        }
    }

    /// The library tells reasons by name only.
    private static func ofHandshake(_ reasons: String, _ certificate: PresentedCertificate?) -> TLSFailure {
        let known: [(String, TLSFailure)] = [
            ("CERTIFICATE_VERIFY_FAILED", .untrusted(certificate)),
            ("WRONG_VERSION_NUMBER", .notSpoken), ("HTTP_REQUEST", .notSpoken), ("HTTPS_PROXY_REQUEST", .notSpoken),
            ("ALERT_HANDSHAKE_FAILURE", .notSpoken), ("ALERT_PROTOCOL_VERSION", .notSpoken),
            ("UNSUPPORTED_PROTOCOL", .notSpoken), ("ALERT_INTERNAL_ERROR", .noRoom), ("EOF during", .brokeOff),
        ]
        return known.first { reasons.contains($0.0) }?.1 ?? .other(reasons)
    }
}
