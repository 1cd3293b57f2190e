import ArgumentParser
import CoreMetrics
import Logging
import NIOCore
import NIOPosix
import PrometheusMetrics
import ServiceLifecycle
import StreamHTTP
import StreamRelay
import UnixSignals

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct RelayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay",
        abstract: "Fan streams out from their publishers to their viewers.",
        discussion: """
            Keeps the last seconds of every stream, so that whoever joins sees a picture at once. A viewer who falls
            further behind than --max-latency jumps to the newest random access point and costs nobody else anything.

            Listens on this machine only unless told otherwise; an address that others can reach needs --token-file
            (or a key for JWTs) to say who may publish and watch, or --open for everybody.

              streamd relay
              streamd relay --listen 0.0.0.0:7450 --open
              streamd relay --config relay.yaml

            Every flag but --check-config is also a key of that file, without its hyphens (max-viewers: 100), and an
            environment variable (STREAMD_MAX_VIEWERS=100). Flags win over variables, and these over the file.
            The file is read again when it changes, and on SIGHUP; nobody is dropped for it.
            """
    )

    @OptionGroup var flags: RelayFlags

    @Flag(help: "Say what is wrong with the settings and the files they name, or 'ok', and end.")
    var checkConfig = false

    func run() async throws {
        try await reportingFailures {
            let sources = SettingsSources(flags: flags.values, environment: ProcessInfo.processInfo.environment)
            let settings: RelaySettings
            do throws(SettingsMistakes) {
                settings = try sources.read()
            } catch {
                throw error.failure
            }
            guard !checkConfig else { return print("ok") }
            try await serve(settings)
        }
    }

    private func serve(_ settings: RelaySettings) async throws {
        let log = RelayLog(settings.logFormat, settings.logLevel)
        let logger = log.logger("streamd.relay")
        FileDescriptors.allowAll()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: settings.threads ?? System.coreCount)
        let certificate = try RelayCertificate.open(settings, logger)
        let metrics = PrometheusRegistry.forRelay()
        MetricsSystem.bootstrap(metrics)
        let relay = Relay(
            configuration: settings.relayConfiguration,
            doors: Doors(tls: certificate, http: HTTPService()),
            group: group,
            name: Version.clientName,
            logger: logger
        )
        let services = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                // The last one is stopped first, so that health is told while the relay drains.
                services: [
                    certificate.map { .init(service: $0) },
                    settings.adminService(relay.control, admission: nil, metrics: metrics, log: log).map {
                        .init(
                            service: $0,
                            // Several relays on one machine need not be told each a place of its own.
                            failureTerminationBehavior: settings.admin == RelaySettings().admin
                                ? .ignore : .gracefullyShutdownGroup
                        )
                    },
                    // An operator may have drained it.
                    .init(service: relay, successTerminationBehavior: .gracefullyShutdownGroup),
                ].compactMap(\.self),
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: Logger(label: "streamd.relay") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        async let serving: Void = services.run()
        if let address = try? await relay.address {
            logger.notice("listening", metadata: ["address": "\(address.ipAddress ?? ""):\(address.port ?? 0)"])
        }
        do {
            try await serving
        } catch let error as RelayError {
            throw Failure(.unavailable, error.description)
        } catch let error as AdminError {
            throw Failure(.unavailable, error.description)
        }
        logger.notice("stopped")
        try await group.shutdownGracefully()
    }
}
