import Logging
import NIOCertificateReloading
import NIOCore
import NIOSSL
import ServiceLifecycle
import StreamRelay
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The certificate that a relay shows, which may change while the relay runs: new connections get the new one, and those
/// that are there stay.
///
/// Runs as a service that looks at the files now and then.
public final class ServerCertificate: TLSDoor, Service {
    /// How often the files are looked at.
    public static let refreshInterval = Duration.seconds(10)

    /// What is shown now.
    private struct Shown: Sendable {
        let pair: CertificatePair
        /// Made once for a certificate: connections share it, and with it what the library keeps of both.
        let context: NIOSSLContext
    }

    private let files: CertificateFiles?
    private let shown: Mutex<Shown>
    private let lastFault = Mutex<String?>(nil)
    private let refreshInterval: Duration
    private let logger: Logger

    /// Reads and checks the files.
    ///
    /// - Throws: ``CertificateFault`` where the certificate cannot be shown to anybody.
    public convenience init(
        _ files: CertificateFiles,
        refreshInterval: Duration = ServerCertificate.refreshInterval,
        logger: Logger
    ) throws(CertificateFault) {
        try self.init(CertificatePair(files, now: Date()), files, refreshInterval: refreshInterval, logger: logger)
    }

    init(
        _ pair: CertificatePair,
        _ files: CertificateFiles?,
        refreshInterval: Duration = ServerCertificate.refreshInterval,
        logger: Logger
    ) throws(CertificateFault) {
        self.files = files
        self.refreshInterval = refreshInterval
        self.logger = logger
        shown = Mutex(Shown(pair: pair, context: try NIOSSLContext.relay(pair)))
    }

    /// The SHA-256 of the certificate, as clients are given it to pin: `sha256:` and 64 digits.
    public var fingerprint: String { shown.withLock { $0.pair.fingerprint } }

    /// What a user should know of the certificate although it can be used, in sentences.
    public var warnings: [String] { shown.withLock { $0.pair }.warnings(at: Date()) }

    /// When the certificate expires, in seconds since 1970-01-01 UTC.
    public var expiry: TimeInterval { shown.withLock { $0.pair.notAfter.timeIntervalSince1970 } }

    public func makeHandlers() throws -> [any ChannelHandler] {
        [NIOSSLServerHandler(context: shown.withLock { $0.context }), RecordSizedWrites()]
    }

    public func isTruncation(_ error: any Error) -> Bool {
        error as? NIOSSLError == .uncleanShutdown
    }

    /// Looks at the files at once.
    ///
    /// - Throws: ``CertificateFault`` where they cannot be used; the certificate stays what it was.
    public func reload() throws(CertificateFault) {
        guard let files else { return }
        let pair = try CertificatePair(files, now: Date())
        guard shown.withLock({ $0.pair != pair }) else { return }
        let next = Shown(pair: pair, context: try NIOSSLContext.relay(pair))
        shown.withLock { $0 = next }
        logger.notice(
            "certificate changed",
            metadata: ["fingerprint": "\(pair.fingerprint)", "expires": "\(pair.notAfter.formatted(.iso8601))"]
        )
        for warning in pair.warnings(at: Date()) { logger.warning("\(warning)") }
    }

    /// Looks at the files now and then until the service is shut down.
    public func run() async throws {
        guard files != nil else {
            try? await gracefulShutdown()
            return
        }
        // The reloader is given what has been checked here, whose errors say more.
        let reloader = TimedCertificateReloader(
            configuration: .init(
                refreshInterval: refreshInterval,
                certificateSource: .init(location: .memory { [self] in try checkedCertificates() }, format: .pem),
                privateKeySource: .init(location: .memory { [self] in key() }, format: .pem)
            ) {
                $0.onCertificateLoaded = { [self] _ in lastFault.withLock { $0 = nil } }
                $0.onCertificateLoadFailed = { [self] in report($0.error) }
            }
        )
        try await reloader.run()
    }

    private func checkedCertificates() throws -> [UInt8] {
        try reload()
        return shown.withLock { Array($0.pair.chainPEM.utf8) }
    }

    private func key() -> [UInt8] {
        shown.withLock { Array($0.pair.keyPEM.utf8) }
    }

    /// Says what is wrong with the files, once for each mistake.
    private func report(_ error: any Error) {
        let fault = "\(error)"
        let isNews = lastFault.withLock { last in
            defer { last = fault }
            return last != fault
        }
        if isNews { logger.error("\(fault) The certificate stays what it was.") }
    }
}
