import Logging
import NIOCertificateReloading
import NIOCore
import Platform
import ServiceLifecycle
import StreamRelay

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The certificate that a relay presents. It can change while the relay runs: new connections get the new one, and open
/// connections keep theirs.
///
/// Runs as a service that checks the files regularly.
public final class ServerCertificate: TLSProvider, Service {
    /// The interval of the checks.
    public static let refreshInterval = Duration.seconds(10)

    /// The current certificate.
    private struct Served: Sendable {
        let pair: CertificatePair
        /// Made once for each certificate. Connections share it, and with it the TLS library's copies of both.
        let context: TLSContext
    }

    private let files: CertificateFiles?
    private let served: Mutex<Served>
    private let lastError = Mutex<String?>(nil)
    private let refreshInterval: Duration
    private let logger: Logger

    /// Reads and checks the files.
    ///
    /// - Throws: ``ServerCertificateError`` if the certificate cannot be used.
    public convenience init(
        _ files: CertificateFiles,
        refreshInterval: Duration = ServerCertificate.refreshInterval,
        logger: Logger
    ) throws(ServerCertificateError) {
        try self.init(CertificatePair(files, now: Date()), files, refreshInterval: refreshInterval, logger: logger)
    }

    init(
        _ pair: CertificatePair,
        _ files: CertificateFiles?,
        refreshInterval: Duration = ServerCertificate.refreshInterval,
        logger: Logger
    ) throws(ServerCertificateError) {
        self.files = files
        self.refreshInterval = refreshInterval
        self.logger = logger
        served = Mutex(Served(pair: pair, context: try TLSContext(pair)))
    }

    /// The SHA-256 of the certificate, in the form that clients pin: `sha256:` and 64 digits.
    public var fingerprint: String { served.withLock { $0.pair.fingerprint } }

    /// Warnings about a certificate that can be used, as sentences.
    public var warnings: [String] { served.withLock { $0.pair }.warnings(at: Date()) }

    /// Makes the handlers of TLS for one connection, with the certificate that is in force.
    public func makeHandlers() throws -> [any ChannelHandler] {
        try served.withLock { $0.context }.makeHandlers()
    }

    /// Whether the client closed without a `close_notify`.
    public func isTruncation(_ error: any Error) -> Bool {
        TLSContext.isTruncation(error)
    }

    /// Checks the files at once.
    ///
    /// - Throws: ``ServerCertificateError`` if they cannot be used; the certificate then stays the same.
    public func reload() throws(ServerCertificateError) {
        guard let files else { return }
        let pair = try CertificatePair(files, now: Date())
        guard served.withLock({ $0.pair != pair }) else { return }
        let next = Served(pair: pair, context: try TLSContext(pair))
        served.withLock { $0 = next }
        logger.notice(
            "certificate changed",
            metadata: ["fingerprint": "\(pair.fingerprint)", "expires": "\(pair.notAfter.formatted(.iso8601))"]
        )
        for warning in pair.warnings(at: Date()) {
            logger.warning("certificate warning", metadata: ["reason": "\(warning)"])
        }
    }

    /// Checks the files regularly until the service is shut down.
    public func run() async throws {
        guard files != nil else {
            try? await gracefulShutdown()
            return
        }
        // The reloader gets files that have been checked here, because these errors say more.
        let reloader = TimedCertificateReloader(
            configuration: .init(
                refreshInterval: refreshInterval,
                certificateSource: .init(location: .memory { [self] in try checkedCertificates() }, format: .pem),
                privateKeySource: .init(location: .memory { [self] in key() }, format: .pem)
            ) {
                $0.onCertificateLoaded = { [self] _ in lastError.withLock { $0 = nil } }
                $0.onCertificateLoadFailed = { [self] in report($0.error) }
            }
        )
        try await reloader.run()
    }

    private func checkedCertificates() throws -> [UInt8] {
        try reload()
        return served.withLock { Array($0.pair.chainPEM.utf8) }
    }

    private func key() -> [UInt8] {
        served.withLock { Array($0.pair.keyPEM.utf8) }
    }

    /// Logs what is wrong with the files, once for each mistake.
    private func report(_ error: any Error) {
        let message = "\(error)"
        let isNews = lastError.withLock { last in
            defer { last = message }
            return last != message
        }
        if isNews { logger.error("certificate not reloaded", metadata: ["reason": "\(message)"]) }
    }
}

/// Why a certificate cannot be used.
public struct ServerCertificateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error. Later versions may add more, so a `switch` over it needs a default.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code, stable across versions.
        public let description: String

        /// A file is not there, or must not be read.
        public static let unreadable = Code(description: "unreadable")
        /// A file does not hold what it should, or certificate and key do not fit together.
        public static let invalid = Code(description: "invalid")
        /// A certificate that signs itself cannot be made or kept.
        public static let notStored = Code(description: "not-stored")
    }

    /// The kind of the error.
    public let code: Code
    /// One sentence that names the file and says what to do.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// Something about the files' content.
    init(_ reason: String) { self.init(.invalid, reason) }

    /// The reason.
    public var description: String { reason }
}
