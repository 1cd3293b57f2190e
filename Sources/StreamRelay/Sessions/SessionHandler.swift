import Logging
import NIOCore
import NIOExtras
import StreamProtocol

/// One connection: bytes in, messages to the state machine, its actions out.
final class SessionHandler: ChannelInboundHandler, ConnectionTenant, ViewerSessionDelegate {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Bytes of pongs and the like that may wait for a peer who does not read: hours of what the relay says by itself,
    /// so that only somebody who keeps asking and never reads comes here.
    static let unreadBytes = 64 * 1024

    enum Role {
        case none
        case publisher(PublisherSession)
        case viewer(ViewerSession)
        /// The last word is said.
        indirect case leaving(LastWord)
    }

    private let connection: Connection
    var context: ChannelHandlerContext?
    var machine: SessionStateMachine
    private var received: ByteBuffer?
    private var decoder: MessageDecoder
    // Small things lie together: there are thousands of these objects.
    private let carrier: Connection.Carrier
    private var isDecoding = false
    /// While somebody thinks about the hello.
    private var isReadingPaused = false
    private var hasGreeted = false
    var role = Role.none
    /// What the channel holds for a viewer whose session has ended.
    var unsentAtEnd = UnsentMessages()
    /// What the hello names, or what the client has named before it.
    private var stream: StreamName?
    /// Known once the session is let in, where a token was shown.
    private var bearer: String?
    private var clientName: String?
    /// When it was let in.
    private var since: Int64 = 0
    /// What was sent since the socket last took more; frames are not among it.
    private var unread = 0

    private var loop: RelayLoop { connection.loop }
    var core: RelayCore { loop.core }
    private var log: SessionLog { SessionLog(connection: connection, stream: stream, bearer: bearer) }
    private var isLetIn: Bool {
        switch role {
        case .publisher, .viewer: true
        case .none, .leaving: false
        }
    }
    private var hasSaidLastWord: Bool { if case .leaving = role { true } else { false } }

    init(connection: Connection, carrier: Connection.Carrier, stream: StreamName? = nil) {
        self.connection = connection
        self.carrier = carrier
        self.stream = stream
        let configuration = connection.loop.core.configuration
        machine = SessionStateMachine(
            handshakeDeadline: connection.handshakeDeadline,
            pingInterval: configuration.pingInterval,
            now: .now()
        )
        decoder = MessageDecoder(maximumFrameLength: configuration.limits.frameLength)
    }

