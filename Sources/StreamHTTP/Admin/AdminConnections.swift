import Logging
import NIOCore
import StreamRelay

/// The connections of an admin listener. Used only on their event loop.
final class AdminConnections: ExhaustionPolicy {
    private var order: EvictionOrder
    private var connections: [UInt64: AdminConnection] = [:]
    private let reserve: DescriptorReserve
    private let logger: Logger

    /// - Parameter reserve: File descriptors for this listener's connections when the process has no others.
    init(capacity: Int, reserve: DescriptorReserve, logger: Logger) {
        order = EvictionOrder(capacity: capacity)
        self.reserve = reserve
        self.logger = logger
    }

    /// Adds a connection, and closes another one if there are too many.
    ///
    /// - Returns: The first handler of the connection's pipeline.
    func open(_ channel: any Channel) -> AdminConnection {
        let (id, evicted) = order.open(at: channel.eventLoop.now)
        let connection = AdminConnection(id: id, of: self)
        connections[id] = connection
        channel.closeFuture.assumeIsolated().whenComplete { [self] _ in closed(id) }
        if let evicted { close(evicted) }
        return connection
    }

    func recordActivity(_ id: UInt64, at now: NIODeadline) {
        order.recordActivity(id, at: now)
    }

    func setResponding(_ id: UInt64, _ isResponding: Bool, at now: NIODeadline) {
        order.setResponding(id, isResponding, at: now)
    }

    private func closed(_ id: UInt64) {
        order.closed(id)
        connections[id] = nil
        reserve.refill()
    }

    private func close(_ id: UInt64) {
        logger.debug("admin connection evicted", metadata: ["connections": "\(order.count)"])
        connections[id]?.close()
    }

    // MARK: Without descriptors

    /// Uses a reserved descriptor. If there is none, the connection that has been idle for longest is closed for its
    /// descriptor.
    func makeRoom() -> Bool {
        if reserve.release() { return true }
        guard let evicted = order.evict() else { return false }
        close(evicted)
        // Its descriptor is free already; what else a close causes happens later.
        return true
    }

    /// The pause ends by its timer. Connections of this listener that close free their descriptors by themselves.
    func paused(_ resume: @escaping @Sendable () -> Void) {}

    func hasRoom() -> Bool { true }

    func refuseWaiting(at listener: CInt) -> Int { 0 }

    func report(failures: Int, refused: Int) {
        logger.warning(
            "no file descriptor for the admin listener",
            metadata: ["failures": "\(failures)", "advice": "raise the limit of open files, or lower max-connections"]
        )
    }
}

/// The first handler of an admin connection. It records activity, and closes the connection when it is evicted.
///
/// It is in front of TLS, so that a close takes effect at once. TLS would wait for the peer's `close_notify` and keep
/// the descriptor meanwhile.
final class AdminConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let id: UInt64
    private let owner: AdminConnections
    private var context: ChannelHandlerContext?

    init(id: UInt64, of owner: AdminConnections) {
        self.id = id
        self.owner = owner
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        owner.recordActivity(id, at: context.eventLoop.now)
        context.fireChannelRead(data)
    }

    /// A whole request arrived, or its response is sent.
    func setResponding(_ isResponding: Bool) {
        guard let context else { return }
        owner.setResponding(id, isResponding, at: context.eventLoop.now)
    }

    func close() {
        context?.close(promise: nil)
    }
}
