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

    private var channel: SessionChannel
    private var machine: Machine
    private var inbound: InboundBuffer<MessageDecoder>
    /// What the channel holds for a viewer or a list whose session has ended.
    private(set) var unsentAtEnd = UnsentMessages()

    private var connection: Connection { channel.connection }
    private var loop: RelayLoop { connection.loop }
    private var core: RelayCore { loop.core }
    var publisher: PublisherSession? { machine.publisher }
    var viewer: ViewerSession? { machine.viewer }
    var lister: ListingSession? { machine.lister }

    init(connection: Connection, carrier: Connection.Carrier, stream: StreamName? = nil) {
        channel = SessionChannel(connection, over: carrier)
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
    var participant: Participant { Participant(machine.identity, of: connection, over: channel.carrier) }

    // MARK: Channel events

    func handlerAdded(context: ChannelHandlerContext) {
        channel.context = context
        connection.connectionHandler = self
        connection.session = self
        log(.opened)
    }

    func channelInactive(context: ChannelHandlerContext) {
        channel.context = nil
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
        log(.connectionLost(error))
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
        guard channel.context != nil else { return }
        perform(machine.send(message.encoded(), isWritable: channel.isWritable, at: .now()))
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
        case .sendPreface: channel.writePreface()
        case .admit(let hello): try admit(hello)
        case .welcome(let welcome, let role): start(role, with: welcome)
        case .updateList(let lister):
            sendChanges(of: lister)
            lister.checkToken(at: .now()) { [self] error in fail(error) }
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
        case .logReport(let report): log(.receiverReport(report))
        case .recordViewers(let count, let viewer): viewer.recordViewers(count)
        case .answer(let ping):
            try connection.charge(WorkCost.ping, at: .now())
            let now = SystemClock.wallTime
            send(.pong(Pong(sent: ping.sent, received: now, answered: now)))
        case .charge(let messages): try connection.charge(messages * WorkCost.message, at: .now())
        case .write(let bytes, let viewer):
            channel.write(bytes)
            viewer?.controlMessageWritten()
        case .setReading(let isReading): channel.setReading(isReading)
        case .checkProgress(let viewer):
            let now = NIODeadline.now()
            perform(machine.progressChecked(viewer.checkProgress(at: now), at: now))
        case .checkFrames(let viewer):
            let hasReceivedFrames = viewer?.hasReceivedFramesSincePing() ?? false
            let wallTime = SystemClock.wallTime
            perform(machine.framesChecked(hasReceivedFrames: hasReceivedFrames, wallTime: wallTime, at: .now()))
        case .ping(let ping): send(.ping(ping))
        case .checkLinger(let readsAcknowledgedBytes, let now): checkLinger(readsAcknowledgedBytes, at: now)
        case .close(let closing): close(closing)
        case .closeChannel(let departure, let failure):
            if let failure { core.metrics.connectionFailed(failure) }
            end(departure)
            channel.close()
        case .abort: channel.abort()
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
        guard let context = channel.context, machine.isAdmitting else { return }
        do {
            let permissions = try result.get()
            machine.identified(bearer: permissions.bearer, clientName: hello.clientName, at: SystemClock.wallTime)
            try permissions.check(hello.role, hello.stream)
            try connection.admitted(permissions, as: hello.role)
            let (role, stream, welcome) = try Machine.Role.begin(hello, permissions, for: self, channel, context)
            perform(machine.began(role, of: stream, welcome))
        } catch let error as ProtocolError {
            fail(error)
        } catch {
            log(.admissionFailed(error))
            fail(.uncheckedToken)
        }
        perform(machine.resumeReading())
        decode()
    }

    private func start(_ role: Machine.Role, with welcome: Welcome) {
        if role.needsFastTicks { loop.enableFastTicks(connection) }
        send(.welcome(welcome))
        log(role.logEvent(welcome))
        switch role {
        case .publisher: break
        case .viewer(let viewer): viewer.becameWritable()
        case .lister(let lister): sendChanges(of: lister)
        }
    }

    /// Sends a client that lists streams what it does not know, unless it has not read what was sent before.
    private func sendChanges(of lister: ListingSession) {
        guard channel.context != nil else { return }
        let now = NIODeadline.now()
        if channel.unsentBytes ?? 0 == 0 { for message in lister.takeTurn(at: now) { send(.streams(message)) } }
        if machine.lister == lister { lister.updateUnsent(channel.unsentBytes ?? 0, at: now) }
    }

    private func checkLinger(_ readsAcknowledgedBytes: Bool, at now: NIODeadline) {
        if unsentAtEnd.bytes > 0, let unsent = channel.unsentBytes {
            unsentAtEnd.update(unsent, in: core.memory)
        }
        let acknowledged = readsAcknowledgedBytes ? channel.acknowledgedBytes : nil
        perform(machine.lingerChecked(acknowledged: acknowledged, at: now))
    }

    private func close(_ closing: Machine.Closing) {
        record(closing)
        end(closing.departure)
        loop.enableFastTicks(connection)
        inbound.removeAll()
        if closing.sendsPreface { channel.writePreface() }
        switch closing.reason {
        case .error(let ending): channel.write(Message.error(ending).encoded())
        case .goodbye(let ending): channel.write(Message.goodbye(ending).encoded())
        case .peer: break
        }
        if let isReading = closing.reading { channel.setReading(isReading) }
        channel.closeOutput()
        if closing.isImmediate { channel.abort() }
    }

    private func record(_ closing: Machine.Closing) {
        let isAdmitted = closing.departure != nil
        switch closing.reason {
        case .error(let ending):
            core.metrics.connectionEnded(ending.code)
            log(.failed(ending, isAdmitted: isAdmitted, isSuppressed: connection.isRefusalLogSuppressed))
        case .goodbye: break
        case .peer(let ending): log(.goodbyeReceived(ending, isAdmitted: isAdmitted))
        }
    }

    private func end(_ departure: Machine.Departure?) {
        guard let departure else { return }
        switch departure.role {
        case .publisher(let publisher): publisher.close(endsStream: departure.endsStream)
        case .viewer(let viewer): unsentAtEnd = viewer.close()
        case .lister(let lister): unsentAtEnd = lister.close()
        }
        log(.closed)
    }

    private func log(_ event: SessionLogEvent) {
        guard core.logger.logLevel <= event.level else { return }
        let metadata = event.metadata(of: machine.identity, at: connection.peerName)
        core.logger.log(level: event.level, event.message, metadata: metadata)
    }
}
