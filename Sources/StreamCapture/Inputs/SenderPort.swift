import NIOCore
import NIOPosix
import Platform

/// A TCP port on which a capture waits for senders. It stays open from the first one to the end of the capture.
///
/// libav listens for one connection at a time: it closes its port for each, and waits without an end for one that
/// connects and sends nothing. So it listens on a port of this machine, and gets the connections that begin as a sender
/// does. While a sender is connected, others are closed at once.
final class SenderPort: Sendable {
    /// How long a connection may take for its first byte.
    static let firstByteTimeout = TimeAmount.seconds(5)
    /// Connections that may wait for their first byte; further ones are closed.
    private static let mostWaiting = 16

    private struct State {
        /// Whether the capture waits for a sender.
        var isWanted = false
        var arrived: SenderConnection?
        var waiting = 0
        var isClosed = false
    }

    private let state: Guarded<State>
    private let channel: any Channel

    /// Listens.
    ///
    /// - Throws: The system's error.
    init(_ address: SenderAddress, firstByteTimeout: TimeAmount = SenderPort.firstByteTimeout) throws {
        let state = Guarded(State())
        self.state = state
        channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            // Nothing is read behind the bytes with which the sender is recognised.
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard Self.mayWait(state) else { return channel.close(promise: nil) }
                    channel.closeFuture.whenComplete { _ in state.change { $0.waiting -= 1 } }
                    try channel.pipeline.syncOperations.addHandler(
                        FirstByteHandler(timeout: firstByteTimeout, isFirstByte: address.isFirstByte) { connection in
                            Self.arrived(connection, state)
                        }
                    )
                }
            }
            .bind(host: address.host, port: address.port).wait()
    }

    deinit { close() }

    /// Listens no more.
    func close() {
        channel.close(promise: nil)
        state.change { $0.isClosed = true }
    }

    /// The port, also if the address left it to the system.
    var port: Int { channel.localAddress?.port ?? 0 }

    /// Blocks until a connection begins as a sender does.
    ///
    /// - Returns: `nil` if `stop` is set first.
    func nextSender(stop: StopFlag) -> SenderConnection? {
        state.change { $0.isWanted = true }
        defer { state.change { $0.isWanted = false } }
        while !stop.isSet {
            let sender = state.wait(atMost: 100_000) { state in
                defer { state.arrived = nil }
                return state.arrived
            }
            if let sender { return sender }
        }
        return nil
    }

    private static func mayWait(_ state: Guarded<State>) -> Bool {
        state.change { state in
            guard state.waiting < mostWaiting else { return false }
            state.waiting += 1
            return true
        }
    }

    /// - Returns: Whether the capture takes the connection.
    private static func arrived(_ connection: SenderConnection, _ state: Guarded<State>) -> Bool {
        state.change { state in
            guard state.isWanted, state.arrived == nil else { return false }
            state.arrived = connection
            state.isWanted = false
            return true
        }
    }
}

/// Waits for the first byte of a connection, and holds what has come until it is forwarded.
private final class FirstByteHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let timeout: TimeAmount
    private let isFirstByte: (UInt8) -> Bool
    private let arrived: (SenderConnection) -> Bool
    private var expiry: Scheduled<Void>?

    init(
        timeout: TimeAmount,
        isFirstByte: @escaping (UInt8) -> Bool,
        arrived: @escaping (SenderConnection) -> Bool
    ) {
        (self.timeout, self.isFirstByte, self.arrived) = (timeout, isFirstByte, arrived)
    }

    func channelActive(context: ChannelHandlerContext) {
        let channel = context.channel
        expiry = context.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) { expiry?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        guard let byte = bytes.readableBytesView.first else { return }
        expiry?.cancel()
        guard isFirstByte(byte), arrived(SenderConnection(context.channel, begun: bytes)) else {
            return context.close(promise: nil)
        }
        context.channel.setOption(.autoRead, value: false).whenFailure { _ in }
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }
}
