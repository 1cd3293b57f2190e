import Logging

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ServerCertificate {
    /// A certificate that nobody vouches for, for a first try and for relays whose clients pin its fingerprint.
    ///
    /// Where it is kept in a file, the fingerprint stays the same when the relay starts again, and so do the clients'
    /// pins. One that has expired, or is not there yet, is made anew; names count only then.
    ///
    /// - Parameters:
    ///   - names: Host names and addresses that the relay is reached by; see ``MachineNames``.
    ///   - path: The file to keep it in, readable by this user alone; its folder is made where it is missing. With `nil`
    ///     it lives as long as the relay.
    /// - Throws: ``CertificateFault`` where the file holds something else, or cannot be written.
    public static func selfSigned(
        names: [String],
        keptAt path: String?,
        logger: Logger
    ) throws(CertificateFault) -> ServerCertificate {
        let now = Date()
        if let path, let kept = try KeptCertificate(path: path).read(now: now) {
            return try ServerCertificate(kept, nil, logger: logger)
        }
        let made = try SelfSignedCertificate(names: names, now: now)
        if let path { try KeptCertificate(path: path).write(made) }
        return try ServerCertificate(CertificatePair(made), nil, logger: logger)
    }
}

extension CertificatePair {
    init(_ made: SelfSignedCertificate) throws(CertificateFault) {
        let file = PEMFile(path: "memory", documents: [made.certificate, made.key])
        try self.init(certificate: file, key: file)
    }
}
