import CoreMetrics
import Logging
import NIOCore
import NIOPosix
import StreamClient
import StreamProtocol
import StreamRelay
import Synchronization

/// A relay on this machine that runs while a test does.
public struct RunningRelay: Sendable {
    /// The relay, whose address is known.
    public let relay: Relay
    /// The TCP port that it listens on; 0 for a socket of another kind.
    public let port: Int
    /// The relay's event loops.
    public let group: MultiThreadedEventLoopGroup
    /// What serves other protocols than the relay's own.
    public let protocolHandlers: ProtocolHandlers

    private static let portsToRestart = Mutex(Array(6_000..<10_000).shuffled())

    /// A port for a relay that ends and starts again. Unlike a port that the system chose, no other relay gets it
    /// meanwhile.
    public static func portToRestart() -> Int { portsToRestart.withLock { $0.removeLast() } }

    /// The relay as its operators see it.
    public var control: RelayControl { relay.control }

    /// Runs a relay for as long as `body` runs, and stops it however that ends.
    ///
    /// - Parameters:
    ///   - port: The port to listen on at 127.0.0.1; 0 takes a free one.
    ///   - threads: The number of its event loops.
    ///   - tls: Makes it serve TLS.
    ///   - http: Makes it serve HTTP.
    ///   - upstream: Takes streams from other relays.
    ///   - publications: Tells other relays of its publishers.
    ///   - configure: Changes the defaults, with which it listens at `port` and fans out as the tests say.
    /// - Returns: The result of `body`.
    @discardableResult
    public static func run<Result>(
        port: Int = 0,
        threads: Int = 2,
        admission: any Admission = OpenAdmission(),
        tls: (any TLSProvider)? = nil,
        http: (any HTTPProvider)? = nil,
        upstream: (any UpstreamProvider)? = nil,
        publications: (any PublicationRegistrar)? = nil,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        logger: Logger = .silent,
        configure: (inout RelayConfiguration) -> Void = { _ in },
        _ body: (RunningRelay) async throws -> Result
    ) async throws -> Result {
        var configuration = RelayConfiguration()
        configuration.listener = .address(host: "127.0.0.1", port: port)
        configuration.fanOut = .underTest
        // A busy machine may stop for longer than the defaults. A test that is about a time limit sets a short one.
        configuration.stream.logDuration = .minutes(10)
        configuration.stream.maximumLatency = .minutes(10)
        configuration.pingInterval = .minutes(10)
        configuration.limits.handshake = .minutes(10)
        configuration.limits.upstreamWelcome = .minutes(10)
        configuration.limits.stall = .minutes(10)
        configuration.limits.refusal = .minutes(10)
        configure(&configuration)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: threads)
        let protocolHandlers = ProtocolHandlers(tls: tls, http: http, upstream: upstream, publications: publications)
        let relay = Relay(
            configuration: configuration,
            admission: admission,
            protocolHandlers: protocolHandlers,
            group: group,
            metrics: metrics,
            logger: logger
        )
        let serving = Task { try await relay.run() }
        let outcome: Swift.Result<Result, any Error>
        do {
            let port = try await relay.address.port ?? 0
            let running = RunningRelay(relay: relay, port: port, group: group, protocolHandlers: protocolHandlers)
            outcome = .success(try await body(running))
        } catch {
            outcome = .failure(error)
        }
        serving.cancel()
        let end = await serving.result
        try await group.shutdownGracefully()
        let result = try outcome.get()
        try end.get()
        return result
    }

    /// A client's configuration for a stream on it, with short pauses between attempts to connect.
    public func client(
        _ stream: String = "live",
        host: String = "127.0.0.1",
        instance: InstanceID = .random(),
        token: AccessToken? = nil
    ) throws -> ClientConfiguration {
        var configuration = ClientConfiguration(try RelayAddress("\(host):\(port)/\(stream)"))
        configuration.instance = instance
        configuration.token = token
        configuration.connectTimeout = .seconds(600)
        configuration.finishStall = .seconds(600)
        configuration.backoff = Backoff(minimum: .milliseconds(5), maximum: .milliseconds(50))
        return configuration
    }
}

extension Logger {
    /// Discards everything.
    public static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}
