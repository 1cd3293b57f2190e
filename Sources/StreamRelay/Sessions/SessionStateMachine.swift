import NIOCore
import Platform
import StreamProtocol

/// The state of a session, from the first byte of its connection to the last.
///
/// The machine does no I/O and has no clock. Each event takes the time that it needs, and returns the action that
/// ``SessionHandler`` takes. `Publisher` and `Viewer` are the relay's ends of a stream, and `Lister` that of a list; the
/// machine only holds them.
///
/// ```
/// handshaking → admitted (as publisher, viewer or lister) → lingering → closed
/// ```
///
/// Every state may go to `lingering` (the last message is sent or received) and to `closed` (the connection is gone).
struct SessionStateMachine<Publisher: Equatable, Viewer: Equatable, Lister: Equatable>: ~Copyable {
    private enum State {
        indirect case handshaking(SessionHandshake)
        case admitted(Role)
        /// Nothing is read any more. The peer has a while to read the last message and to close.
        indirect case lingering(LingeringClose)
        case closed
    }

    private var state: State
    private var keepalive: Keepalive
    private(set) var identity: SessionIdentity
    private var controlBacklog = ControlBacklog()
    private var isReadingPaused = false
    private var isDecoding = false

    /// - Parameter stream: The only stream that the hello may name; `nil` where it may name any.
    init(handshakeDeadline: NIODeadline, pingInterval: TimeAmount, stream: StreamName? = nil, now: NIODeadline) {
        state = .handshaking(SessionHandshake(deadline: handshakeDeadline, stream: stream))
        keepalive = Keepalive(interval: pingInterval, now: now)
        identity = SessionIdentity(stream: stream)
    }

    var publisher: Publisher? { if case .admitted(.publisher(let publisher)) = state { publisher } else { nil } }
    var viewer: Viewer? { if case .admitted(.viewer(let viewer)) = state { viewer } else { nil } }
    var lister: Lister? { if case .admitted(.lister(let lister)) = state { lister } else { nil } }
    var isAdmitting: Bool { if case .handshaking(let handshake) = state { handshake.isAdmitting } else { false } }

    /// Whether neither side has sent its last message.
    var isOpen: Bool {
        switch state {
        case .handshaking, .admitted: true
        case .lingering, .closed: false
        }
    }

    // MARK: Bytes and messages

    /// Bytes arrived. A publisher's bytes are a sign of life. A viewer's are not, because a viewer that never reads can
    /// send as well.
    mutating func bytesReceived(at now: NIODeadline) -> ReadAction {
        guard isOpen else { return .discard }
        guard let publisher else { return .accept(nil) }
        keepalive.recordActivity(at: now)
        return .accept(publisher)
    }

    /// Begins to decode.
    ///
    /// - Returns: `false` while messages are being decoded: a write that fails delivers further bytes in the middle of
    ///   an action.
    mutating func beginDecoding() -> Bool {
        guard !isDecoding else { return false }
        isDecoding = true
        return true
    }

    /// Whether the next message may be decoded. The messages behind a hello wait until its token is checked.
    var mayDecode: Bool { isOpen && !isAdmitting }

    /// All messages that arrived are decoded.
    mutating func endDecoding() { isDecoding = false }

    /// Whether the peer is charged for its messages: many short ones are more work than their bytes. A publisher's are
    /// limited by the bytes of its frames.
    var chargesMessages: Bool {
        switch state {
        case .admitted(.viewer), .admitted(.lister): true
        case .admitted(.publisher), .handshaking, .lingering, .closed: false
        }
    }

    /// A preface or message arrived.
    mutating func received(_ input: MessageDecoder.InboundOut, at now: NIODeadline) -> Action {
        switch (state, input) {
        case (.lingering, _), (.closed, _):
            return .none
        case (_, .message(.goodbye(let ending))), (_, .message(.error(let ending))):
            return close(.peer(ending), endsStream: ending.code == .endOfStream, at: now)
        case (.handshaking(var handshake), _):
            do throws(ProtocolError) {
                let step = try handshake.receive(input)
                state = .handshaking(handshake)
                guard case .admit(let hello) = step else { return .sendPreface }
                identity.stream = hello.stream
                return .admit(hello)
            } catch {
                return failed(error, at: now)
            }
        case (.admitted(let role), .message(let message)):
            if case .pong(let pong) = message { keepalive.pongReceived(pong, at: now) }
            guard let action = Action(message, from: role) else { return failed(.unexpected(message), at: now) }
            return action
        case (.admitted, .preface):
            return failed(.repeatedPreface, at: now)
        }
    }

