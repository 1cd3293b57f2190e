import Logging
import ServiceLifecycle
import StreamHTTP
import StreamRelay
import StreamTLS

/// A relay inside a program of its own, with TLS, a browser player, and accounts in place of token lists.
///
///     swift run EmbeddedRelay [PORT]
///     STREAMD_TOKEN=cam-secret streamd publish test: --to tls://127.0.0.1:7450/cam/1 --pin sha256:…
///     STREAMD_TOKEN=ann-secret streamd watch tls://127.0.0.1:7450/cam/1 --pin sha256:… | ffplay -
@main
struct EmbeddedRelay {
    static func main() async throws {
        let logger = Logger(label: "relay")
        let accounts = Accounts()
        let admission = AsyncAdmission { credentials async throws(ProtocolError) in
            try await accounts.permissions(for: credentials)
        }
        // A real certificate: ServerCertificate(CertificateFiles(certificate: …, key: …), logger: logger)
        let certificate = try ServerCertificate.selfSigned(names: HostNames.all, storedAt: nil, logger: logger)
        var configuration = RelayConfiguration()
        let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 7450
        configuration.listener = .address(host: "127.0.0.1", port: port)
        configuration.stream.logDuration = .seconds(20)
        let relay = Relay(
            configuration: configuration,
            admission: admission,
            protocolHandlers: ProtocolHandlers(tls: certificate, http: HTTPService()),
            logger: logger
        )
        // On a signal, the relay says goodbye on all connections, and clients come back by themselves.
        let services = ServiceGroup(
            services: [certificate, relay],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger
        )
        async let serving: Void = services.run()
        let address = try await relay.address.endpoint
        logger.notice("listening", metadata: ["address": "\(address)", "certificate": "\(certificate.fingerprint)"])
        try await serving
    }
}

/// The program's own accounts; these would be rows of a database.
actor Accounts {
    private let names = ["cam-secret": "cam", "ann-secret": "ann"]

    /// Devices publish below their own name, and people watch everything.
    ///
    /// - Throws: The error that the client gets.
    func permissions(for credentials: Credentials) throws(ProtocolError) -> Permissions {
        guard credentials.isEncrypted || credentials.peer?.isLoopback == true else {
            throw ProtocolError(.encryptionRequired, "This relay takes no tokens in clear; connect with tls://.")
        }
        guard let token = credentials.token, let name = names[token.secret] else {
            throw ProtocolError(.unauthorized, "This relay does not know the token; ask its operator for one.")
        }
        return Permissions(bearer: name, publish: [try StreamPattern("\(name)/*")], watch: [.all])
    }
}
