import NIOCore
import StreamProtocol

/// The life of one connection, from its first byte to its last: what may come when, and what follows from it.
struct SessionStateMachine {
    private enum State {
        case awaitingPreface
        case awaitingHello
        /// The hello is being looked at.
        case admitting
        case publishing
        case viewing
        /// The last word is said; what still comes is not read.
        case ended
    }

    /// What to do with what came.
    enum Action {
        case nothing
        /// Send this side's preface.
        case greet
        /// Decide on the hello, then call ``admitted(as:)`` or ``end()``.
        case admit(Hello)
        case append(Published)
        case requestKeyFrame(TrackID)
        case note(ReceiverReport)
        case answer(Ping)
        /// The peer is leaving; a publisher may have ended its stream.
        case leave(Ending, endsStream: Bool)
    }

    /// What a publisher adds to its stream.
    enum Published {
        case tracks(TrackTable)
        case frame(Frame)
        case gap(Gap)
        case clockOffset(ClockOffset)
    }

    /// What the clock brings about.
    enum TickAction {
        case nothing
        case ping
        /// Say this and close.
        case end(ProtocolError)
    }

    private var state = State.awaitingPreface
    private let handshakeDeadline: NIODeadline
    private var keepalive: Keepalive

    init(handshakeDeadline: NIODeadline, pingInterval: TimeAmount, now: NIODeadline) {
        self.handshakeDeadline = handshakeDeadline
        keepalive = Keepalive(interval: pingInterval, now: now)
    }

    /// Bytes came, of whatever kind. A publisher's are a sign of life; a viewer's are not, because one that never reads
    /// can send as well.
    mutating func heard(at now: NIODeadline) {
        if case .publishing = state { keepalive.heard(at: now) }
    }

    /// A viewer has taken frames that were sent to it.
    mutating func progressed(at now: NIODeadline) {
        keepalive.heard(at: now)
    }

    /// A ping left at `sent`, by the wall clock.
    mutating func asked(_ sent: Int64) {
        keepalive.asked(sent)
    }

    /// A preface or message came.
    mutating func receive(_ input: MessageDecoder.InboundOut, at now: NIODeadline) throws(ProtocolError) -> Action {
        switch (state, input) {
        case (.ended, _):
            return .nothing
        case (.awaitingPreface, .preface(let preface)):
            _ = try Preface.supported.version(with: preface)
            state = .awaitingHello
            return .greet
        case (.awaitingHello, .message(.hello(let hello))):
            state = .admitting
            return .admit(hello)
        case (_, .message(.goodbye(let ending))):
            state = .ended
            return .leave(ending, endsStream: ending.code == .endOfStream)
        case (_, .message(.error(let ending))):
            state = .ended
            return .leave(ending, endsStream: false)
        case (.publishing, .message(let message)):
            return try publisherAction(message)
        case (.viewing, .message(.pong(let pong))):
            keepalive.answered(pong, at: now)
            return .nothing
        case (.viewing, .message(let message)):
            return try viewerAction(message)
        case (_, .message(let message)):
            throw unexpected(message)
        case (_, .preface):
            throw ProtocolError(.unexpectedMessage, "A preface came twice.")
        }
    }

    /// Whether a hello is being looked at, so that nothing else is.
    var isAdmitting: Bool {
        if case .admitting = state { true } else { false }
    }

    /// Whether it is not said yet what is wanted, or not yet decided.
    var isShakingHands: Bool {
        switch state {
        case .awaitingPreface, .awaitingHello, .admitting: true
        case .publishing, .viewing, .ended: false
        }
    }

    /// The hello was accepted.
    mutating func admitted(as role: Hello.Role) {
        guard case .admitting = state else { return }
        state = role == .publish ? .publishing : .viewing
    }

    /// The last word is said.
    ///
    /// - Returns: `false` when it was said before.
    mutating func end() -> Bool {
        if case .ended = state { return false }
        state = .ended
        return true
    }

    mutating func tick(at now: NIODeadline) -> TickAction {
        switch state {
        case .ended: return .nothing
        case .awaitingPreface, .awaitingHello, .admitting:
            guard now > handshakeDeadline else { return .nothing }
            return .end(.noHello)
        case .publishing, .viewing:
            switch keepalive.tick(at: now) {
            case .none: return .nothing
            case .ask: return .ping
            case .giveUp: return .end(ProtocolError(.silent, "Three pings were not answered; connect again."))
            }
        }
    }

    private func publisherAction(_ message: Message) throws(ProtocolError) -> Action {
        switch message {
        case .frame(let frame): .append(.frame(frame))
        case .tracks(let table): .append(.tracks(table))
        case .gap(let gap): .append(.gap(gap))
        case .clockOffset(let offset): .append(.clockOffset(offset))
        case .ping(let ping): .answer(ping)
        case .pong: .nothing
        default: throw unexpected(message)
        }
    }

    private func viewerAction(_ message: Message) throws(ProtocolError) -> Action {
        switch message {
        case .keyFrameRequest(let request): .requestKeyFrame(request.track)
        case .receiverReport(let report): .note(report)
        case .ping(let ping): .answer(ping)
        default: throw unexpected(message)
        }
    }

    private func unexpected(_ message: Message) -> ProtocolError {
        ProtocolError(.unexpectedMessage, "A \(message.type) message is not allowed here; the program is broken.")
    }
}
