import CoreMetrics
import Logging
import NIOCore
import NIOPosix
import PrometheusMetrics
import ServiceLifecycle
import StreamAccess
import StreamCluster
import StreamHTTP
import StreamRelay
import StreamTLS

/// The components of a relay that a reload changes together.
struct RelayComponents: Sendable {
    let log: RelayLog
    let logger: Logger
    let metrics: PrometheusRegistry
    let admission: TokenAdmission
    let http: HTTPService
    let origins: OriginConnector
    /// The directory in which relays find each other; `nil` without one.
    let directory: DirectoryClient?
    let certificate: ServerCertificate?
    let group: MultiThreadedEventLoopGroup
    /// Serves the admin listener and the directory, so that health probes and leases do not wait for a busy relay.
    let adminGroup: MultiThreadedEventLoopGroup
    let relay: Relay
    private let admin: ListenAddress?
    private let descriptors: DescriptorBudget

    /// Creates the components; nothing listens yet.
    ///
    /// - Parameter descriptorLimit: Files and sockets that this process may open.
    /// - Throws: The errors in the files that the settings name, or ``Failure`` if the descriptor limit is too low.
    @available(macOS 15, iOS 18, *)
    init(_ result: SettingsSources.ReadResult, socket: ListeningSocket?, descriptorLimit: Int) throws {
        let settings = result.settings
        let threads = settings.threads ?? System.coreCount
        descriptors = DescriptorBudget(limit: descriptorLimit, threads: threads)
        try descriptors.check()
        log = RelayLog(settings.logFormat, settings.logLevel)
        logger = log.logger("streamd.relay")
        for warning in result.warnings { logger.warning("settings warning", metadata: ["warning": "\(warning)"]) }
        let access = try settings.accessRules()
        for warning in access.warnings { logger.warning("access rules warning", metadata: ["warning": "\(warning)"]) }
        admission = TokenAdmission(access.rules)
        certificate = try RelayCertificate.open(settings, logger)
        let originSettings = try settings.originSettings()
        let directorySettings = try settings.cluster.directory()
        http = HTTPService(allowing: settings.allowedOrigins)
        descriptors.warn(connections: settings.mostConnections, logger)
        group = MultiThreadedEventLoopGroup(numberOfThreads: threads)
        adminGroup = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        if let directorySettings {
            // Its lease is kept also while the relay's loops are busy.
            directory = try DirectoryClient(
                directorySettings,
                eventLoopGroup: adminGroup,
                logger: log.logger("streamd.directory")
            )
        } else {
            directory = nil
        }
        // The relay registers its metrics when it is created.
        metrics = PrometheusRegistry.forRelay(directory)
        MetricsSystem.bootstrap(metrics)
        origins = OriginConnector(
            originSettings,
            directory: directory,
            clientName: Version.clientName,
            logger: log.logger("streamd.upstream")
        )
        var configuration = settings.relayConfiguration
        if let socket { configuration.listener = .socket(socket.descriptor) }
        admin = settings.admin
        relay = Relay(
            configuration: configuration,
            admission: admission,
            protocolHandlers: ProtocolHandlers(
                tls: certificate,
                http: http,
                upstream: origins,
                publications: directory
            ),
            group: group,
            name: Version.clientName,
            logger: logger
        )
    }

    /// The service of the admin listener; `nil` if it is off.
    @available(macOS 15, iOS 18, *)
    func adminService(
        _ settings: SettingsReloader,
        socket: ListeningSocket?
    ) -> ServiceGroupConfiguration.ServiceConfiguration? {
        guard let address = admin else { return nil }
        // Several relays on one machine may share the default address: then the later ones run without an admin listener.
        let isOptional = address == RelaySettings().admin
        let service = AdminService(
            listener: socket.map { .socket($0.descriptor) } ?? .address(host: address.host, port: address.port),
            tls: certificate,
            access: address.isLoopback ? .thisMachine : .bearers(admission),
            relay: relay.control,
            metrics: { [metrics, reserve = relay.control.reservedDescriptors] in
                // Metrics of the process come from files in /proc.
                reserve.withReleasedDescriptor { metrics.render() }
            },
            actions: AdminActions(setLogLevel: { [log] in log.level = $0 }, reload: { try await settings.reload() }),
            group: adminGroup,
            isOptional: isOptional,
            logger: log.logger("streamd.admin")
        )
        return .init(
            service: service,
            failureTerminationBehavior: isOptional ? .ignore : .gracefullyShutdownGroup
        )
    }

    /// Logs the relay's address once it listens.
    func announce() async {
        guard let address = try? await relay.address else { return }
        var metadata: Logger.Metadata = ["address": "\(address.endpoint)"]
        if let page = PageAddress.gallery(at: address, isEncrypted: certificate != nil) { metadata["page"] = "\(page)" }
        logger.notice("listening", metadata: metadata)
        ServiceNotification.ready()
    }

    /// Warns if `connections` need more descriptors than the system allows.
    func checkDescriptors(for connections: Int) {
        descriptors.warn(connections: connections, logger)
    }

    /// Reads the certificate's files again.
    ///
    /// - Throws: The errors in the files. The old certificate stays in use.
    func reloadCertificate() throws(SettingsErrors) {
        do throws(ServerCertificateError) {
            try certificate?.reload()
        } catch {
            throw SettingsErrors(all: [SettingsError(error.description)])
        }
    }
}

extension PrometheusRegistry {
    /// A registry with the metrics of a relay, this process and this program.
    ///
    /// - Parameter directory: The relay's directory, if it has one.
    static func forRelay(_ directory: DirectoryClient? = nil) -> PrometheusRegistry {
        var descriptions = RelayMetric.all.map { MetricDescription($0.name, help: $0.help, buckets: $0.buckets) }
        descriptions.append(MetricDescription(HTTPMetrics.responses, help: HTTPMetrics.responsesHelp))
        descriptions.append(MetricDescription(HTTPMetrics.clips, help: HTTPMetrics.clipsHelp))
        return PrometheusRegistry(
            descriptions: descriptions,
            collectors: [
                ProcessMetrics.collector, { versionMetrics },
                { directory.map { DirectoryMetrics.families(of: $0.status) } ?? [] },
            ]
        )
    }

    /// The version of this program.
    static var versionMetrics: [MetricFamily] {
        [
            MetricFamily(
                "streamd_build_info",
                .gauge,
                help: "Always 1; the label is the version of streamd.",
                samples: [MetricSample(.integer(1), labels: [MetricLabel("version", Version.number)])]
            )
        ]
    }
}
