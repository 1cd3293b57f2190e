import Logging

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ServerCertificate {
    /// A self-signed certificate, for a first try and for relays whose clients pin its fingerprint.
    ///
    /// If it is stored in a file, the fingerprint, and with it the clients' pins, stay valid when the relay restarts.
    /// The certificate is made if the file does not exist or its certificate has expired; `names` are used only then.
    ///
    /// - Parameters:
    ///   - names: Host names and addresses of the relay; see ``HostNames``.
    ///   - path: The file to store it in, readable by this user only. Its folder is created if it does not exist. With
    ///     `nil`, the certificate lives as long as the relay.
    /// - Throws: ``ServerCertificateError`` if the file contains something else, or cannot be written.
    public static func selfSigned(
        names: [String],
        storedAt path: String?,
        logger: Logger
    ) throws(ServerCertificateError) -> ServerCertificate {
        let now = Date()
        if let path, let kept = try CertificateStore(path: path).read(now: now) {
            return try ServerCertificate(kept, nil, logger: logger)
        }
        let made = try SelfSignedCertificate(names: names, now: now)
        if let path { try CertificateStore(path: path).write(made) }
        return try ServerCertificate(CertificatePair(made), nil, logger: logger)
    }
}

extension CertificatePair {
    init(_ made: SelfSignedCertificate) throws(ServerCertificateError) {
        let file = PEMFile(path: "memory", documents: [made.certificate, made.key])
        try self.init(certificate: file, key: file)
    }
}