    /// The relay has a message for the peer, which is not a frame.
    mutating func send(_ bytes: ByteBuffer, isWritable: Bool, at now: NIODeadline) -> Action {
        guard isOpen else { return .none }
        guard controlBacklog.add(bytes.readableBytes, isWritable: isWritable) else {
            return failed(.unreadAnswers, at: now)
        }
        return .write(bytes, viewer)
    }

    // MARK: Admission

    /// The token is valid.
    mutating func identified(bearer: String?, clientName: String?, at wallClock: Int64) {
        identity.bearer = bearer
        identity.clientName = clientName
        identity.admittedAt = wallClock
    }

    /// The peer is admitted.
    ///
    /// - Parameter stream: The name as the stream has it, so that all its viewers share one string.
    mutating func began(_ role: Role, of stream: StreamName, _ welcome: Welcome) -> Action {
        guard isAdmitting else { return .none }
        identity.stream = stream
        state = .admitted(role)
        return .welcome(welcome, role)
    }

    /// The relay cannot take more from this peer now: a token is being checked, or an event loop is behind.
    mutating func pauseReading() -> Action { isOpen && setReading(false) ? .setReading(false) : .none }

    /// The client's stream comes from another relay first, which has its own limit of time.
    mutating func awaitUpstream() {
        guard case .handshaking(var handshake) = state else { return }
        handshake.awaitUpstream()
        state = .handshaking(handshake)
    }

    mutating func resumeReading() -> Action { setReading(true) ? .setReading(true) : .none }

    /// - Returns: Whether that is a change.
    private mutating func setReading(_ isReading: Bool) -> Bool {
        defer { isReadingPaused = !isReading }
        return isReadingPaused == isReading
    }

    // MARK: Time

    /// - Parameter progress: Whether the viewer, if the peer is one, takes the bytes that are written to it.
    mutating func tick(at now: NIODeadline, progress: WriteProgress.Status = .idle) -> Action {
        switch state {
        case .handshaking(let handshake): return handshake.hasExpired(at: now) ? failed(.noHello, at: now) : .none
        case .admitted(.publisher): return keepaliveAction(at: now)
        case .admitted(.viewer):
            switch progress {
            case .idle, .none: break
            case .progress: keepalive.recordActivity(at: now)
            case .stalled: return failed(.stalled, at: now)
            }
            return keepaliveAction(at: now)
        case .admitted(.lister(let lister)): return .updateList(lister)
        case .lingering: return .checkLinger(at: now)
        case .closed: return .none
        }
    }

    /// The handler has sent what has changed in the list.
    mutating func listUpdated(at now: NIODeadline) -> Action { lister == nil ? .none : keepaliveAction(at: now) }

    private mutating func keepaliveAction(at now: NIODeadline) -> Action {
        switch keepalive.tick(at: now) {
        case .none: .none
        case .ping: .checkFrames(viewer)
        case .timeout: failed(.silent, at: now)
        }
    }

    /// A ping is due. A viewer that has received frames since the last one needs none.
    ///
    /// - Parameter wallTime: The time to send, in microseconds since 1970-01-01 UTC.
    mutating func framesChecked(hasReceivedFrames: Bool, wallTime: Int64, at now: NIODeadline) -> Action {
        guard isOpen else { return .none }
        guard !hasReceivedFrames else {
            keepalive.recordActivity(at: now)
            return .none
        }
        keepalive.pingSent(wallTime)
        return .ping(Ping(sent: wallTime))
    }

    /// - Parameter delivery: What the peer's system has acknowledged; `nil` where that is not known.
    mutating func lingerChecked(_ delivery: SendQueue.Delivery?, at now: NIODeadline) -> Action {
        guard case .lingering(var lingering) = state else { return .none }
        if let delivery {
            lingering.update(delivery, at: now)
            state = .lingering(lingering)
        }
        return lingering.hasExpired(at: now) ? .abort : .none
    }

