import Logging
import ServiceLifecycle
import StreamRelay

/// A relay for the programs of this machine, which all may publish and watch, without TLS.
///
///     swift run MinimalRelay [PORT]
///     streamd publish test: --to 127.0.0.1:7450/live
///     swift run Watcher 127.0.0.1:7450/live | ffplay -
@main
struct MinimalRelay {
    static func main() async throws {
        let logger = Logger(label: "relay")
        var configuration = RelayConfiguration()
        let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 7450
        configuration.listener = .address(host: "127.0.0.1", port: port)
        let relay = Relay(configuration: configuration, logger: logger)
        let services = ServiceGroup(services: [relay], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        async let serving: Void = services.run()
        let address = try await relay.address.endpoint
        logger.notice("listening", metadata: ["address": "\(address)"])
        try await serving
    }
}
