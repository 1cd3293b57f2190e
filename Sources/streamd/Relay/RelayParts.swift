import CoreMetrics
import Logging
import NIOCore
import NIOPosix
import PrometheusMetrics
import ServiceLifecycle
import StreamAccess
import StreamHTTP
import StreamRelay
import StreamTLS

/// The parts of a relay that change together when its settings do.
struct RelayParts: Sendable {
    let log: RelayLog
    let logger: Logger
    let metrics: PrometheusRegistry
    let admission: TokenAdmission
    let http: HTTPService
    let certificate: ServerCertificate?
    let group: MultiThreadedEventLoopGroup
    /// Serves the admin listener, so that probes do not wait for a relay that is busy.
    let adminGroup: MultiThreadedEventLoopGroup
    let relay: Relay
    private let admin: ListenAddress?
    private let descriptors: DescriptorBudget

    /// Makes them as `settings` say; nothing listens yet.
    ///
    /// - Parameter descriptorLimit: Files and sockets that this process may have open.
    /// - Throws: What is wrong with the files that the settings name, or ``Failure`` where the relay needs more open
    ///   files.
    init(_ settings: RelaySettings, socket: ListeningSocket?, descriptorLimit: Int) throws {
        let threads = settings.threads ?? System.coreCount
        descriptors = DescriptorBudget(limit: descriptorLimit, threads: threads)
        try descriptors.check()
        log = RelayLog(settings.logFormat, settings.logLevel)
        logger = log.logger("streamd.relay")
        let access = try settings.accessRules()
        for warning in access.warnings { logger.warning("\(warning)") }
        admission = TokenAdmission(access.rules)
        certificate = try RelayCertificate.open(settings, logger)
        // Before the relay, which makes its figures as it is made.
        metrics = PrometheusRegistry.forRelay()
        MetricsSystem.bootstrap(metrics)
        http = HTTPService(allowing: settings.allowedOrigins)
        descriptors.warn(connections: settings.relay.limits.all.connections, logger)
        group = MultiThreadedEventLoopGroup(numberOfThreads: threads)
        adminGroup = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        var configuration = settings.relayConfiguration
        if let socket { configuration.listener = .socket(socket.descriptor) }
        admin = settings.admin
        relay = Relay(
            configuration: configuration,
            admission: admission,
            doors: Doors(tls: certificate, http: http),
            group: group,
            name: Version.clientName,
            logger: logger
        )
    }

    /// Where the relay is looked into and controlled, if anywhere.
    func adminService(
        _ settings: LiveSettings,
        socket: ListeningSocket?
    ) -> ServiceGroupConfiguration.ServiceConfiguration? {
        guard let address = admin else { return nil }
        let service = AdminService(
            listener: socket.map { .socket($0.descriptor) } ?? .address(host: address.host, port: address.port),
            tls: certificate,
            access: address.isLoopback ? .thisMachine : .bearers(admission),
            relay: relay.control,
            metrics: { [metrics, reserve = relay.control.reservedDescriptors] in
                // Figures of the process are files of /proc.
                reserve.lend { metrics.render() }
            },
            actions: AdminActions(setLogLevel: { [log] in log.level = $0 }, reload: { try await settings.reload() }),
            group: adminGroup,
            logger: log.logger("streamd.admin")
        )
        return .init(
            service: service,
            // Several relays on one machine need not be told a place each.
            failureTerminationBehavior: address == RelaySettings().admin ? .ignore : .gracefullyShutdownGroup
        )
    }

    /// Says where the relay listens, once it does.
    func announce() async {
        guard let address = try? await relay.address else { return }
        logger.notice("listening", metadata: ["address": "\(address.ipAddress ?? "local"):\(address.port ?? 0)"])
        ServiceNotification.ready()
    }

    /// Warns where `connections` are more than the system lets this process open.
    func checkDescriptors(for connections: Int) {
        descriptors.warn(connections: connections, logger)
    }

    /// Looks at the certificate's files.
    ///
    /// - Throws: What is wrong with them; the certificate stays what it was.
    func reloadCertificate() throws(SettingsMistakes) {
        do throws(CertificateFault) {
            try certificate?.reload()
        } catch {
            throw SettingsMistakes(all: [SettingsMistake(error.description)])
        }
    }
}
