import ArgumentParser
import Logging
import NIOCore
import Platform
import ServiceLifecycle
import StreamCluster
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
        abstract: "Distribute streams from publishers to viewers.",
        discussion: """
            The relay keeps the last seconds of each stream, so that a new viewer gets a picture at once. A viewer \
            that falls behind by more than --max-latency skips to the newest random access point; the other viewers \
            are not affected.

            By default the relay accepts connections from this machine only. An address that other machines can reach \
            needs --tokens (or a key for JWTs), which lists the permissions of publishers and viewers, or --open, \
            which allows every client to publish and watch.

            Each flag is also a key of the settings file that --config names (max-viewers: 100) and an environment \
            variable (STREAMD_MAX_VIEWERS=100). Flags win over variables, and variables over the file. Only the file \
            has settings for streams by their names (streams:). Only the environment has lines of tokens \
            (STREAMD_TOKENS), in the form of the file that --tokens (STREAMD_TOKENS_FILE) names.

            The relay reads its files again when they change, and on SIGHUP; connections stay open. On SIGTERM and \
            SIGINT it asks all clients to leave and then ends; a second signal ends it at once.

              streamd relay
              streamd relay --listen 0.0.0.0:7450 --open
              streamd relay --config relay.yaml
            """
    )

    @OptionGroup var flags: RelayFlags

    @Flag(help: "Check the settings and the files that they name, print 'ok' or all errors, and end.")
    var checkConfig = false

    func run() async throws {
        try await reportingFailures {
            guard #available(macOS 15, iOS 18, *) else { throw Failure(.configuration, "The relay needs macOS 15.") }
            let sockets = try RelaySockets.inherited()
            let sources = SettingsSources(
                flags: flags.values,
                environment: ProcessInfo.processInfo.environment,
                inherited: sockets.addresses
            )
            guard !checkConfig else {
                for warning in try sources.check() { Terminal.printLine("streamd: \(warning)") }
                return print("ok")
            }
            let result = try sources.read()
            let components = try RelayComponents(
                result,
                socket: sockets.relay,
                descriptorLimit: Int(clamping: ResourceLimit.descriptors.raise() ?? .max)
            )
            try await serve(
                components,
                SettingsReloader(result, from: sources, of: components),
                adminSocket: sockets.admin
            )
        }
    }

    /// Runs all services until a signal or a drain ends them.
    @available(macOS 15, iOS 18, *)
    private func serve(
        _ components: RelayComponents,
        _ settings: SettingsReloader,
        adminSocket: ListeningSocket?
    ) async throws {
        SystemMemory.prepare()
        var services: [ServiceGroupConfiguration.ServiceConfiguration] = []
        // The group stops services in reverse order. Health and metrics stay available while the relay drains.
        if let admin = components.adminService(settings, socket: adminSocket) { services.append(admin) }
        if let certificate = components.certificate { services.append(.init(service: certificate)) }
        if let directory = components.directory { services.append(.init(service: directory)) }
        services += [
            .init(service: settings),
            // A drain through the admin listener also ends it.
            .init(service: components.relay, successTerminationBehavior: .gracefullyShutdownGroup),
            .init(service: ShutdownHandler()),
        ]
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services,
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: Logger(label: "streamd.services") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        async let serving: Void = group.run()
        await components.announce()
        try await serving
        components.logger.notice("stopped")
        try await components.group.shutdownGracefully()
        try await components.adminGroup.shutdownGracefully()
    }
}

/// After the first signal, restores the default action: a second signal ends the program at once.
private struct ShutdownHandler: Service {
    func run() async throws {
        try? await gracefulShutdown()
        ServiceNotification.stopping()
        Signals.restoreDefaults()
    }
}

extension RelayError: FailureConvertible {
    var failure: Failure {
        let hint =
            switch code {
            case .fanOutUnavailable: " (see --fan-out)"
            case .congestionControlUnavailable: " (see --congestion-control)"
            default: ""
            }
        return Failure(.unavailable, reason.sentence(with: hint))
    }
}

extension DirectoryError: FailureConvertible {
    var failure: Failure {
        switch code {
        case .unavailable: Failure(.unavailable, reason)
        case .refused: Failure(.refused, reason)
        default: Failure(.configuration, reason)
        }
    }
}

extension AdminError: FailureConvertible {
    var failure: Failure { Failure(.unavailable, reason) }
}
