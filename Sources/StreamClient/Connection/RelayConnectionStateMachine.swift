import NIOCore
import StreamProtocol

/// An event that a connection delivers to its owner.
enum ConnectionEvent: Hashable, Sendable {
    /// The handshake has finished; always the first event.
    case welcomed(Welcome)
    case message(ProtocolMessage)
    /// The best estimate of the relay's clock so far.
    case clock(ClockReading)
}

/// The final message of the owner, an error or a goodbye; triggered as an outbound event.
struct CloseRequest: Hashable, Sendable {
    let message: ProtocolMessage
    /// Whether the channel stays open until the relay has read everything that was sent before. If false, the channel
    /// closes after ``RelayConnectionStateMachine/lingerTime`` at the latest.
    let waitsForPendingWrites: Bool
}

/// A connection to a relay, from the hello to the close: handshake, keepalive, clock offset and receive window.
///
/// The value does no I/O and reads no clock. Each event returns the action that the handler performs.
struct RelayConnectionStateMachine {
    /// The client's clocks at the time of an event.
    struct Time {
        var monotonic: NIODeadline
        /// Microseconds since 1970-01-01 UTC.
        var wallClock: Int64
    }

    enum Action: Equatable {
        case nothing
        /// Send preface and hello, and call ``tick(at:)`` after the timeout.
        case open(ByteBuffer, receiveBuffer: Int, timeout: TimeAmount)
        /// Deliver the welcome, send the ping, and call ``tick(at:)`` after `nextTick`.
        case establish(Welcome, Ping, nextTick: TimeAmount)
        /// Deliver the event. If the receive window changes, set the receive buffer first.
        case deliver(ConnectionEvent, receiveBuffer: Int? = nil)
        case send(ProtocolMessage)
        /// Send the ping, if there is one, and call ``tick(at:)`` after `nextTick`.
        case keepAlive(Ping?, nextTick: TimeAmount)
        /// Read on, although the owner does not ask for it.
        case read
        /// Send the final message, close the output and read until the relay closes. Call ``tick(at:)`` after `linger`,
        /// if there is one, and report `violation` to the owner.
        case closeOutput(ProtocolMessage, linger: TimeAmount?, violation: ClientError? = nil)
        /// Report the error to the owner, if there is one, and close the channel.
        case close(ClientError? = nil)
    }

    /// How long the relay may take to close after the final message. If the client closes first, the system discards
    /// bytes that the relay has not read yet.
    static let lingerTime = TimeAmount.seconds(1)

    private struct Session {
        var keepalive: ClientKeepalive
        var clock = ClockEstimator()
        var window: ReceiveWindow
    }

    private enum State {
        case handshaking(ClientHandshake)
        case established(Session)
        /// The final message is sent, and the relay may take its time to read up to it. Input is discarded.
        case draining(ClientKeepalive)
        /// The final message is sent, and the channel closes after ``lingerTime``. Input is discarded.
        case lingering
        case closed
    }

    private let address: RelayAddress
    private let hello: Hello
    private let handshakeTimeout: Duration
    private let allowsTokenInClear: Bool
    private var state = State.handshaking(ClientHandshake())

    init(to address: RelayAddress, hello: Hello, configuration: ClientConfiguration) {
        self.address = address
        self.hello = hello
        handshakeTimeout = configuration.connectTimeout
        allowsTokenInClear = configuration.allowsTokenInClear
    }

    // MARK: Events of the channel

    /// The channel is connected.
    ///
    /// - Parameter isLoopback: Whether the relay runs on this machine, so that no other machine sees the token.
    mutating func connected(isLoopback: Bool) -> Action {
        guard hello.token == nil || address.scheme == .tls || allowsTokenInClear || isLoopback else {
            return close(because: .tokenInClear(address))
        }
        return .open(
            ClientHandshake.opening(hello),
            receiveBuffer: ReceiveWindow.minimum,
            timeout: TimeAmount(handshakeTimeout)
        )
    }

    /// A preface or message arrived.
    mutating func received(_ input: MessageDecoder.InboundOut, at now: Time) -> Action {
        do throws(ProtocolError) {
            switch state {
            case .handshaking(var handshake):
                let response = try handshake.receive(input)
                state = .handshaking(handshake)
                switch response {
                case .welcome(let welcome): return establish(welcome, at: now)
                case .refusal(let ending): return close(because: ClientError(ending))
                case nil: return .nothing
                }
            case .established(let session): return try received(input, session, at: now)
            case .draining, .lingering, .closed: return .nothing
            }
        } catch {
            return violated(error)
        }
    }

