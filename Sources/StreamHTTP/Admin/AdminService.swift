import Logging
import NIOCore
import NIOExtras
import NIOPosix
import Platform
import ServiceLifecycle
import StreamRelay

/// The admin listener: health, metrics, lists of streams and connections, and control of the relay.
///
/// It serves HTTP/1.1 with and without TLS, which it detects by the first byte. As the first service of a group it is
/// the last to stop, so that it answers while the relay drains.
public final class AdminService: Service, Sendable {
    /// The most connections, enough for scrapers, probes and a few people. For one more, the connection that has been
    /// idle for longest is closed.
    public static let maximumConnections = 64
    /// Connections that the system keeps until the listener accepts them: those that probes, scrapers and a flood open in
    /// the milliseconds that the event loop may be busy.
    static let backlog: CInt = 512

    private let listener: RelayConfiguration.Listener
    private let tls: (any TLSProvider)?
    private let access: AdminAccess
    private let controller: any AdminResponder
    private let isOptional: Bool
    /// One event loop serves all connections: they are few, and slow work is done elsewhere.
    private let eventLoop: any EventLoop
    private let listening: EventLoopPromise<SocketAddress>
    private let wasRun = Atomic(false)

    /// - Parameters:
    ///   - tls: Makes the handlers of TLS; `nil` if there is no certificate.
    ///   - metrics: Renders the response to `GET /metrics`, in Prometheus' text format 0.0.4.
    ///   - group: One of its event loops serves the listener. It should not be the relay's group, so that the listener
    ///     can report a relay that hangs.
    ///   - isOptional: Whether the program goes on if the listener cannot start: then the log says why.
    public convenience init(
        listener: RelayConfiguration.Listener,
        tls: (any TLSProvider)? = nil,
        access: AdminAccess,
        relay: RelayControl,
        metrics: @escaping @Sendable () -> String,
        actions: AdminActions,
        group: MultiThreadedEventLoopGroup = .singleton,
        isOptional: Bool = true,
        logger: Logger
    ) {
        let controller = AdminController(relay: relay, metrics: metrics, actions: actions, logger: logger)
        self.init(
            listener: listener,
            tls: tls,
            access: access,
            controller: controller,
            group: group,
            isOptional: isOptional
        )
    }

    /// The listener of a recorder, which only this machine can reach.
    ///
    /// - Parameters:
    ///   - metrics: Renders the response to `GET /metrics`, in Prometheus' text format 0.0.4.
    ///   - recordings: Returns the state of the recorder.
    ///   - setRecording: Switches a stream on or off; returns whether it is known.
    package convenience init(
        listener: RelayConfiguration.Listener,
        metrics: @escaping @Sendable () -> String,
        recordings: @escaping @Sendable () -> RecordingsDocument,
        setRecording: @escaping @Sendable (StreamName, Bool) -> Bool,
        group: MultiThreadedEventLoopGroup = .singleton,
        isOptional: Bool = true,
        logger: Logger
    ) {
        let controller = RecorderAdminController(
            metrics: metrics,
            recordings: recordings,
            setRecording: setRecording,
            logger: logger
        )
        self.init(
            listener: listener,
            tls: nil,
            access: .thisMachine,
            controller: controller,
            group: group,
            isOptional: isOptional
        )
    }

    private init(
        listener: RelayConfiguration.Listener,
        tls: (any TLSProvider)?,
        access: AdminAccess,
        controller: any AdminResponder,
        group: MultiThreadedEventLoopGroup,
        isOptional: Bool
    ) {
        self.isOptional = isOptional
        self.listener = listener
        self.tls = tls
        self.access = access
        self.controller = controller
        eventLoop = group.next()
        listening = eventLoop.makePromise()
    }

    deinit {
        // Callers must not wait for a listener that was never run.
        if !wasRun.load(ordering: .relaxed) { listening.fail(AdminError.listeningEnded) }
    }

    /// The address that it listens on. Waits until it listens.
    public var address: SocketAddress {
        get async throws { try await listening.futureResult.get() }
    }

    /// Listens and serves until the service is stopped. Requests that are being answered then are answered.
    ///
    /// - Throws: ``AdminError`` or ``RelayError`` if it must not or cannot listen.
    public func run() async throws {
        wasRun.store(true, ordering: .relaxed)
        let quiescing = ServerQuiescingHelper(group: eventLoop)
        let server: any Channel
        do {
            server = try await listen(quiescing)
        } catch {
            if isOptional { controller.logger.warning("admin listener not started", metadata: ["reason": "\(error)"]) }
            listening.fail(error)
            throw error
        }
        listening.completeWith(server.localAddress.map { .success($0) } ?? .failure(AdminError.noAddress))
        let drain = Drain(of: server, on: eventLoop) { _ in
            let closed = server.eventLoop.makePromise(of: Void.self)
            quiescing.initiateShutdown(promise: closed)
            return closed.futureResult
        }
        guard await drain.run() else { throw AdminError.listeningEnded }
    }

    private func listen(_ quiescing: ServerQuiescingHelper) async throws -> any Channel {
        try checkReachability()
        do {
            let connections = try await eventLoop.submit { [controller, eventLoop] in
                NIOLoopBound(
                    AdminConnections(
                        capacity: Self.maximumConnections,
                        reserve: controller.reserve,
                        logger: controller.logger
                    ),
                    eventLoop: eventLoop
                )
            }.get()
            return try await ServerBootstrap(group: eventLoop)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelInitializer { [tls, access, controller] channel in
                    channel.eventLoop.makeCompletedFuture {
                        let connection = connections.value.open(channel)
                        try channel.pipeline.syncOperations.addHandlers(
                            connection,
                            AdminProtocolDetector(
                                tls: tls,
                                access: access,
                                controller: controller,
                                connection: connection
                            )
                        )
                    }
                }
                .start(listener, backlog: Self.backlog) { [controller] channel in
                    let pause = AcceptErrorHandler(connections.value) { controller.areDescriptorsFew }
                    return [pause, quiescing.makeServerChannelHandler(channel: channel)]
                }
        } catch {
            throw RelayError.cannotListen(listener, because: error)
        }
    }

    /// If no token is needed, only this machine may reach the listener. For an inherited socket, the operator is
    /// responsible.
    private func checkReachability() throws {
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

/// Why the admin listener must not listen, or has ended.
public struct AdminError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error. Later versions may add more, so a `switch` over it needs a default.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code, stable across versions.
        public let description: String

        /// Other machines can reach the listener, and no token is needed.
        public static let reachable = Code(description: "reachable")
        /// The system has closed the listening socket.
        public static let listeningEnded = Code(description: "listening-ended")
        /// The listening socket has no address.
        public static let noAddress = Code(description: "no-address")
    }

    /// The kind of the error.
    public let code: Code
    /// One sentence that says what is wrong and what to do.
    public let reason: String

    private init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The reason.
    public var description: String { reason }

    static func reachable(_ address: SocketAddress) -> AdminError {
        AdminError(
            .reachable,
            "Other machines can reach the admin listener at \(address.endpoint), which needs no token; "
                + "give the relay tokens, open it to all, or listen on 127.0.0.1."
        )
    }

    static let listeningEnded = AdminError(
        .listeningEnded,
        "The system closed the admin listener's socket; start the relay again."
    )
    static let noAddress = AdminError(
        .noAddress,
        "The admin listener has no address; this is a fault of the relay."
    )
}
