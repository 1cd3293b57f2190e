import NIOCore
import StreamProtocol

/// The state of a session, from the first byte of its connection to the last.
///
/// The machine does no I/O and has no clock. Each event takes the time that it needs, and returns the action that
/// ``SessionHandler`` takes. `Publisher` and `Viewer` are the relay's ends of a stream, and `Lister` that of a list; the
/// machine only holds them.
///
/// ```
/// awaitingPreface → awaitingHello → admitting → publishing, viewing or listing → lingering → closed
/// ```
///
/// Every state may go to `lingering` (the last message is sent or received) and to `closed` (the connection is gone).
struct SessionStateMachine<Publisher: Equatable, Viewer: Equatable, Lister: Equatable>: ~Copyable {
    private enum State {
        case awaitingPreface
        case awaitingHello
        /// The relay checks the token of the hello.
        case admitting
        case publishing(Publisher)
        case viewing(Viewer)
        case listing(Lister)
        /// Nothing is read any more. The peer has a while to read the last message and to close.
        indirect case lingering(LingeringClose)
        case closed
    }

    /// Bytes of answers, such as pongs, that may wait for a peer that does not read. The relay's own messages take
    /// hours to get there, so only a client that keeps asking and never reads reaches this.
    static var maximumUnsentControlBytes: Int { 64 * 1024 }

    private var state = State.awaitingPreface
    private var keepalive: Keepalive
    private let handshakeDeadline: NIODeadline
    private(set) var identity: SessionIdentity
    /// Bytes of messages other than frames that were written since the socket last took more.
    private var unsentControlBytes = 0
    private var isReadingPaused = false
    private var isDecoding = false

    /// - Parameter stream: The only stream that the hello may name; `nil` where it may name any.
    init(handshakeDeadline: NIODeadline, pingInterval: TimeAmount, stream: StreamName? = nil, now: NIODeadline) {
        self.handshakeDeadline = handshakeDeadline
        keepalive = Keepalive(interval: pingInterval, now: now)
        identity = SessionIdentity(stream: stream)
    }

    var publisher: Publisher? { if case .publishing(let publisher) = state { publisher } else { nil } }
    var viewer: Viewer? { if case .viewing(let viewer) = state { viewer } else { nil } }
    var lister: Lister? { if case .listing(let lister) = state { lister } else { nil } }
    var isAdmitting: Bool { if case .admitting = state { true } else { false } }

    // MARK: Bytes and messages

