/// Where a certificate and its key are: two files in PEM (RFC 7468), or one that holds both.
public struct CertificateFiles: Hashable, Sendable {
    /// The certificate, followed by those of the authorities between it and a root.
    public var certificate: String
    /// The certificate's private key, without a passphrase.
    public var key: String

    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}