    // MARK: The end

    /// The peer, or the relay for it, has failed.
    ///
    /// - Parameter endsStream: Whether the stream that the peer publishes ends.
    mutating func failed(_ error: ProtocolError, endsStream: Bool = false, at now: NIODeadline) -> Action {
        close(.error(Ending(error)), endsStream: endsStream, at: now)
    }

    /// The relay ends the session: with a goodbye for an orderly end, and with an error for any other.
    mutating func ended(with ending: Ending, at now: NIODeadline) -> Action {
        close(ending.code.isOrderly ? .goodbye(ending) : .error(ending), at: now)
    }

    /// The same publisher has connected again.
    mutating func replaced(at now: NIODeadline) -> Action { close(.goodbye(.replaced), at: now) }

    /// The relay shuts down. A peer that lingers gets no longer than usual.
    mutating func draining(_ ending: Ending, at now: NIODeadline) -> Action {
        guard case .lingering = state else { return close(.goodbye(ending), mayWait: false, at: now) }
        state = .lingering(LingeringClose(at: now))
        return .none
    }

    /// The viewer has been given the whole stream. A slow one may read on for as long as it gives signs of life.
    mutating func streamEnded(at now: NIODeadline) -> Action {
        close(.goodbye(.endOfStream), lingerExtension: keepalive.timeout, at: now)
    }

    /// The relay needs the memory of this connection. A publisher gives it back at once and can read why. For a viewer
    /// that does not read, the error waits behind the bytes that hold the memory.
    mutating func evicted(because error: ProtocolError, at now: NIODeadline) -> Action {
        let action = failed(error, at: now)
        guard case .close(var closing) = action else { return .abort }
        if case .publisher = closing.departure?.role { return action }
        closing.isImmediate = true
        return .close(closing)
    }

    /// The peer sends nothing more.
    mutating func inputClosed(at now: NIODeadline) -> Action {
        switch state {
        case .handshaking: failed(.handshakeInterrupted, at: now)
        case .admitted: closeChannel()
        case .lingering, .closed: .closeChannel()
        }
    }

    /// The connection is lost.
    ///
    /// - Parameter isTLSFailure: Whether the peer broke TLS.
    mutating func channelFailed(isTLSFailure: Bool) -> Action {
        switch state {
        // The channel is about to become inactive, and that is counted.
        case .handshaking where !isTLSFailure: .closeChannel()
        case .handshaking, .admitted: closeChannel(isTLSFailure ? .tlsError : nil)
        case .lingering, .closed: .closeChannel()
        }
    }

    /// The connection is closed.
    mutating func channelInactive() -> Action {
        switch state {
        case .handshaking: return closeChannel(.closedEarly)
        case .admitted: return closeChannel()
        case .lingering, .closed:
            state = .closed
            return .none
        }
    }

    /// Ends the session without a message.
    private mutating func closeChannel(_ failure: ConnectionFailure? = nil) -> Action {
        defer { state = .closed }
        return .closeChannel(departure(), failure)
    }

    private func departure(endsStream: Bool = false) -> Departure? {
        if case .admitted(let role) = state { Departure(role: role, endsStream: endsStream) } else { nil }
    }

    /// Ends the session with a message, unless it has ended.
    ///
    /// - Parameter mayWait: Whether the relay may wait for a peer whose system does not answer.
    private mutating func close(
        _ reason: Closing.Reason,
        endsStream: Bool = false,
        lingerExtension: TimeAmount? = nil,
        mayWait: Bool = true,
        at now: NIODeadline
    ) -> Action {
        guard isOpen else { return .none }
        var closing = Closing(reason: reason, departure: departure(endsStream: endsStream))
        if case .handshaking(let handshake) = state { closing.sendsPreface = handshake.awaitsPreface }
        let isReading = !reason.isFlood
        if setReading(isReading) { closing.reading = isReading }
        // The peer gives up after so much silence; until then the message can still arrive.
        let answerTime = mayWait && closing.isAwaited(isAdmitting) ? keepalive.timeout : LingeringClose.timeout
        state = .lingering(LingeringClose(at: now, extensionTime: lingerExtension, answerTime: answerTime))
        return .close(closing)
    }
}
