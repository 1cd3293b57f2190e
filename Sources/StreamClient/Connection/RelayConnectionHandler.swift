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

/// Everything on a connection that needs no decision by its owner: the handshake, pings both ways, and the last word.
///
/// The connection's end is an error in the pipeline that says why: always a ``ClientError``.
final class RelayConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = MessageDecoder.InboundOut
    typealias InboundOut = ConnectionEvent
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum State {
        case handshaking(ClientHandshake)
        case established(Heartbeat)
        case ended
    }

    private let address: RelayAddress
    private let hello: Hello
    private let handshakeTimeout: Duration
    private let wallClock: WallClock
    private var state = State.handshaking(ClientHandshake())
    private var clock = ClockEstimator()
    private var timer: Scheduled<Void>?

    init(to address: RelayAddress, hello: Hello, configuration: ClientConfiguration) {
        self.address = address
        self.hello = hello
        self.handshakeTimeout = configuration.connectTimeout
        self.wallClock = configuration.wallClock
    }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ClientHandshake.opening(hello)), promise: nil)
        schedule(in: TimeAmount(handshakeTimeout), context)
        context.fireChannelActive()
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
            case .ended: break
            }
        } catch {
            violated(error, context)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if case .established(var heartbeat) = state {
            heartbeat.heard()
            state = .established(heartbeat)
        }
        context.fireChannelReadComplete()
    }

    /// Comes from the owner, when it is ready for more: a slow owner's own silence is not the relay's.
    func read(context: ChannelHandlerContext) {
        if case .established(var heartbeat) = state {
            heartbeat.startedReading(at: .now())
            state = .established(heartbeat)
        }
        context.read()
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
            context.fireChannelRead(wrapInboundOut(.message(message)))
        }
    }

    private func tick(_ context: ChannelHandlerContext) {
        switch state {
        case .handshaking:
            end(.silent(address, for: "\(handshakeTimeout)"), context)
        case .established(var heartbeat):
            switch heartbeat.tick(at: .now()) {
            case .giveUp: end(.silent(address, for: "\(Heartbeat.misses) pings"), context)
            case .ping:
                state = .established(heartbeat)
                send(.ping(Ping(sent: wallClock.now)), context)
                schedule(in: heartbeat.nextTick, context)
            }
        case .ended: break
        }
    }

    private func schedule(in time: TimeAmount, _ context: ChannelHandlerContext) {
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.tick(context) }
    }

    private func send(_ message: Message, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(message.encoded()), promise: nil)
    }

    private func violated(_ error: ProtocolError, _ context: ChannelHandlerContext) {
        guard !isEnded else { return }
        send(.error(Ending(error)), context)
        end(.violation(address, error), context)
    }

    private var isEnded: Bool {
        if case .ended = state { true } else { false }
    }

    private func end(_ error: ClientError, _ context: ChannelHandlerContext) {
        guard !isEnded else { return }
        state = .ended
        timer?.cancel()
        context.fireErrorCaught(error)
        context.close(promise: nil)
    }
}
