import Logging
import NIOCore
import NIOExtras
import Platform
import StreamProtocol

/// Serves one connection: passes events to the ``SessionStateMachine`` and does what its actions say.
final class SessionHandler: ChannelInboundHandler, ConnectionHandler, ViewerSessionDelegate {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer
    typealias Machine = SessionStateMachine<PublisherSession, ViewerSession, ListingSession>

    private let connection: Connection
    private let carrier: Connection.Carrier
    private var context: ChannelHandlerContext?
    private var machine: Machine
    private var inbound: InboundBuffer<MessageDecoder>
    /// What the channel holds for a viewer or a list whose session has ended.
    private(set) var unsentAtEnd = UnsentMessages()

    private var loop: RelayLoop { connection.loop }
    private var core: RelayCore { loop.core }
    private var trafficCarrier: TrafficCarrier { TrafficCarrier(carrier, isEncrypted: connection.hasTLS) }
    var publisher: PublisherSession? { machine.publisher }
    var viewer: ViewerSession? { machine.viewer }
    var lister: ListingSession? { machine.lister }

    init(connection: Connection, carrier: Connection.Carrier, stream: StreamName? = nil) {
        self.connection = connection
        self.carrier = carrier
        let configuration = connection.loop.core.configuration
        machine = Machine(
            handshakeDeadline: connection.handshakeDeadline,
            pingInterval: configuration.pingInterval,
            stream: stream,
            now: .now()
        )
        let decoder = MessageDecoder(from: .client, maximumFrameLength: configuration.limits.frameLength)
        inbound = InboundBuffer(decoder)
    }

    /// The peer as operators and other connections see it, once it is admitted.
    var participant: Participant {
        Participant(
            connection: connection.id,
            peer: connection.peer,
            isEncrypted: connection.isEncrypted,
            carrier: carrier,
            bearer: machine.identity.bearer,
            clientName: machine.identity.clientName,
            since: machine.identity.admittedAt
        )
    }

