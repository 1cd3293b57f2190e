import NIOCore
import StreamProtocol

/// What comes from a relay.
enum ConnectionEvent: Sendable {
    /// The handshake is over; always the first.
    case welcomed(Welcome)
    case message(Message)
    /// The relay's clock, as it is known by now.
    case clock(ClockReading)
}

/// The owner's last word on a connection, an error or a goodbye; triggered as an outbound event.
struct Farewell: Sendable {
    let message: Message
    /// Whether all that was sent before must get through, as long as that takes while the relay lives; otherwise the
    /// channel closes in a moment whatever happens.
    let isPatient: Bool
}

/// Everything on a connection that needs no decision by its owner: the handshake, pings both ways, and the end.
///
/// Unless the owner wanted it, the connection's end is an error in the pipeline that says why: always a ``ClientError``.
/// After that, or after a ``Farewell``, the channel closes by itself.
final class RelayConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = MessageDecoder.InboundOut
    typealias InboundOut = ConnectionEvent
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How long the relay may take to close after an impatient last word. Closing before it does would make the system
    /// throw away what the relay has not read yet.
    static let linger = TimeAmount.seconds(1)

    private enum State {
        case handshaking(ClientHandshake)
        case established(Heartbeat)
        /// The last word is said, and the relay may take its time to read up to it; what still comes is thrown away.
        case leaving(Heartbeat)
        /// The same, but only for a moment.
        case lingering
        case ended
    }

    private let address: RelayAddress
    private let hello: Hello
    private let handshakeTimeout: Duration
    private let allowsTokenInClear: Bool
    private let wallClock: WallClock
    private var state = State.handshaking(ClientHandshake())
    private var clock = ClockEstimator()
    private var window = ReceiveWindow(at: .now())
    private var timer: Scheduled<Void>?

    init(to address: RelayAddress, hello: Hello, configuration: ClientConfiguration) {
        self.address = address
        self.hello = hello
        self.handshakeTimeout = configuration.connectTimeout
        self.allowsTokenInClear = configuration.allowsTokenInClear
        self.wallClock = configuration.wallClock
    }

    func channelActive(context: ChannelHandlerContext) {
        guard maySayHello(context) else { return end(.tokenInClear(address), context) }
        // Not before: the range that the window can ever have is agreed on when connecting.
        setReceiveBuffer(window.size, context)
        context.writeAndFlush(wrapOutboundOut(ClientHandshake.opening(hello)), promise: nil)
        schedule(in: TimeAmount(handshakeTimeout), context)
        context.fireChannelActive()
    }

    /// A token is for the relay alone; within this machine nobody is on the way.
    private func maySayHello(_ context: ChannelHandlerContext) -> Bool {
        hello.token == nil || address.scheme == .tls || allowsTokenInClear
            || context.remoteAddress?.isLoopback ?? false
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(.lost(address), context)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let input = unwrapInboundIn(data)
        do throws(ProtocolError) {
            switch state {
            case .handshaking(var handshake):
                let answer = try handshake.receive(input)
                state = .handshaking(handshake)
                switch answer {
                case .welcome(let welcome): establish(welcome, context)
                case .refusal(let ending): end(ClientError(ending), context)
                case nil: break
                }
            case .established: try receive(input, context)
            case .leaving, .lingering, .ended: break
            }
        } catch {
            violated(error, context)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        updateHeartbeat { $0.heard() }
        context.fireChannelReadComplete()
        switch state {
        case .leaving, .lingering: read(context: context)
        case .handshaking, .established, .ended: break
        }
    }

    /// Comes from the owner, when it is ready for more: a slow owner's own silence is not the relay's.
    func read(context: ChannelHandlerContext) {
        updateHeartbeat { $0.startedReading(at: .now()) }
        context.read()
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        if let farewell = event as? Farewell {
            leave(farewell, promise, context)
        } else {
            context.triggerUserOutboundEvent(event, promise: promise)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? ProtocolError {
            violated(error, context)
        } else {
            end(.lost(address, error), context)
        }
    }

    private func establish(_ welcome: Welcome, _ context: ChannelHandlerContext) {
        state = .established(Heartbeat(interval: .milliseconds(Int64(welcome.pingInterval)), now: .now()))
        context.fireChannelRead(wrapInboundOut(.welcomed(welcome)))
        tick(context)
    }

    private func receive(_ input: InboundIn, _ context: ChannelHandlerContext) throws(ProtocolError) {
        switch input {
        case .message(.ping(let ping)):
            let now = wallClock.now
            send(.pong(Pong(sent: ping.sent, received: now, answered: now)), context)
        case .message(.pong(let pong)):
            guard let reading = clock.receive(pong, at: wallClock.now) else { return }
            context.fireChannelRead(wrapInboundOut(.clock(reading)))
        case .message(.error(let ending)), .message(.goodbye(let ending)):
            end(ClientError(ending), context)
        case .message(.welcome), .message(.hello), .preface:
            throw ProtocolError(.unexpectedMessage, "The handshake was over, and a part of it came again.")
        case .message(let message):
            if case .frame(let frame) = message, let size = window.received(frame.message.readableBytes, at: .now()) {
                setReceiveBuffer(size, context)
            }
            context.fireChannelRead(wrapInboundOut(.message(message)))
        }
    }

    private func tick(_ context: ChannelHandlerContext) {
        switch state {
        case .handshaking: end(.silent(address, for: "\(handshakeTimeout)"), context)
        case .established(var heartbeat):
            guard heartbeat.tick(at: .now()) == .ping else { return giveUp(context) }
            state = .established(heartbeat)
            send(.ping(Ping(sent: clock.ask(at: wallClock.now))), context)
            schedule(in: heartbeat.nextTick, context)
        case .leaving(var heartbeat):
            guard heartbeat.tick(at: .now()) == .ping else { return giveUp(context) }
            state = .leaving(heartbeat)
            schedule(in: heartbeat.nextTick, context)
        case .lingering: context.close(promise: nil)
        case .ended: break
        }
    }

    private func updateHeartbeat(_ body: (inout Heartbeat) -> Void) {
        switch state {
        case .established(var heartbeat):
            body(&heartbeat)
            state = .established(heartbeat)
        case .leaving(var heartbeat):
            body(&heartbeat)
            state = .leaving(heartbeat)
        case .handshaking, .lingering, .ended: break
        }
    }

    private func schedule(in time: TimeAmount, _ context: ChannelHandlerContext) {
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.tick(context) }
    }

    private func setReceiveBuffer(_ size: Int, _ context: ChannelHandlerContext) {
        // A system that refuses has a size of its own, with which everything works too.
        let option = ChannelOptions.Types.SocketOption(level: .socket, name: .so_rcvbuf)
        try? context.channel.syncOptions?.setOption(option, value: .init(clamping: size))
    }

    private func send(_ message: Message, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(message.encoded()), promise: nil)
    }

    // MARK: The end

    /// The relay broke the protocol: it is told so, and the owner is.
    private func violated(_ error: ProtocolError, _ context: ChannelHandlerContext) {
        switch state {
        case .handshaking, .established:
            leave(Farewell(message: .error(Ending(error)), isPatient: false), nil, context)
            context.fireErrorCaught(ClientError.violation(address, error))
        case .leaving, .lingering: context.close(promise: nil)
        case .ended: break
        }
    }

    /// Says the last word, and closes once the relay has.
    private func leave(_ farewell: Farewell, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        switch state {
        case .established(let heartbeat) where farewell.isPatient: state = .leaving(heartbeat)
        case .handshaking, .established:
            state = .lingering
            schedule(in: Self.linger, context)
        case .leaving, .lingering, .ended:
            promise?.fail(ChannelError.alreadyClosed)
            return
        }
        context.writeAndFlush(wrapOutboundOut(farewell.message.encoded()), promise: promise)
        context.close(mode: .output, promise: nil)
        // The owner may have stopped reading, and would not see that the relay closes.
        read(context: context)
    }

    private func giveUp(_ context: ChannelHandlerContext) {
        end(.silent(address, for: "\(Heartbeat.misses) pings"), context)
    }

    private func end(_ error: ClientError, _ context: ChannelHandlerContext) {
        timer?.cancel()
        switch state {
        case .ended: return
        case .lingering: break
        case .handshaking, .established, .leaving: context.fireErrorCaught(error)
        }
        state = .ended
        context.close(promise: nil)
    }
}