    /// All bytes of one read have been delivered.
    mutating func readCompleted() -> Action {
        updateKeepalive { $0.recordActivity() }
        switch state {
        case .draining, .lingering: return .read
        case .handshaking, .established, .closed: return .nothing
        }
    }

    /// The owner is ready to read. Time in which it does not read does not count as the relay's silence.
    mutating func startedReading(at now: NIODeadline) {
        updateKeepalive { $0.startedReading(at: now) }
    }

    /// The relay broke the protocol. After the final message, its input is discarded, whatever it is.
    mutating func violated(_ error: ProtocolError) -> Action {
        switch state {
        case .handshaking, .established:
            state = .lingering
            return .closeOutput(
                .error(Ending(error)),
                linger: Self.lingerTime,
                violation: .violation(address, error)
            )
        case .draining, .lingering, .closed: return .nothing
        }
    }

    /// The channel closed, or failed with `error`.
    mutating func lost(_ error: (any Error)? = nil) -> Action {
        close(because: .lost(address, error))
    }

    // MARK: Events of the timer and the owner

    /// The time that the last action named has passed.
    mutating func tick(at now: Time) -> Action {
        switch state {
        case .handshaking: return close(because: .silent(address, for: "\(handshakeTimeout)"))
        case .established(var session):
            guard session.keepalive.tick(at: now.monotonic) == .ping else { return timedOut() }
            let ping = Ping(sent: session.clock.pingSent(at: now.wallClock))
            state = .established(session)
            return .keepAlive(ping, nextTick: session.keepalive.nextTick)
        case .draining(var keepalive):
            guard keepalive.tick(at: now.monotonic) == .ping else { return timedOut() }
            state = .draining(keepalive)
            return .keepAlive(nil, nextTick: keepalive.nextTick)
        case .lingering: return .close()
        case .closed: return .nothing
        }
    }

    /// The owner wants to close.
    ///
    /// - Returns: ``Action/nothing`` if the connection is closing already.
    mutating func closeRequested(_ request: CloseRequest) -> Action {
        switch state {
        case .established(let session) where request.waitsForPendingWrites:
            state = .draining(session.keepalive)
            return .closeOutput(request.message, linger: nil)
        case .handshaking, .established:
            state = .lingering
            return .closeOutput(request.message, linger: Self.lingerTime)
        case .draining, .lingering, .closed: return .nothing
        }
    }

    // MARK: Transitions

    private mutating func establish(_ welcome: Welcome, at now: Time) -> Action {
        var session = Session(
            keepalive: ClientKeepalive(interval: .milliseconds(Int64(welcome.pingInterval)), now: now.monotonic),
            window: ReceiveWindow(at: now.monotonic)
        )
        _ = session.keepalive.tick(at: now.monotonic)
        let ping = Ping(sent: session.clock.pingSent(at: now.wallClock))
        state = .established(session)
        return .establish(welcome, ping, nextTick: session.keepalive.nextTick)
    }

    private mutating func received(
        _ input: MessageDecoder.InboundOut,
        _ session: Session,
        at now: Time
    ) throws(ProtocolError) -> Action {
        var session = session
        switch input {
        case .message(.ping(let ping)):
            return .send(.pong(Pong(answering: ping, at: now.wallClock)))
        case .message(.pong(let pong)):
            let reading = session.clock.receive(pong, at: now.wallClock)
            state = .established(session)
            return reading.map { .deliver(.clock($0)) } ?? .nothing
        case .message(.error(let ending)), .message(.goodbye(let ending)):
            return close(because: ClientError(ending))
        case .message(.welcome), .message(.hello), .preface:
            throw ProtocolError(.unexpectedMessage, "The handshake was over, and a part of it came again.")
        case .message(.frame(let frame)):
            let size = session.window.received(frame.message.readableBytes, at: now.monotonic)
            state = .established(session)
            return .deliver(.message(.frame(frame)), receiveBuffer: size)
        case .message(let message): return .deliver(.message(message))
        }
    }

    private mutating func updateKeepalive(_ body: (inout ClientKeepalive) -> Void) {
        switch state {
        case .established(var session):
            body(&session.keepalive)
            state = .established(session)
        case .draining(var keepalive):
            body(&keepalive)
            state = .draining(keepalive)
        case .handshaking, .lingering, .closed: break
        }
    }

    private mutating func timedOut() -> Action {
        close(because: .silent(address, for: "\(ClientKeepalive.missLimit) pings"))
    }

    /// Closes. The owner gets the error, unless it asked for the close and does not wait for anything any more.
    private mutating func close(because error: ClientError) -> Action {
        let previous = state
        state = .closed
        switch previous {
        case .handshaking, .established, .draining: return .close(error)
        case .lingering: return .close()
        case .closed: return .nothing
        }
    }
}
