import ArgumentParser
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import StreamRelay
import UnixSignals

struct RelayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay",
        abstract: "Fan streams out from their publishers to their viewers.",
        discussion: """
            Keeps the last seconds of every stream, so that whoever joins sees a picture at once. A viewer who falls
            further behind than --max-latency jumps to the newest random access point and costs nobody else anything.

            Listens on this machine only unless told otherwise; an address that others can reach needs --open as
            well, because everybody may then publish and watch.

              streamd relay
              streamd relay --listen 0.0.0.0:7450 --open
            """
    )

    @Option(help: ArgumentHelp("Where to listen.", valueName: "host:port"))
    var listen = ListenAddress(host: "127.0.0.1", port: 7450)

    @Flag(help: "Let everybody who can reach the relay publish and watch.")
    var open = false

    @Option(help: ArgumentHelp("How long frames are kept that no late joiner needs.", valueName: "seconds"))
    var logSeconds = TimeSpan(seconds: 10)

    @Option(help: ArgumentHelp("The most that one stream may keep.", valueName: "bytes"))
    var logBytes = ByteCount(64 << 20)

    @Option(help: ArgumentHelp("How far behind a viewer may fall; viewers may ask for less.", valueName: "time"))
    var maxLatency = TimeSpan(seconds: 2)

    @Option(help: ArgumentHelp("How often connections are asked for a sign of life.", valueName: "time"))
    var pingInterval = TimeSpan(seconds: 5)

    @Option(help: ArgumentHelp("Connections in all.", valueName: "count"))
    var maxConnections = RelayLimits().all.connections

    @Option(help: ArgumentHelp("Streams in all.", valueName: "count"))
    var maxStreams = RelayLimits().all.streams

    @Option(help: ArgumentHelp("Viewers of one stream.", valueName: "count"))
    var maxViewers = StreamSettings().viewers

    @Option(help: ArgumentHelp("The longest frame that a publisher may send.", valueName: "bytes"))
    var maxFrameBytes = ByteCount(RelayLimits().frameLength)

    @Option(help: ArgumentHelp("Event loops; one a core unless given.", valueName: "count"))
    var threads: Int?

    @Option(help: ArgumentHelp("trace, debug, info, notice, warning, error or critical.", valueName: "level"))
    var logLevel = Logger.Level.info

    func validate() throws {
        guard open || listen.isLoopback else {
            throw ValidationError(
                "\(listen) can be reached from outside, so everybody could publish and watch. "
                    + "Give --open if that is meant, or listen on 127.0.0.1."
            )
        }
        guard threads.map({ (1...256).contains($0) }) ?? true else {
            throw ValidationError("--threads takes a number from 1 to 256.")
        }
        guard pingInterval.nanoseconds >= 100_000_000 else {
            throw ValidationError("--ping-interval takes 100ms or more.")
        }
        guard (1...(1 << 30)).contains(maxFrameBytes.bytes), logBytes.bytes >= maxFrameBytes.bytes else {
            throw ValidationError("--max-frame-bytes takes 1 byte to 1GiB, and --log-bytes at least as much.")
        }
        guard maxConnections > 0, maxStreams > 0, maxViewers > 0 else {
            throw ValidationError("--max-connections, --max-streams and --max-viewers take 1 or more.")
        }
    }

    func run() async throws {
        try await reportingFailures {
            var logger = Logger(label: "streamd.relay", factory: { StreamLogHandler.standardError(label: $0) })
            logger.logLevel = logLevel
            FileDescriptors.allowAll()
            let group = MultiThreadedEventLoopGroup(numberOfThreads: threads ?? System.coreCount)
            let relay = Relay(configuration: relayConfiguration, group: group, name: Version.clientName, logger: logger)
            let services = ServiceGroup(
                services: [relay],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: Logger(label: "streamd.relay") { _ in SwiftLogNoOpLogHandler() }
            )
            async let serving: Void = services.run()
            if let address = try? await relay.address {
                logger.notice(
                    "listening",
                    metadata: ["address": "\(address.ipAddress ?? listen.host):\(address.port ?? 0)"]
                )
            }
            do {
                try await serving
            } catch let error as RelayError {
                throw Failure(.unavailable, error.description)
            }
            logger.notice("stopped")
            try await group.shutdownGracefully()
        }
    }

    private var relayConfiguration: RelayConfiguration {
        var configuration = RelayConfiguration()
        configuration.host = listen.host
        configuration.port = listen.port
        configuration.stream.logDuration = logSeconds.timeAmount
        configuration.stream.logBytes = logBytes.bytes
        configuration.stream.maximumLatency = maxLatency.timeAmount
        configuration.pingInterval = pingInterval.timeAmount
        configuration.limits.all.connections = maxConnections
        configuration.limits.all.streams = maxStreams
        configuration.stream.viewers = maxViewers
        configuration.limits.frameLength = maxFrameBytes.bytes
        return configuration
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
