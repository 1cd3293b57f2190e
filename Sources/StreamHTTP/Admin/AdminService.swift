import Logging
import NIOCore
import NIOExtras
import NIOPosix
import ServiceLifecycle
import StreamRelay
import Synchronization

/// A listener of its own for those who run a relay: health, metrics, what goes on, and how to end it.
///
/// Speaks HTTP/1.1, with the relay's certificate and without, and tells by the first byte which it is. As the first of a
/// service group it is the last to stop, and answers while the relay drains.
public final class AdminService: Service, Sendable {
    /// Connections at a time: scrapers, probes and a few people. For one more, the one that has been silent for longest
    /// is closed.
    public static let connections = 64
    /// Connections that the system keeps until the listener accepts them: as many as probes, scrapers and a flood of
    /// strangers bring in the milliseconds that the event loop may be busy.
    static let backlog: CInt = 512

    private let listener: RelayConfiguration.Listener
    private let tls: (any TLSDoor)?
    private let access: AdminAccess
    private let desk: AdminDesk
    /// One serves all connections: they are few, and what takes long is done elsewhere.
    private let eventLoop: any EventLoop
    private let listening: EventLoopPromise<SocketAddress>
    private let wasRun = Atomic(false)

    /// - Parameters:
    ///   - tls: Encrypts for those who ask for it; `nil` where there is no certificate.
    ///   - metrics: Renders what `GET /metrics` answers, in Prometheus' text format 0.0.4.
    ///   - group: One of its event loops serves the listener. It should not be the relay's, so that a relay that hangs
    ///     can be told.
    public init(
        listener: RelayConfiguration.Listener,
        tls: (any TLSDoor)? = nil,
        access: AdminAccess,
        relay: RelayControl,
        metrics: @escaping @Sendable () -> String,
        actions: AdminActions,
        group: MultiThreadedEventLoopGroup = .singleton,
        logger: Logger
    ) {
        self.listener = listener
        self.tls = tls
        self.access = access
        eventLoop = group.next()
        desk = AdminDesk(relay: relay, metrics: metrics, actions: actions, logger: logger)
        listening = eventLoop.makePromise()
    }

    deinit {
        // Nobody is to wait for a listener that was never run.
        if !wasRun.load(ordering: .relaxed) { listening.fail(AdminError.listeningEnded) }
    }

    /// The address that it listens on, once it does.
    public var address: SocketAddress {
        get async throws { try await listening.futureResult.get() }
    }

    /// Listens and serves until it is told to stop; what is being answered then is answered.
    ///
    /// - Throws: ``AdminError`` or ``RelayError`` where it may or can not listen.
    public func run() async throws {
        wasRun.store(true, ordering: .relaxed)
        let quiescing = ServerQuiescingHelper(group: eventLoop)
        let server: any Channel
        do {
            server = try await listen(quiescing)
        } catch {
            desk.logger.warning("no admin listener", metadata: ["reason": "\(error)"])
            listening.fail(error)
            throw error
        }
        listening.completeWith(server.localAddress.map { .success($0) } ?? .failure(AdminError.noAddress))
        let drain = Drain(of: server, on: eventLoop) {
            let closed = server.eventLoop.makePromise(of: Void.self)
            quiescing.initiateShutdown(promise: closed)
            return closed.futureResult
        }
        await withTaskCancellationOrGracefulShutdownHandler {
            _ = try? await server.closeFuture.get()
        } onCancelOrGracefulShutdown: {
            drain.begin()
        }
        let wasAskedTo = !drain.begin()
        await drain.isDone()
        guard wasAskedTo else { throw AdminError.listeningEnded }
    }

    private func listen(_ quiescing: ServerQuiescingHelper) async throws -> any Channel {
        try checkReach()
        do {
            let connections = try await eventLoop.submit { [desk, eventLoop] in
                NIOLoopBound(
                    AdminConnections(
                        capacity: Self.connections,
                        reserve: desk.relay.reservedDescriptors,
                        logger: desk.logger
                    ),
                    eventLoop: eventLoop
                )
            }.get()
            return try await ServerBootstrap(group: eventLoop)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelInitializer { [tls, access, desk] channel in
                    channel.eventLoop.makeCompletedFuture {
                        let connection = connections.value.open(channel)
                        try channel.pipeline.syncOperations.addHandlers(
                            connection,
                            AdminDoor(tls: tls, access: access, desk: desk, connection: connection)
                        )
                    }
                }
                .start(listener, backlog: Self.backlog) {
                    [AcceptErrorHandler(connections.value), quiescing.makeServerChannelHandler(channel: $0)]
                }
        } catch {
            throw RelayError.cannotListen(listener, because: error)
        }
    }

    /// Where nobody needs a token, nobody from elsewhere may get in. Whoever hands over a socket has to see to that.
    private func checkReach() throws {
        guard case .thisMachine = access, case .address(let host, let port) = listener else { return }
        let address: SocketAddress
        do {
            address = try SocketAddress.makeAddressResolvingHost(host, port: port)
        } catch {
            throw RelayError.cannotListen(listener, because: error)
        }
        guard address.isLoopback else { throw AdminError.reachable(address) }
    }
}

/// Why the admin listener does not listen.
public struct AdminError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence that says what to do.
    public let description: String

    static func reachable(_ address: SocketAddress) -> AdminError {
        AdminError(
            description: "Others can reach the admin listener at \(address.endpoint), and nobody would need a token; "
                + "give the relay tokens or --open, or listen on 127.0.0.1."
        )
    }

    static let listeningEnded = AdminError(
        description: "The system closed the admin listener's socket; start the relay again."
    )
    static let noAddress = AdminError(description: "The admin listener has no address; this is a fault of the relay.")
}
