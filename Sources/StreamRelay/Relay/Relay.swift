import CoreMetrics
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import StreamProtocol
import Synchronization

/// A relay: listens, and fans streams out from their publishers to their viewers.
///
/// Runs as a service: ``run()`` listens until its task is cancelled or shut down gracefully, which says goodbye to
/// everybody first.
public final class Relay: Service, Sendable {
    /// Connections that the system keeps for the relay while it is busy: a thousand viewers may come at once.
    static let backlog: CInt = 4096
    /// Bytes that NIO may hold for a viewer before it stops asking its cursor.
    static let writeBuffer = ChannelOptions.Types.WriteBufferWaterMark(low: 16 * 1024, high: 32 * 1024)
    /// Bytes that the system may hold unsent for a viewer. Without a bound it takes megabytes, which are many seconds
    /// of video, and the decision to skip would come too late.
    static let unsentBytes: ChannelOptions.Types.SocketOption.Value = 32 * 1024
    /// The same for a viewer whose frames are gathered: what is sent at once, such as a third of a second of 3 Mbit/s,
    /// should find room.
    static let unsentBytesOfBatch: ChannelOptions.Types.SocketOption.Value = 128 * 1024

    let core: RelayCore
    private let group: MultiThreadedEventLoopGroup
    private let listening: EventLoopPromise<SocketAddress>
    private let wasRun = Atomic(false)

    /// - Parameters:
    ///   - group: Serves the connections. The caller shuts it down, after ``run()`` has returned.
    ///   - name: What the relay calls itself to clients.
    ///   - metrics: Told what ``RelayMetric`` lists.
    public init(
        configuration: RelayConfiguration,
        admission: any Admission = OpenAdmission(),
        doors: Doors = Doors(),
        group: MultiThreadedEventLoopGroup = .singleton,
        name: String = "streamd",
        metrics: any MetricsFactory = MetricsSystem.factory,
        logger: Logger
    ) {
        self.group = group
        core = RelayCore(
            configuration: configuration,
            admission: admission,
            doors: doors,
            name: name,
            metrics: RelayMetrics(metrics),
            logger: logger
        )
        listening = group.next().makePromise()
    }

    deinit {
        // Nobody is to wait for a relay that was never run.
        if !wasRun.load(ordering: .relaxed) { listening.fail(RelayError.listeningEnded) }
    }

    /// The address that the relay listens on, once it does.
    public var address: SocketAddress {
        get async throws { try await listening.futureResult.get() }
    }

    /// The relay as its operators see it.
    public var control: RelayControl { RelayControl(core) }

    /// From now on `configuration` holds, except for where the relay listens. Nobody who is connected is thrown out.
    public func apply(_ configuration: RelayConfiguration) {
        core.apply(configuration)
    }

    /// Listens and serves until it is told to stop.
    ///
    /// - Throws: ``RelayError`` when the address cannot be listened on, or frames not be fanned out as configured.
    public func run() async throws {
        wasRun.store(true, ordering: .relaxed)
        let loops: RelayLoops
        do {
            loops = try await RelayLoops.start(on: group, core: core)
        } catch {
            listening.fail(error)
            throw error
        }
        let server: any Channel
        do {
            server = try await listen(loops: loops)
        } catch {
            try await loops.stop()
            let failure = RelayError.cannotListen(core.configuration.listener, because: error)
            listening.fail(failure)
            throw failure
        }
        let drain = Drain(of: server, on: group) { loops.drain(on: server.eventLoop) }
        core.life.begin(loops, drain)
        defer { core.life.end() }
        listening.completeWith(server.localAddress.map { .success($0) } ?? .failure(RelayError.noAddress))
        let sweeping = sweep()
        await withTaskCancellationOrGracefulShutdownHandler {
            _ = try? await server.closeFuture.get()
        } onCancelOrGracefulShutdown: {
            drain.begin()
        }
        let wasAskedTo = !drain.begin()
        // Every session closes itself a moment after its goodbye, so this ends.
        await drain.isDone()
        sweeping.cancel()
        try await loops.stop()
        guard wasAskedTo else { throw RelayError.listeningEnded }
    }

    private func listen(loops: RelayLoops) async throws -> any Channel {
        return try await ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.notSentLowWater, value: Self.unsentBytes)
            .childChannelOption(.recvAllocator, value: PassingReceiveBuffer())
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.writeBufferWaterMark, value: Self.writeBuffer)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard let loop = loops[channel.eventLoop] else { throw RelayError.noAddress }
                    try channel.pipeline.syncOperations.addHandler(FrontDoor(loop: loop))
                }
            }
            .start(core.configuration.listener, backlog: Self.backlog) { [core] _ in
                [AcceptErrorHandler(RelayExhaustion(core))]
            }
    }

    private func sweep() -> RepeatedTask {
        let returns = MemoryReturns()
        return group.next().scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { [core] _ in
            core.report(core.peers.tidy(at: .now()))
            core.metrics.counted(core.registry.tidy(at: .now()))
            core.metrics.counted(core.memory)
            returns.look(at: core.memory.used)
        }
    }
}

extension ChannelOption where Self == ChannelOptions.Types.SocketOption {
    /// `TCP_NOTSENT_LOWAT` of Linux, which the C library's Swift overlay does not name.
    static var notSentLowWater: Self { Self(level: .tcp, name: .init(rawValue: 25)) }
}