    // MARK: Channel events

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        connection.tenant = self
        connection.session = self
        log(.debug, "connected")
    }

    func channelInactive(context: ChannelHandlerContext) {
        if machine.isShakingHands { core.metrics.ended(.hungUp) }
        leave(isEnd: false)
        unsentAtEnd.removeAll(in: core.memory)
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let now = NIODeadline.now()
        var buffer = unwrapInboundIn(data)
        let count = buffer.readableBytes
        loop.traffic.received(count)
        if case .leaving = role { return }
        machine.heard(at: now)
        if case .publisher(let publisher) = role { publisher.link.heard(at: now) }
        do throws(ProtocolError) {
            try connection.charge(count, at: now)
            if case .publisher(let publisher) = role {
                try publisher.reception.grow(by: count, after: received, at: now)
            }
        } catch {
            return end(with: error)
        }
        if received == nil { received = buffer } else { received?.writeBuffer(&buffer) }
        digest(context)
    }

    /// Acts on what has come.
    private func digest(_ context: ChannelHandlerContext) {
        // A write that fails hands in what else has come, in the middle of an action.
        guard !isDecoding else { return }
        isDecoding = true
        defer { isDecoding = false }
        var messages = 0
        do throws(ProtocolError) {
            while let input = try nextInput() {
                messages += 1
                try perform(machine.receive(input, at: .now()), context: context)
            }
            try chargeForMessages(messages)
        } catch {
            end(with: error)
        }
        // What is left of a long stream of reads must not grow by what was used up.
        received?.discardReadBytes()
        if case .publisher(let publisher) = role {
            received = publisher.reception.settle(received, tookAny: messages > 0)
        }
    }

    /// Many short messages are more work than their bytes are. What a publisher sends is bounded by the bytes of its
    /// frames, and not charged here.
    private func chargeForMessages(_ count: Int) throws(ProtocolError) {
        guard count > 0, case .viewer = role else { return }
        try connection.charge(count * WorkPrice.message, at: .now())
    }

    /// Takes the next preface or message from what has come.
    private func nextInput() throws(ProtocolError) -> MessageDecoder.InboundOut? {
        // A write to a connection that was reset closes it at once; what came before that has no session any more.
        guard !hasSaidLastWord, context != nil, !machine.isAdmitting, var buffer = received else { return nil }
        received = nil
        defer { if buffer.readableBytes > 0 { received = buffer } }
        return try decoder.decode(buffer: &buffer)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        guard context.channel.isWritable, case .viewer(let viewer) = role else { return }
        viewer.becameWritable()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed where hasSaidLastWord:
            context.close(promise: nil)
        case ChannelEvent.inputClosed:
            peerStoppedSending(context: context)
        case is ChannelShouldQuiesceEvent where hasSaidLastWord:
            role = .leaving(LastWord(at: .now()))
            loop.press(connection)
        case is ChannelShouldQuiesceEvent:
            end(saying: .goodbye(Ending(ProtocolError.draining)))
        default:
            context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? ProtocolError { return end(with: error) }
        guard !connection.isTruncation(error) else { return }
        log(.debug, "connection lost", ["error": "\(error)"])
        if connection.hasTLS, !(error is IOError), machine.end() { core.metrics.ended(.tlsBroken) }
        // TLS may take a moment to close, and nobody should wait for that.
        leave(isEnd: false)
        context.close(promise: nil)
    }

    // MARK: What is said

    func send(_ message: Message) {
        guard let context, !hasSaidLastWord else { return }
        let bytes = message.encoded()
        unread = context.channel.isWritable ? 0 : unread + bytes.readableBytes
        guard unread <= Self.unreadBytes else {
            end(with: ProtocolError(.rateExceeded, "This client does not read the answers it asks for; ask less."))
            return
        }
        write(bytes, context)
        if case .viewer(let viewer) = role { viewer.otherWrote() }
    }

    private func write(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        loop.traffic.sent(bytes.readableBytes, by: trafficCarrier)
        context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
    }

    private var trafficCarrier: TrafficCarrier { TrafficCarrier(carrier, isEncrypted: connection.hasTLS) }

    /// Whom the session is with, once it is let in.
    var participant: Participant {
        Participant(
            connection: connection.id,
            peer: connection.peer,
            isEncrypted: connection.isEncrypted,
            carrier: carrier,
            bearer: bearer,
            clientName: clientName,
            since: since
        )
    }

    // MARK: Actions

    private func perform(_ action: SessionStateMachine.Action, context: ChannelHandlerContext) throws(ProtocolError) {
        switch action {
        case .nothing: break
        case .greet: greet(context)
        case .admit(let hello): admit(hello, context: context)
        case .append(let published):
            guard case .publisher(let publisher) = role else { return }
            if try !publisher.receive(published) { wasReplaced() }
            if publisher.mustWait { pauseReading(context) }
        case .requestKeyFrame(let track):
            guard case .viewer(let viewer) = role else { return }
            try connection.charge(WorkPrice.keyFrameRequest, at: .now())
            viewer.requestKeyFrame(of: track)
        case .note(let report):
            log(.debug, "viewer reports", ["received": "\(report.framesReceived)", "missed": "\(report.framesMissed)"])
        case .answer(let ping):
            try connection.charge(WorkPrice.ping, at: .now())
            let now = Int64.now()
            send(.pong(Pong(sent: ping.sent, received: now, answered: now)))
        case .leave(let ending, let endsStream):
            // Health checks come and go without ever saying what they want.
            log(isLetIn ? .info : .debug, "left", ["reason": "\(ending.reason)", "code": "\(ending.code)"])
            leave(isEnd: endsStream)
            close(after: nil)
        }
    }

    private func greet(_ context: ChannelHandlerContext) {
        guard !hasGreeted else { return }
        hasGreeted = true
        var buffer = context.channel.allocator.buffer(capacity: Preface.length)
        Preface.supported.write(to: &buffer)
        write(buffer, context)
    }

    private func admit(_ hello: Hello, context: ChannelHandlerContext) {
        if let stream, hello.stream != stream {
            let reason = "The hello names '\(hello.stream)' at the address of '\(stream)'; connect to its own."
            return end(with: ProtocolError(.invalidStreamName, reason))
        }
        stream = hello.stream
        if let error = connection.refusal(of: hello.role) { return end(with: error) }
        let decision = connection.admit(hello.token).assumeIsolated()
        var isDecided = false
        decision.whenComplete { [self] result in
            isDecided = true
            decided(result, on: hello)
        }
        // Whoever thinks about it longer must not have memory filled meanwhile.
        if !isDecided { pauseReading(context) }
    }

    private func pauseReading(_ context: ChannelHandlerContext) {
        guard !isReadingPaused else { return }
        isReadingPaused = true
        context.channel.setOption(.autoRead, value: false).whenFailure { _ in }
    }

    func resumeReading(_ context: ChannelHandlerContext) {
        guard isReadingPaused else { return }
        isReadingPaused = false
        context.channel.setOption(.autoRead, value: true).whenFailure { _ in }
    }

    private func decided(_ result: Result<Pass, any Error>, on hello: Hello) {
        guard let context, !hasSaidLastWord else { return }
        do {
            let pass = try result.get()
            bearer = pass.bearer
            clientName = hello.clientName
            since = .now()
            try pass.check(hello.role, hello.stream)
            try connection.admitted(pass, as: hello.role)
            switch hello.role {
            case .publish: try publish(hello, context: context)
            case .subscribe, .relay: try subscribe(hello, context: context)
            }
            machine.admitted(as: hello.role)
        } catch let error as ProtocolError {
            end(with: error)
        } catch {
            log(.error, "admission failed", ["error": "\(error)"])
            end(with: ProtocolError(.internalFault, "The relay cannot check this token now; come back later."))
        }
        resumeReading(context)
        digest(context)
    }

    private func publish(_ hello: Hello, context: ChannelHandlerContext) throws(ProtocolError) {
        let (publisher, welcome) = try SessionOpening(connection, hello).publish(self, on: context.channel)
        role = .publisher(publisher)
        loop.press(connection)
        send(.welcome(welcome))
        log(.info, "publishing", ["client": "\(hello.clientName ?? "unnamed")", "epoch": "\(welcome.epoch)"])
    }

    private func subscribe(_ hello: Hello, context: ChannelHandlerContext) throws(ProtocolError) {
        let (viewer, welcome) = try SessionOpening(connection, hello).subscribe(self, by: trafficCarrier, in: context)
        role = .viewer(viewer)
        // One name for all viewers of the stream.
        stream = viewer.stream.name
        send(.welcome(welcome))
        log(.info, "watching", ["client": "\(hello.clientName ?? "unnamed")"])
        viewer.becameWritable()
    }

    // MARK: The end

    func viewerReachedEnd() {
        end(
            saying: .goodbye(Ending(.endOfStream, "The stream has ended.")),
            patience: core.configuration.pingInterval * Keepalive.misses
        )
    }

    func viewerLostTrack() {
        end(with: ProtocolError(.tooSlow, "This viewer reads too slowly to be told what it missed; join again."))
    }

    private func peerStoppedSending(context: ChannelHandlerContext) {
        guard case .none = role else {
            leave(isEnd: false)
            context.close(promise: nil)
            return
        }
        end(with: ProtocolError(.malformedMessage, "The connection ended in the middle of the handshake."))
    }

    func end(with error: ProtocolError) {
        end(saying: .error(Ending(error)))
    }

    func end(saying message: Message, endsStream: Bool = false, patience: TimeAmount? = nil) {
        guard machine.end(), let context else { return }
        if case .error(let ending) = message {
            core.metrics.ended(ending.code)
            log(connection.isQuiet ? .debug : .info, "ended", ["reason": "\(ending.reason)", "code": "\(ending.code)"])
        }
        leave(isEnd: endsStream)
        greet(context)
        close(after: message, patience: patience)
        // Whoever floods the relay is not read any more: its system stops it then.
        if case .error(let ending) = message, ending.code == .rateExceeded { pauseReading(context) }
    }

    /// Says the last word and waits for the peer to close: a moment, or as long as its signs of life come within
    /// `patience`.
    private func close(after message: Message?, patience: TimeAmount? = nil) {
        guard let context, !hasSaidLastWord else { return }
        if let message { write(message.encoded(), context) }
        role = .leaving(LastWord(at: .now(), patience: patience))
        loop.press(connection)
        received = nil
        // One whose hello is still looked at must be read, or the system throws the last word away at the end.
        resumeReading(context)
        context.close(mode: connection.isTold ? .output : .all, promise: nil)
    }

    private func leave(isEnd: Bool) {
        switch role {
        case .none, .leaving: return
        case .publisher(let publisher): publisher.leave(isEnd: isEnd)
        case .viewer(let viewer): unsentAtEnd = viewer.leave()
        }
        role = .none
        log(.info, "gone")
    }
}
