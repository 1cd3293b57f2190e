import Logging
import StreamTLS

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Opens the certificate that the settings name.
enum RelayCertificate {
    /// - Returns: `nil` if TLS is off.
    /// - Throws: ``Failure`` if the certificate cannot be used.
    static func open(_ settings: RelaySettings, _ logger: Logger) throws(Failure) -> ServerCertificate? {
        if let certificate = settings.tlsCertificate, let key = settings.tlsKey {
            return try files(certificate: certificate, key: key, logger)
        }
        guard settings.tls != nil else { return nil }
        return try selfSigned(environment: ProcessInfo.processInfo.environment, logger)
    }

    /// A certificate from the user's files.
    private static func files(certificate: String, key: String, _ logger: Logger) throws(Failure) -> ServerCertificate {
        do throws(ServerCertificateError) {
            let opened = try ServerCertificate(CertificateFiles(certificate: certificate, key: key), logger: logger)
            announce(opened, logger)
            return opened
        } catch {
            throw Failure(.noInput, error.description)
        }
    }

    /// A self-signed certificate. It is stored in the state directory, so that clients' pins stay valid after a
    /// restart.
    private static func selfSigned(environment: [String: String], _ logger: Logger) throws(Failure) -> ServerCertificate
    {
        let storagePath = storagePath(in: environment)
        if storagePath == nil {
            logger.warning("no state directory, the self-signed certificate changes with every start")
        }
        do throws(ServerCertificateError) {
            let opened = try ServerCertificate.selfSigned(names: HostNames.all, storedAt: storagePath, logger: logger)
            announce(opened, logger)
            logger.notice(
                "self-signed certificate in use",
                metadata: [
                    "kept": "\(storagePath ?? "-")", "advice": "clients trust it with --pin and the fingerprint",
                ]
            )
            return opened
        } catch {
            throw Failure(.cannotWrite, error.description)
        }
    }

    /// The path of the self-signed certificate: in systemd's state directory, else in the user's state directory of the
    /// XDG Base Directory Specification; `nil` without both, as in a container.
    static func storagePath(in environment: [String: String]) -> String? {
        let file = "self-signed.pem"
        // Systemd separates several directories by colons.
        if let folder = environment["STATE_DIRECTORY"]?.split(separator: ":").first { return "\(folder)/\(file)" }
        if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") { return "\(folder)/streamd/\(file)" }
        guard let home = environment["HOME"], home.hasPrefix("/"), !["/", "/nonexistent"].contains(home) else {
            return nil
        }
        return "\(home)/.local/state/streamd/\(file)"
    }

    private static func announce(_ certificate: ServerCertificate, _ logger: Logger) {
        logger.notice("certificate loaded", metadata: ["fingerprint": "\(certificate.fingerprint)"])
        for warning in certificate.warnings {
            logger.warning("certificate warning", metadata: ["warning": "\(warning)"])
        }
    }
}
