import NIOSSL

/// The certificate that a relay presented.
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

/// Why TLS failed, from the errors of the TLS library.
enum TLSFailure: Hashable {
    /// The certificate is not trusted.
    case untrusted(PresentedCertificate?)
    /// The certificate is trusted, but it is for another host.
    case hostMismatch(PresentedCertificate?)
    /// The peer does not speak TLS, or has no certificate.
    case notTLS
    /// The relay refuses connections for now.
    case refused
    /// The connection ended during the handshake.
    case handshakeInterrupted
    /// The connection ended without a `close_notify`.
    case truncation
    /// Another failure, described by the library.
    case other(String)

    /// - Returns: `nil` for errors that are not from TLS.
    init?(_ error: any Error, isReady: Bool, certificate: PresentedCertificate?) {
        switch error {
        case NIOSSLError.uncleanShutdown:
            self = isReady ? .truncation : .handshakeInterrupted
        case NIOSSLError.handshakeFailed(.sslError(let stack)):
            self = Self.ofHandshake(stack.map { "\($0)" }.joined(separator: "; "), certificate)
        case NIOSSLError.unableToValidateCertificate, NIOSSLError.cannotFindPeerIP, NIOSSLError.cannotMatchULabel:
            self = .hostMismatch(certificate)
        case let error as NIOSSLExtraError:
            self = error == .failedToValidateHostname ? .hostMismatch(certificate) : .other("\(error)")
        case is NIOSSLError, is BoringSSLError, is NIOSSLCloseTimedOutError:
            self = .other("\(error)")
        default:
            return nil
        }
    }

    /// The library identifies reasons only by name.
    private static func ofHandshake(_ reasons: String, _ certificate: PresentedCertificate?) -> TLSFailure {
        let known: [(String, TLSFailure)] = [
            ("CERTIFICATE_VERIFY_FAILED", .untrusted(certificate)),
            ("WRONG_VERSION_NUMBER", .notTLS), ("HTTP_REQUEST", .notTLS), ("HTTPS_PROXY_REQUEST", .notTLS),
            ("ALERT_HANDSHAKE_FAILURE", .notTLS), ("ALERT_PROTOCOL_VERSION", .notTLS),
            ("UNSUPPORTED_PROTOCOL", .notTLS), ("ALERT_INTERNAL_ERROR", .refused),
            ("EOF during", .handshakeInterrupted),
        ]
        return known.first { reasons.contains($0.0) }?.1 ?? .other(reasons)
    }
}
