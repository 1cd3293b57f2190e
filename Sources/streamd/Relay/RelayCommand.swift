import ArgumentParser
import Logging
import NIOCore
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
            The relay keeps the last seconds of every stream, so that a viewer who joins
            sees a picture at once. A viewer who falls further behind than --max-latency
            jumps to the newest random access point and does not affect the others.

            It listens on this machine only unless told otherwise. An address that other
            machines can reach needs --token-file (or a key for JWTs), which says who may
            publish and watch, or --open, which lets everybody in.

            Every flag is also a key of the file that --config names, without its hyphens
            (max-viewers: 100), and an environment variable (STREAMD_MAX_VIEWERS=100).
            Flags win over variables, and variables over the file. Only the file has
            settings for streams by their names (streams:), and only the environment has
            lines of tokens (STREAMD_TOKENS), as the token file has them.

            The relay reads its files again when they change, and on SIGHUP; connections
            stay. On SIGTERM and SIGINT it says goodbye to all clients first; a second
            signal ends it at once.

              streamd relay
              streamd relay --listen 0.0.0.0:7450 --open
              streamd relay --config relay.yaml
            """
    )

    @OptionGroup var flags: RelayFlags

    @Flag(help: "Say 'ok', or all that is wrong with the settings and the files that they name, and end.")
    var checkConfig = false

    func run() async throws {
        try await reportingFailures {
            let sockets = try RelaySockets.inherited()
            let sources = SettingsSources(
                flags: flags.values,
                environment: ProcessInfo.processInfo.environment,
                inherited: sockets.addresses
            )
            guard !checkConfig else {
                try sources.check()
                return print("ok")
            }
            let reading = try sources.read()
            let parts = try RelayParts(
                reading.settings,
                socket: sockets.relay,
                descriptorLimit: FileDescriptors.allowAll()
            )
            try await serve(parts, LiveSettings(reading, from: sources, of: parts), adminSocket: sockets.admin)
        }
    }

    /// Runs all parts until a signal or an operator ends them.
    private func serve(_ parts: RelayParts, _ settings: LiveSettings, adminSocket: ListeningSocket?) async throws {
        SystemMemory.prepare()
        var services: [ServiceGroupConfiguration.ServiceConfiguration] = []
        // The last is stopped first, so that health and metrics are told while the relay drains.
        if let admin = parts.adminService(settings, socket: adminSocket) { services.append(admin) }
        if let certificate = parts.certificate { services.append(.init(service: certificate)) }
        services += [
            .init(service: settings),
            // It also ends where an operator has drained it.
            .init(service: parts.relay, successTerminationBehavior: .gracefullyShutdownGroup),
            .init(service: LastSignal()),
        ]
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services,
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: Logger(label: "streamd.services") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        async let serving: Void = group.run()
        await parts.announce()
        try await serving
        parts.logger.notice("stopped")
        try await parts.group.shutdownGracefully()
        try await parts.adminGroup.shutdownGracefully()
    }
}

/// From the first signal on, the next one ends the program at once.
private struct LastSignal: Service {
    func run() async throws {
        try? await gracefulShutdown()
        ServiceNotification.stopping()
        Signals.restoreDefaults()
    }
}

extension RelayError: EndsCommand {
    var failure: Failure { Failure(.unavailable, description) }
}

extension AdminError: EndsCommand {
    var failure: Failure { Failure(.unavailable, description) }
}
