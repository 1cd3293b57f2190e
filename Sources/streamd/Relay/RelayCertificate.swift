import Logging
import StreamTLS

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Opens the certificate that a relay is told to show.
enum RelayCertificate {
    /// - Returns: `nil` where the relay is to do without TLS.
    /// - Throws: ``Failure`` where a certificate is named that cannot be used.
    static func open(_ settings: RelaySettings, _ logger: Logger) throws(Failure) -> ServerCertificate? {
        if let certificate = settings.tlsCertificate, let key = settings.tlsKey {
            return try files(certificate: certificate, key: key, logger)
        }
        guard settings.tls != nil else { return nil }
        return try selfSigned(environment: ProcessInfo.processInfo.environment, logger)
    }

    /// The one in files of the user's.
    private static func files(certificate: String, key: String, _ logger: Logger) throws(Failure) -> ServerCertificate {
        do throws(CertificateFault) {
            let opened = try ServerCertificate(CertificateFiles(certificate: certificate, key: key), logger: logger)
            announce(opened, logger)
            return opened
        } catch {
            throw Failure(.noInput, error.description)
        }
    }

    /// One that the relay makes, and keeps where its state belongs, so that clients' pins hold after a restart.
    private static func selfSigned(environment: [String: String], _ logger: Logger) throws(Failure) -> ServerCertificate
    {
        let place = place(in: environment)
        if place == nil {
            logger.warning("no folder for state, so the certificate and its fingerprint change with every start")
        }
        do throws(CertificateFault) {
            let opened = try ServerCertificate.selfSigned(names: MachineNames.all, keptAt: place, logger: logger)
            announce(opened, logger)
            logger.notice("clients trust it with --pin and its fingerprint", metadata: place.map { ["kept": "\($0)"] })
            return opened
        } catch {
            throw Failure(.cannotWrite, error.description)
        }
    }

    /// The file for a made certificate: in the folder that systemd gives a service, else where the XDG Base Directory
    /// Specification has a user's state; `nil` where there is neither, as in a container.
    static func place(in environment: [String: String]) -> String? {
        let file = "self-signed.pem"
        // Of several folders, systemd puts colons between.
        if let folder = environment["STATE_DIRECTORY"]?.split(separator: ":").first { return "\(folder)/\(file)" }
        if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") { return "\(folder)/streamd/\(file)" }
        guard let home = environment["HOME"], home.hasPrefix("/"), !["/", "/nonexistent"].contains(home) else {
            return nil
        }
        return "\(home)/.local/state/streamd/\(file)"
    }

    private static func announce(_ certificate: ServerCertificate, _ logger: Logger) {
        logger.notice("certificate", metadata: ["fingerprint": "\(certificate.fingerprint)"])
        for warning in certificate.warnings { logger.warning("\(warning)") }
    }
}