    /// Bytes arrived. A publisher's bytes are a sign of life. A viewer's are not, because a viewer that never reads can
    /// send as well.
    mutating func bytesReceived(at now: NIODeadline) -> ReadAction {
        switch state {
        case .lingering, .closed: return .discard
        case .publishing(let publisher):
            keepalive.recordActivity(at: now)
            return .accept(publisher)
        case .awaitingPreface, .awaitingHello, .admitting, .viewing, .listing: return .accept(nil)
        }
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
    var mayDecode: Bool {
        switch state {
        case .awaitingPreface, .awaitingHello, .publishing, .viewing, .listing: true
        case .admitting, .lingering, .closed: false
        }
    }

    /// All messages that arrived are decoded. Many short messages are more work than their bytes; a publisher's are
    /// limited by the bytes of its frames.
    mutating func endDecoding(messages: Int) -> Action {
        isDecoding = false
        return (viewer != nil || lister != nil) && messages > 0 ? .charge(messages: messages) : .none
    }

    /// A preface or message arrived.
    mutating func received(_ input: MessageDecoder.InboundOut, at now: NIODeadline) -> Action {
        switch (state, input) {
        case (.lingering, _), (.closed, _):
            return .none
        case (.awaitingPreface, .preface(let preface)):
            return receive(preface, at: now)
        case (.awaitingHello, .message(.hello(let hello))):
            return receive(hello, at: now)
        case (_, .message(.goodbye(let ending))):
            return close(.peer(ending), endsStream: ending.code == .endOfStream, at: now)
        case (_, .message(.error(let ending))):
            return close(.peer(ending), at: now)
        case (.publishing(let publisher), .message(let message)):
            return receive(message, from: publisher, at: now)
        case (.viewing(let viewer), .message(let message)):
            return receive(message, from: viewer, at: now)
        case (.listing, .message(let message)):
            return receive(message, from: nil, at: now)
        case (_, .message(let message)):
            return unexpected(message, at: now)
        case (_, .preface):
            return failed(ProtocolError(.unexpectedMessage, "A preface arrived twice."), at: now)
        }
    }

    private mutating func receive(_ preface: Preface, at now: NIODeadline) -> Action {
        do throws(ProtocolError) {
            _ = try Preface.supported.version(with: preface)
        } catch {
            return failed(error, at: now)
        }
        state = .awaitingHello
        return .sendPreface
    }

    private mutating func receive(_ hello: Hello, at now: NIODeadline) -> Action {
        if let stream = identity.stream, hello.stream != stream {
            let reason = "The hello names '\(hello.stream)' at the address of '\(stream)'; connect to its own."
            return failed(ProtocolError(.invalidStreamName, reason), at: now)
        }
        identity.stream = hello.stream
        state = .admitting
        return .admit(hello)
    }

    private mutating func receive(_ message: Message, from publisher: Publisher, at now: NIODeadline) -> Action {
        switch message {
        case .frame(let frame): .append(.frame(frame), publisher)
        case .tracks(let table): .append(.tracks(table), publisher)
        case .gap(let gap): .append(.gap(gap), publisher)
        case .clockOffset(let offset): .append(.clockOffset(offset), publisher)
        case .ping(let ping): .answer(ping)
        case .pong: .none
        default: unexpected(message, at: now)
        }
    }

    /// - Parameter viewer: `nil` for a client that lists streams.
    private mutating func receive(_ message: Message, from viewer: Viewer?, at now: NIODeadline) -> Action {
        switch (message, viewer) {
        case (.keyFrameRequest(let request), let viewer?): return .requestKeyFrame(request.track, viewer)
        case (.receiverReport(let report), _?): return .logReport(report)
        case (.viewerCount(let count), let viewer?): return .recordViewers(count, viewer)
        case (.ping(let ping), _): return .answer(ping)
        case (.pong(let pong), _):
            keepalive.pongReceived(pong, at: now)
            return .none
        default: return unexpected(message, at: now)
        }
    }

    private mutating func unexpected(_ message: Message, at now: NIODeadline) -> Action {
        let reason = "A \(message.type) message is not allowed here; the program is broken."
        return failed(ProtocolError(.unexpectedMessage, reason), at: now)
    }

    /// The relay has a message for the peer, which is not a frame.
    mutating func send(_ bytes: ByteBuffer, isWritable: Bool, at now: NIODeadline) -> Action {
        switch state {
        case .lingering, .closed: return .none
        case .awaitingPreface, .awaitingHello, .admitting, .publishing, .viewing, .listing: break
        }
        unsentControlBytes = isWritable ? 0 : unsentControlBytes + bytes.readableBytes
        guard unsentControlBytes <= Self.maximumUnsentControlBytes else {
            let reason = "This client does not read the answers it asks for; ask less."
            return failed(ProtocolError(.rateExceeded, reason), at: now)
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

    mutating func beganPublishing(_ publisher: Publisher, _ welcome: Welcome) -> Action {
        guard isAdmitting else { return .none }
        state = .publishing(publisher)
        return .welcome(welcome, nil)
    }

    /// - Parameter stream: The name as the stream has it, so that all its viewers share one string.
    mutating func beganViewing(_ viewer: Viewer, of stream: StreamName, _ welcome: Welcome) -> Action {
        guard isAdmitting else { return .none }
        identity.stream = stream
        state = .viewing(viewer)
        return .welcome(welcome, viewer)
    }

    mutating func beganListing(_ lister: Lister, _ welcome: Welcome) -> Action {
        guard isAdmitting else { return .none }
        state = .listing(lister)
        return .welcomeLister(welcome, lister)
    }

    /// The relay cannot take more from this peer now: a token is being checked, or an event loop is behind.
    mutating func pauseReading() -> Action {
        switch state {
        case .lingering, .closed: return .none
        case .awaitingPreface, .awaitingHello, .admitting, .publishing, .viewing, .listing: break
        }
        return setReading(false) == nil ? .none : .setReading(false)
    }

    mutating func resumeReading() -> Action {
        setReading(true) == nil ? .none : .setReading(true)
    }

    /// - Returns: `nil` where nothing changes.
    private mutating func setReading(_ isReading: Bool) -> Bool? {
        guard isReadingPaused == isReading else { return nil }
        isReadingPaused = !isReading
        return isReading
    }

    // MARK: Time

    mutating func tick(at now: NIODeadline) -> Action {
        switch state {
        case .awaitingPreface, .awaitingHello, .admitting:
            now > handshakeDeadline ? failed(.noHello, at: now) : .none
        case .publishing: keepaliveAction(at: now)
        case .viewing(let viewer): .checkProgress(viewer)
        case .listing(let lister): .updateList(lister)
        case .lingering(let lingering): .checkLinger(readsAcknowledgedBytes: lingering.isExtensible, at: now)
        case .closed: .none
        }
    }

    /// The handler has looked at whether the viewer takes the bytes that are written to it.
    mutating func progressChecked(_ status: WriteProgress.Status, at now: NIODeadline) -> Action {
        guard viewer != nil else { return .none }
        switch status {
        case .idle, .none: break
        case .progress: keepalive.recordActivity(at: now)
        case .stalled: return failed(.stalled, at: now)
        }
        return keepaliveAction(at: now)
    }

    /// The handler has sent what has changed in the list.
    mutating func listUpdated(at now: NIODeadline) -> Action { lister == nil ? .none : keepaliveAction(at: now) }

    private mutating func keepaliveAction(at now: NIODeadline) -> Action {
        switch keepalive.tick(at: now) {
        case .none: .none
        case .ping: .ping(viewer)
        case .timeout: failed(ProtocolError(.silent, "Three pings were not answered; connect again."), at: now)
        }
    }

    /// A ping was sent at `sent` by the wall clock.
    mutating func pingSent(_ sent: Int64) { keepalive.pingSent(sent) }

    /// A viewer has received frames, so it needs no ping.
    mutating func recordProgress(at now: NIODeadline) { keepalive.recordActivity(at: now) }

    /// - Parameter acknowledged: Bytes that the peer's system has acknowledged in all; `nil` where that is not known.
    mutating func lingerChecked(acknowledged: UInt64?, at now: NIODeadline) -> Action {
        guard case .lingering(var lingering) = state else { return .none }
        if let acknowledged {
            lingering.acknowledged(acknowledged, at: now)
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

    /// The same publisher has connected again.
    mutating func replaced(at now: NIODeadline) -> Action {
        close(.goodbye(Ending(.replaced, "This publisher has connected again.")), at: now)
    }

    /// The relay shuts down. A peer that lingers gets no longer than usual.
    mutating func draining(_ ending: Ending, at now: NIODeadline) -> Action {
        guard case .lingering = state else { return close(.goodbye(ending), at: now) }
        state = .lingering(LingeringClose(at: now))
        return .none
    }

    /// The viewer has been given the whole stream. A slow one may read on for as long as it gives signs of life.
    mutating func streamEnded(at now: NIODeadline) -> Action {
        close(
            .goodbye(Ending(.endOfStream, "The stream has ended.")),
            lingerExtension: keepalive.timeout,
            at: now
        )
    }

    /// The relay needs the memory of this connection. A publisher gives it back at once and can read why. For a viewer
    /// that does not read, the error waits behind the bytes that hold the memory.
    mutating func evicted(because error: ProtocolError, at now: NIODeadline) -> Action {
        let action = failed(error, at: now)
        guard case .close(var closing) = action else { return .abort }
        if case .publisher = closing.departure { return action }
        closing.isImmediate = true
        return .close(closing)
    }

    /// The peer sends nothing more.
    mutating func inputClosed(at now: NIODeadline) -> Action {
        switch state {
        case .lingering, .closed: return .closeChannel()
        case .publishing, .viewing, .listing: return .closeChannel(depart())
        case .awaitingPreface, .awaitingHello, .admitting:
            let reason = "The connection ended in the middle of the handshake."
            return failed(ProtocolError(.malformedMessage, reason), at: now)
        }
    }

    /// The connection is lost.
    ///
    /// - Parameter isTLSFailure: Whether the peer broke TLS.
    mutating func channelFailed(isTLSFailure: Bool) -> Action {
        switch state {
        case .lingering, .closed: return .closeChannel()
        case .publishing, .viewing, .listing: return .closeChannel(depart(), isTLSFailure ? .tlsError : nil)
        case .awaitingPreface, .awaitingHello, .admitting:
            guard isTLSFailure else { return .closeChannel() }
            state = .closed
            return .closeChannel(nil, .tlsError)
        }
    }

    /// The connection is closed.
    mutating func channelInactive() -> Action {
        switch state {
        case .publishing, .viewing, .listing: return .closeChannel(depart())
        case .lingering, .closed:
            state = .closed
            return .none
        case .awaitingPreface, .awaitingHello, .admitting:
            state = .closed
            return .closeChannel(nil, .closedEarly)
        }
    }

    private mutating func depart() -> Departure? {
        let departure = departure(endsStream: false)
        state = .closed
        return departure
    }

    private func departure(endsStream: Bool) -> Departure? {
        switch state {
        case .publishing(let publisher): .publisher(publisher, endsStream: endsStream)
        case .viewing(let viewer): .viewer(viewer)
        case .listing(let lister): .lister(lister)
        case .awaitingPreface, .awaitingHello, .admitting, .lingering, .closed: nil
        }
    }

    private mutating func close(
        _ reason: Closing.Reason,
        endsStream: Bool = false,
        lingerExtension: TimeAmount? = nil,
        at now: NIODeadline
    ) -> Action {
        var closing = Closing(reason: reason, departure: departure(endsStream: endsStream))
        switch state {
        case .lingering, .closed: return .none
        case .awaitingPreface: closing.sendsPreface = true
        case .awaitingHello, .admitting, .publishing, .viewing, .listing: break
        }
        state = .lingering(LingeringClose(at: now, extensionTime: lingerExtension))
        // Unread bytes would make the system discard the last message. Only a client that floods the relay is not read:
        // its own system stops it then.
        if case .error(let ending) = reason, ending.code == .rateExceeded {
            closing.reading = setReading(false)
        } else {
            closing.reading = setReading(true)
        }
        return .close(closing)
    }
}