    // MARK: Channel events

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        connection.connectionHandler = self
        connection.session = self
        log(.debug, "session opened")
    }

    func channelInactive(context: ChannelHandlerContext) {
        self.context = nil
        perform(machine.channelInactive())
        unsentAtEnd.removeAll(in: core.memory)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let now = NIODeadline.now()
        let bytes = unwrapInboundIn(data)
        let count = bytes.readableBytes
        loop.traffic.received(count)
        guard case .accept(let publisher) = machine.bytesReceived(at: now) else { return }
        publisher?.handle.recordActivity(at: now)
        do throws(ProtocolError) {
            try connection.charge(count, at: now)
            try publisher?.reception.grow(by: count, after: inbound.writerIndex, at: now)
        } catch {
            return fail(error)
        }
        inbound.append(bytes)
        decode()
    }

    /// Decodes the messages that have arrived, and acts on them.
    private func decode() {
        guard machine.beginDecoding() else { return }
        var messages = 0
        do throws(ProtocolError) {
            while machine.mayDecode, let input = try inbound.next() {
                messages += 1
                perform(machine.received(input, at: .now()))
            }
        } catch {
            fail(error)
        }
        perform(machine.endDecoding(messages: messages))
        inbound.discardReadBytes()
        publisher?.reception.compact(&inbound, consumedMessage: messages > 0)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        guard context.channel.isWritable else { return }
        viewer?.becameWritable()
        if let lister = machine.lister { sendChanges(of: lister) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed: perform(machine.inputClosed(at: .now()))
        case is ChannelShouldQuiesceEvent: perform(machine.draining(Ending(ProtocolError.draining), at: .now()))
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? ProtocolError { return fail(error) }
        guard !connection.isTruncation(error) else { return }
        log(.debug, "connection lost", ["error": "\(error)"])
        perform(machine.channelFailed(isTLSFailure: connection.hasTLS && !(error is IOError)))
    }

    // MARK: Events of the loop, the stream and the operator

    func tick(at now: NIODeadline) {
        perform(machine.tick(at: now))
        sendViewerCount()
        if publisher?.mustWait == false { perform(machine.resumeReading()) }
    }

    /// The relay needs the memory that this connection holds.
    func evict(because error: ProtocolError) { perform(machine.evicted(because: error, at: .now())) }

    /// The same publisher has connected again.
    func wasReplaced() { perform(machine.replaced(at: .now())) }

    /// The operator ends the connection for good.
    ///
    /// - Parameter endsStream: Whether the stream that it publishes ends, so that viewers wait for no other publisher.
    func dismiss(endsStream: Bool) { perform(machine.failed(.dismissed, endsStream: endsStream, at: .now())) }

    /// The relay ends the session because of an error.
    private func fail(_ error: ProtocolError) { perform(machine.failed(error, at: .now())) }

    func viewerReachedEnd() { perform(machine.streamEnded(at: .now())) }

    func viewerGapLedgerOverflowed() { fail(.gapLedgerOverflowed) }

    /// Tells a publisher the number of its viewers, if it has changed.
    func sendViewerCount() {
        if let count = publisher?.changedViewerCount() { send(.viewerCount(count)) }
    }

    func sendKeyFrameRequest(of track: TrackID) {
        core.metrics.recordKeyFrameRequest()
        send(.keyFrameRequest(KeyFrameRequest(track: track)))
    }

    private func send(_ message: Message) {
        guard let context else { return }
        perform(machine.send(message.encoded(), isWritable: context.channel.isWritable, at: .now()))
    }

    // MARK: Actions

    private func perform(_ action: Machine.Action) {
        do throws(ProtocolError) {
            try attempt(action)
        } catch {
            fail(error)
        }
    }

    private func attempt(_ action: Machine.Action) throws(ProtocolError) {
        switch action {
        case .none: break
        case .sendPreface: writePreface()
        case .admit(let hello): try admit(hello)
        case .welcome(let welcome, let viewer): start(viewer, with: welcome)
        case .welcomeLister(let welcome, let lister):
            loop.enableFastTicks(connection)
            send(.welcome(welcome))
            log(.info, "listing", ["client": "\(machine.identity.clientName ?? "unnamed")"])
            sendChanges(of: lister)
        case .updateList(let lister):
            sendChanges(of: lister)
            checkToken(of: lister)
            perform(machine.listUpdated(at: .now()))
        case .append(let message, let publisher):
            if try !publisher.receive(message) {
                wasReplaced()
            } else if publisher.mustWait {
                perform(machine.pauseReading())
            }
        case .requestKeyFrame(let track, let viewer):
            try connection.charge(WorkCost.keyFrameRequest, at: .now())
            viewer.requestKeyFrame(of: track)
        case .logReport(let report):
            log(
                .debug,
                "receiver report",
                ["received": "\(report.framesReceived)", "missed": "\(report.framesMissed)"]
            )
        case .recordViewers(let count, let viewer): viewer.recordViewers(count)
        case .answer(let ping):
            try connection.charge(WorkCost.ping, at: .now())
            let now = SystemClock.wallTime
            send(.pong(Pong(sent: ping.sent, received: now, answered: now)))
        case .charge(let messages): try connection.charge(messages * WorkCost.message, at: .now())
        case .write(let bytes, let viewer):
            write(bytes)
            viewer?.controlMessageWritten()
        case .setReading(let isReading): setReading(isReading)
        case .checkProgress(let viewer):
            let now = NIODeadline.now()
            perform(machine.progressChecked(viewer.checkProgress(at: now), at: now))
        case .ping(let viewer): ping(viewer)
        case .checkLinger(let readsAcknowledgedBytes, let now): checkLinger(readsAcknowledgedBytes, at: now)
        case .close(let closing): close(closing)
        case .closeChannel(let departure, let failure):
            if let failure { core.metrics.connectionFailed(failure) }
            end(departure)
            context?.close(promise: nil)
        case .abort: abort()
        }
    }

    private func admit(_ hello: Hello) throws(ProtocolError) {
        if let error = connection.refusal(of: hello.role) { throw error }
        let decision = connection.admit(hello.token).assumeIsolated()
        var isDecided = false
        decision.whenComplete { [self] result in
            isDecided = true
            admissionDecided(result, on: hello)
        }
        // Nothing may fill the memory while the token is checked.
        if !isDecided { perform(machine.pauseReading()) }
    }

    private func admissionDecided(_ result: Result<Permissions, any Error>, on hello: Hello) {
        guard let context, machine.isAdmitting else { return }
        do {
            let permissions = try result.get()
            machine.identified(bearer: permissions.bearer, clientName: hello.clientName, at: SystemClock.wallTime)
            try permissions.check(hello.role, hello.stream)
            try connection.admitted(permissions, as: hello.role)
            switch hello.role {
            case .publish:
                let (publisher, welcome) = try PublisherSession.begin(hello, for: self, connection, context.channel)
                perform(machine.beganPublishing(publisher, welcome))
            case .subscribe, .relay:
                let (viewer, welcome) = try ViewerSession.begin(hello, for: self, connection, trafficCarrier, context)
                perform(machine.beganViewing(viewer, of: viewer.stream.name, welcome))
            case .list:
                let (lister, welcome) = try ListingSession.begin(hello, permissions, connection)
                perform(machine.beganListing(lister, welcome))
            }
        } catch let error as ProtocolError {
            fail(error)
        } catch {
            log(.error, "admission failed", ["error": "\(error)"])
            fail(ProtocolError(.internalFault, "The relay cannot check this token now; come back later."))
        }
        perform(machine.resumeReading())
        decode()
    }

    /// Sends a client that lists streams what it does not know, unless it has not read what was sent before.
    private func sendChanges(of lister: ListingSession) {
        guard let context else { return }
        let now = NIODeadline.now()
        if context.channel.unsentBytes ?? 0 == 0 { for message in lister.takeTurn(at: now) { send(.streams(message)) } }
        if machine.lister == lister { lister.updateUnsent(context.channel.unsentBytes ?? 0, at: now) }
    }

    /// Finds out whether the token still allows what it did. A relay that cannot check it now does so later.
    private func checkToken(of lister: ListingSession) {
        guard let check = lister.tokenCheck(at: .now()) else { return }
        check.assumeIsolated().whenComplete { [self] result in
            guard machine.lister == lister else { return }
            if let error = lister.tokenChecked(result) { fail(error) }
        }
    }

    private func start(_ viewer: ViewerSession?, with welcome: Welcome) {
        if viewer == nil { loop.enableFastTicks(connection) }
        send(.welcome(welcome))
        var metadata: Logger.Metadata = ["client": "\(machine.identity.clientName ?? "unnamed")"]
        if viewer == nil { metadata["epoch"] = "\(welcome.epoch)" }
        log(.info, viewer == nil ? "publishing" : "watching", metadata)
        viewer?.becameWritable()
    }

    private func ping(_ viewer: ViewerSession?) {
        if viewer?.hasReceivedFramesSincePing() == true { return machine.recordProgress(at: .now()) }
        let sent = SystemClock.wallTime
        machine.pingSent(sent)
        send(.ping(Ping(sent: sent)))
    }

    private func checkLinger(_ readsAcknowledgedBytes: Bool, at now: NIODeadline) {
        if unsentAtEnd.bytes > 0, let unsent = context?.channel.unsentBytes {
            unsentAtEnd.update(unsent, in: core.memory)
        }
        let acknowledged = readsAcknowledgedBytes ? context?.socket.flatMap(SendQueue.acknowledgedBytes(of:)) : nil
        perform(machine.lingerChecked(acknowledged: acknowledged, at: now))
    }

    private func close(_ closing: Machine.Closing) {
        record(closing)
        end(closing.departure)
        loop.enableFastTicks(connection)
        inbound.removeAll()
        if closing.sendsPreface { writePreface() }
        switch closing.reason {
        case .error(let ending): write(Message.error(ending).encoded())
        case .goodbye(let ending): write(Message.goodbye(ending).encoded())
        case .peer: break
        }
        if let isReading = closing.reading { setReading(isReading) }
        context?.close(mode: connection.allowsLingeringClose ? .output : .all, promise: nil)
        if closing.isImmediate { abort() }
    }

    /// Closes the channel at once. TLS would first wait for the peer's `close_notify`, and hold what is unsent.
    private func abort() {
        let tls = connection.tlsHandler.flatMap { try? context?.pipeline.syncOperations.context(handler: $0) }
        (tls ?? context)?.close(promise: nil)
    }

    private func record(_ closing: Machine.Closing) {
        let isAdmitted = closing.departure != nil
        switch closing.reason {
        case .error(let ending):
            core.metrics.connectionEnded(ending.code)
            let level: Logger.Level = connection.isRefusalLogSuppressed ? .debug : .info
            log(level, isAdmitted ? "session ended" : "connection refused", ending.metadata)
        case .goodbye: break
        // Health checks leave before they are admitted, and need no line in the log.
        case .peer(let ending): log(isAdmitted ? .info : .debug, "goodbye received", ending.metadata)
        }
    }

    private func end(_ departure: Machine.Departure?) {
        switch departure {
        case nil: return
        case .publisher(let publisher, let endsStream): publisher.close(endsStream: endsStream)
        case .viewer(let viewer): unsentAtEnd = viewer.close()
        case .lister(let lister): unsentAtEnd = lister.close()
        }
        log(.info, "session closed")
    }

    private func setReading(_ isReading: Bool) {
        context?.channel.setOption(.autoRead, value: isReading).whenFailure { _ in }
    }

    private func writePreface() {
        guard let context else { return }
        var buffer = context.channel.allocator.buffer(capacity: Preface.length)
        Preface.supported.write(to: &buffer)
        write(buffer)
    }

    private func write(_ bytes: ByteBuffer) {
        guard let context else { return }
        loop.traffic.sent(bytes.readableBytes, by: trafficCarrier)
        context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
    }

    private func log(
        _ level: Logger.Level,
        _ message: Logger.Message,
        _ metadata: @autoclosure () -> Logger.Metadata = [:]
    ) {
        guard core.logger.logLevel <= level else { return }
        var metadata = metadata()
        if let stream = machine.identity.stream, stream != .empty { metadata["stream"] = "\(stream)" }
        if let bearer = machine.identity.bearer { metadata["bearer"] = "\(bearer)" }
        metadata["peer"] = "\(connection.peerName)"
        core.logger.log(level: level, message, metadata: metadata)
    }
}

extension Ending {
    fileprivate var metadata: Logger.Metadata { ["reason": "\(reason)", "code": "\(code)"] }
}

extension ProtocolError {
    fileprivate static let dismissed = ProtocolError(.dismissed, "The relay's operator ended this connection.")
    fileprivate static let gapLedgerOverflowed = ProtocolError(
        .tooSlow,
        "This viewer reads too slowly to be told what it missed; join again."
    )
}
