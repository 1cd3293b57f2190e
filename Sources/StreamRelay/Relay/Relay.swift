import CoreMetrics
import Logging
import NIOCore
import NIOPosix
import Platform
import ServiceLifecycle
import StreamProtocol

/// A relay: listens, and sends streams from their publishers to their viewers.
///
/// Runs as a service: ``run()`` listens until its task is cancelled or shut down gracefully, and then says goodbye on
/// all connections first.
public final class Relay: Service, Sendable {
    /// Connections that the system queues while the relay is busy: a thousand viewers may arrive at once.
    static let backlog: CInt = 4096
    /// Bytes that NIO may hold for a viewer before its cursor pauses.
    static let writeBuffer = ChannelOptions.Types.WriteBufferWaterMark(low: 16 * 1024, high: 32 * 1024)
    /// Bytes that the system may hold unsent for a viewer. Without a limit it takes megabytes, many seconds of video,
    /// and the decision to skip would come too late.
    static let unsentBytes: ChannelOptions.Types.SocketOption.Value = 32 * 1024
    /// The same for a viewer with a batch interval. The frames of a batch, such as a third of a second of 3 Mbit/s,
    /// should fit.
    static let unsentBytesOfBatch: ChannelOptions.Types.SocketOption.Value = 128 * 1024

    let core: RelayCore
    private let group: MultiThreadedEventLoopGroup
    private let listening: EventLoopPromise<SocketAddress>
    private let wasRun = Atomic(false)

    /// - Parameters:
    ///   - group: Serves the connections. The caller shuts it down, after ``run()`` has returned.
    ///   - name: The relay's name in its welcomes.
    ///   - metrics: Receives the metrics of ``RelayMetric``.
    public init(
        configuration: RelayConfiguration,
        admission: any Admission = OpenAdmission(),
        protocolHandlers: ProtocolHandlers = ProtocolHandlers(),
        group: MultiThreadedEventLoopGroup = .singleton,
        name: String = "streamd",
        metrics: any MetricsFactory = MetricsSystem.factory,
        logger: Logger
    ) {
        self.group = group
        core = RelayCore(
            configuration: configuration,
            admission: admission,
            protocolHandlers: protocolHandlers,
            name: name,
            metrics: RelayMetrics(metrics),
            logger: logger
        )
        listening = group.next().makePromise()
    }

    deinit {
        // Callers must not wait for a relay that was never run.
        if !wasRun.load(ordering: .relaxed) { listening.fail(RelayError.listeningEnded) }
    }

    /// The address that the relay listens on, as soon as it listens. Its `endpoint` is what clients connect to, such as
    /// `127.0.0.1:7450`.
    ///
    /// - Throws: The ``RelayError`` of ``run()`` if it does not listen.
    public var address: SocketAddress {
        get async throws(RelayError) {
            do {
                return try await listening.futureResult.get()
            } catch {
                throw .eventLoopsEnded(error)
            }
        }
    }

    /// The relay as its operators see it.
    public var control: RelayControl { RelayControl(core) }

    /// Replaces the configuration, except for the listener with its congestion control, and the fan-out. Connections
    /// that exceed the new limits stay.
    public func apply(_ configuration: RelayConfiguration) {
        core.apply(configuration)
    }

    /// Listens and serves until it is shut down. Can be called once.
    ///
    /// - Throws: ``RelayError`` if the relay cannot listen on the address, this system does not support the configured
    ///   fan-out or congestion control, or the relay was run before.
    public func run() async throws(RelayError) {
        guard !wasRun.exchange(true, ordering: .relaxed) else { throw .alreadyRun }
        let loops: RelayLoops
        do {
            loops = try await RelayLoops.start(on: group, core: core)
        } catch {
            let failure = RelayError.eventLoopsEnded(error)
            listening.fail(failure)
            throw failure
        }
        let server: any Channel
        do {
            server = try await listen(loops: loops)
        } catch {
            let failure = RelayError.cannotListen(core.configuration.listener, because: error)
            listening.fail(failure)
            try await stop(loops)
            throw failure
        }
        let drain = Drain(of: server, on: group, notice: { [core] in core.setting { $0.drainNotice } }) { handsOver in
            loops.drain(on: server.eventLoop, handsOver: handsOver)
        }
        core.begin(loops, drain)
        defer { core.end() }
        listening.completeWith(server.localAddress.map { .success($0) } ?? .failure(RelayError.noAddress))
        // Every session closes itself a moment after its goodbye, so this returns.
        let wasRequested = await drain.run()
        await core.pulls.stop()
        try await stop(loops)
        guard wasRequested else { throw .listeningEnded }
    }

    private func stop(_ loops: RelayLoops) async throws(RelayError) {
        do {
            try await loops.stop()
        } catch {
            throw .eventLoopsEnded(error)
        }
    }

    /// The connections that the listener accepts inherit it.
    private static func boundRetransmission(of listener: any Channel) throws {
        _ = try listener.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            Retransmission.boundWait(of: $0)
        }
    }

    private func listen(loops: RelayLoops) async throws -> any Channel {
        return try await ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.notSentLowWater, value: Self.unsentBytes)
            .childChannelOption(.recvAllocator, value: TransientReceiveAllocator())
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.writeBufferWaterMark, value: Self.writeBuffer)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard let loop = loops[channel.eventLoop] else { throw RelayError.noAddress }
                    try channel.pipeline.syncOperations.addHandler(ProtocolDetectionHandler(loop: loop))
                }
            }
            .start(core.configuration.listener, backlog: Self.backlog) { [core] listener in
                try core.configuration.congestionControl?.select(for: listener)
                try Self.boundRetransmission(of: listener)
                return [AcceptErrorHandler(RelayExhaustionPolicy(core)) { core.descriptors.areFew }]
            }
    }
}

extension ChannelOption where Self == ChannelOptions.Types.SocketOption {
    static var notSentLowWater: Self { Self(level: .tcp, name: .init(rawValue: TCPOption.notSentLowWater)) }
}
