import Logging
import NIOCore
import StreamRelay

/// The connections of an admin listener. Belongs to their event loop.
final class AdminConnections: ExhaustionPolicy {
    private var order: EvictionOrder
    private var connections: [UInt64: AdminConnection] = [:]
    private let reserve: DescriptorReserve
    private let logger: Logger

    /// - Parameter reserve: Descriptors for this listener's connections where the process has no others.
    init(capacity: Int, reserve: DescriptorReserve, logger: Logger) {
        order = EvictionOrder(capacity: capacity)
        self.reserve = reserve
        self.logger = logger
    }

    /// Takes a connection in, and closes another one for it where there are too many.
    ///
    /// - Returns: The handler for the beginning of its pipeline.
    func open(_ channel: any Channel) -> AdminConnection {
        let (id, evicted) = order.open(at: channel.eventLoop.now)
        let connection = AdminConnection(id: id, of: self)
        connections[id] = connection
        channel.closeFuture.assumeIsolated().whenComplete { [self] _ in closed(id) }
        if let evicted { close(evicted) }
        return connection
    }

    func heard(_ id: UInt64, at now: NIODeadline) {
        order.heard(id, at: now)
    }

    func setAnswering(_ id: UInt64, _ isAnswering: Bool, at now: NIODeadline) {
        order.setAnswering(id, isAnswering, at: now)
    }

    private func closed(_ id: UInt64) {
        order.closed(id)
        connections[id] = nil
        reserve.refill()
    }

    private func close(_ id: UInt64) {
        logger.debug("admin connection closed for a newcomer", metadata: ["connections": "\(order.count)"])
        connections[id]?.close()
    }

    // MARK: Without descriptors

    /// Uses a reserved descriptor; without one, that of the connection that has been silent for longest.
    func makeRoom() -> Bool {
        if reserve.release() { return true }
        guard let evicted = order.evict() else { return false }
        close(evicted)
        // Closing has filled the reserve again.
        return reserve.release()
    }

    /// The pause ends by its timer: connections of this listener that close make room by themselves.
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

/// The first handler of an admin connection: notes when something comes, and closes the connection where it has to go.
///
/// It stands before TLS, so that closing takes effect at once: TLS waits for the peer's farewell, and holds the
/// descriptor meanwhile.
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
        owner.heard(id, at: context.eventLoop.now)
        context.fireChannelRead(data)
    }

    /// A whole request came, or its answer is sent.
    func setAnswering(_ isAnswering: Bool) {
        guard let context else { return }
        owner.setAnswering(id, isAnswering, at: context.eventLoop.now)
    }

    func close() {
        context?.close(promise: nil)
    }
}
