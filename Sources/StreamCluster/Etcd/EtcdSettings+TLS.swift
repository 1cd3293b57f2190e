import NIOSSL

extension EtcdSettings {
    /// How connections are encrypted; `nil` if they are not.
    ///
    /// - Throws: As ``checkFiles()``.
    func tlsConfiguration() throws(DirectoryError) -> TLSConfiguration? {
        guard !endpoints.isEmpty else {
            throw DirectoryError(
                .invalidSettings,
                "The directory needs the address of etcd, such as 'etcd://a.example'."
            )
        }
        guard isEncrypted else {
            guard authorities == nil, certificate == nil else {
                throw DirectoryError(
                    .invalidSettings,
                    "Certificates are for connections to etcd with TLS; write 'etcds://' before its address."
                )
            }
            return nil
        }
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        if let authorities {
            do {
                let certificates = try NIOSSLCertificate.fromPEMFile(authorities)
                guard !certificates.isEmpty else { throw NIOSSLError.failedToLoadCertificate }
                configuration.trustRoots = .certificates(certificates)
            } catch {
                throw Self.unreadable(authorities, "the authorities of etcd's certificate, PEM")
            }
        }
        guard let certificate else { return configuration }
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(certificate.certificateFile)
            guard !chain.isEmpty else { throw NIOSSLError.failedToLoadCertificate }
            configuration.certificateChain = chain.map { .certificate($0) }
        } catch {
            throw Self.unreadable(certificate.certificateFile, "the certificate that this relay shows to etcd, PEM")
        }
        do {
            configuration.privateKey = .privateKey(try NIOSSLPrivateKey(file: certificate.keyFile, format: .pem))
        } catch {
            throw Self.unreadable(certificate.keyFile, "the key of the certificate that this relay shows to etcd, PEM")
        }
        do {
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw DirectoryError(
                .unreadableFile,
                "The key in '\(certificate.keyFile)' is not that of the certificate in "
                    + "'\(certificate.certificateFile)'; name the two that belong together."
            )
        }
        return configuration
    }

    private static func unreadable(_ file: String, _ content: String) -> DirectoryError {
        DirectoryError(.unreadableFile, "The file '\(file)' cannot be used; it needs \(content).")
    }
}
