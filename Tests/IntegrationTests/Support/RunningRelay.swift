import CoreMetrics
import FanOutUnderTest
import Logging
import NIOCore
import NIOPosix
import StreamClient
import StreamProtocol
import StreamRelay

/// A relay that runs while a test does.
struct RunningRelay: Sendable {
    /// Where it listens.
    let port: Int
    /// The relay as its operators see it.
    let control: RelayControl

    /// A client's configuration for a stream on it, with short waits.
    func client(_ stream: String = "live", instance: InstanceID = .random()) throws -> ClientConfiguration {
        var configuration = ClientConfiguration(try RelayAddress("127.0.0.1:\(port)/\(stream)"))
        configuration.instance = instance
        configuration.backoff = Backoff(minimum: .milliseconds(5), maximum: .milliseconds(50))
        return configuration
    }

    /// Runs a relay on a free port, or the one given, for as long as `body` runs, on two event loops.
    static func run(
        port: Int = 0,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        configure: (inout RelayConfiguration) -> Void = { _ in },
        _ body: (RunningRelay) async throws -> Void
    ) async throws {
        var configuration = RelayConfiguration()
        configuration.listener = .address(host: "127.0.0.1", port: port)
        configuration.fanOut = .underTest
        configure(&configuration)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
        let relay = Relay(
            configuration: configuration,
            group: group,
            metrics: metrics,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let serving = Task { try await relay.run() }
        do {
            try await body(RunningRelay(port: try await relay.address.port ?? 0, control: relay.control))
        } catch {
            serving.cancel()
            _ = await serving.result
            try await group.shutdownGracefully()
            throw error
        }
        serving.cancel()
        try await serving.value
        try await group.shutdownGracefully()
    }
}
