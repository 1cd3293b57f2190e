import NIOCore
import Platform
import StreamProtocol

/// Connects a channel to a ``RelayConnectionStateMachine``: it reads the clocks and performs the actions.
///
/// Unless the owner asked for the close, the connection ends with a ``ClientError`` in the pipeline. After that, or after
/// a ``CloseRequest``, the channel closes by itself.
final class RelayConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = MessageDecoder.InboundOut
    typealias InboundOut = ConnectionEvent
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let wallClock: WallClock
    private var machine: RelayConnectionStateMachine
    private var timer: Scheduled<Void>?

    init(to address: RelayAddress, hello: Hello, configuration: ClientConfiguration) {
        machine = RelayConnectionStateMachine(to: address, hello: hello, configuration: configuration)
        wallClock = configuration.wallClock
    }

    private var now: RelayConnectionStateMachine.Time { .init(monotonic: .now(), wallClock: wallClock.now) }

    func channelActive(context: ChannelHandlerContext) {
        perform(machine.connected(isLoopback: context.remoteAddress?.isLoopback ?? false), context)
        // A connection that may not send its token has closed.
        if context.channel.isActive { context.fireChannelActive() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        perform(machine.lost(), context)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        perform(machine.received(unwrapInboundIn(data), at: now), context)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        let action = machine.readCompleted()
        context.fireChannelReadComplete()
        perform(action, context)
    }

    func read(context: ChannelHandlerContext) {
        machine.startedReading(at: .now())
        context.read()
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let request = event as? CloseRequest else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        let action = machine.closeRequested(request)
        guard action != .nothing else {
            promise?.fail(ChannelError.alreadyClosed)
            return
        }
        perform(action, context, promise)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case let error as ProtocolError: perform(machine.violated(error), context)
        // The decoder repeats its error with the bytes that come after it. To close now would reset the connection, and
        // the relay would not get the error of this side.
        case ByteToMessageDecoderError.dataReceivedInErrorState: break
        default: perform(machine.lost(error), context)
        }
    }

    private func perform(
        _ action: RelayConnectionStateMachine.Action,
        _ context: ChannelHandlerContext,
        _ promise: EventLoopPromise<Void>? = nil
    ) {
        switch action {
        case .nothing: break
        case .open(let opening, let receiveBuffer, let timeout):
            // TCP agrees on the range of the window when it connects, so this is the first moment to set the size.
            setReceiveBuffer(receiveBuffer, context)
            context.writeAndFlush(wrapOutboundOut(opening), promise: nil)
            schedule(in: timeout, context)
        case .establish(let welcome, let ping, let nextTick):
            context.fireChannelRead(wrapInboundOut(.welcomed(welcome)))
            send(.ping(ping), context)
            schedule(in: nextTick, context)
        case .deliver(let event, let receiveBuffer):
            if let receiveBuffer { setReceiveBuffer(receiveBuffer, context) }
            context.fireChannelRead(wrapInboundOut(event))
        case .send(let message): send(message, context)
        case .keepAlive(let ping, let nextTick):
            if let ping { send(.ping(ping), context) }
            schedule(in: nextTick, context)
        case .read: read(context: context)
        case .closeOutput(let message, let linger, let violation):
            if let linger { schedule(in: linger, context) }
            context.writeAndFlush(wrapOutboundOut(message.encoded()), promise: promise)
            context.close(mode: .output, promise: nil)
            // Without a read, an owner that has stopped reading would not see that the relay closes.
            read(context: context)
            if let violation { context.fireErrorCaught(violation) }
        case .close(let error):
            timer?.cancel()
            if let error { context.fireErrorCaught(error) }
            context.close(promise: nil)
        }
    }

    private func send(_ message: ProtocolMessage, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(message.encoded()), promise: nil)
    }

    private func schedule(in time: TimeAmount, _ context: ChannelHandlerContext) {
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { [self] in
            perform(machine.tick(at: now), context)
        }
    }

    private func setReceiveBuffer(_ size: Int, _ context: ChannelHandlerContext) {
        // If the system refuses the size, it uses its own, which works too.
        let option = ChannelOptions.Types.SocketOption(level: .socket, name: .so_rcvbuf)
        try? context.channel.syncOptions?.setOption(option, value: .init(clamping: size))
    }
}

extension SocketAddress {
    /// Whether the peer is on this machine.
    fileprivate var isLoopback: Bool { withSockAddr { address, _ in Loopback.contains(address) } }
}
