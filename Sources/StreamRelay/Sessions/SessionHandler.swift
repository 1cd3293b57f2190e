import Logging
import NIOCore
import NIOExtras
import Platform
import StreamProtocol

/// Serves one connection: passes events to the ``SessionStateMachine`` and does what its actions say.
final class SessionHandler: ChannelInboundHandler, RemovableChannelHandler, ConnectionHandler,
    ViewerSessionDelegate
{
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer
    typealias Machine = SessionStateMachine<PublisherSession, ViewerSession, ListingSession>

    private(set) var channel: SessionChannel
    /// How a viewer needs its frames; `nil` for the publisher's own messages.
    let wrapping: (any FrameWrapping)?
    private var machine: Machine
    private var inbound: InboundBuffer<MessageDecoder>
    /// Where the hello waits for a relay upstream.
    private var upstreamWait: Pulls.Wait?

    private var connection: Connection { channel.connection }
    private var loop: RelayLoop { connection.loop }
    private var core: RelayCore { loop.core }
    var publisher: PublisherSession? { machine.publisher }
    var viewer: ViewerSession? { machine.viewer }
    var lister: ListingSession? { machine.lister }

    init(
        connection: Connection,
        carrier: Connection.Carrier,
        stream: StreamName? = nil,
        wrapping: (any FrameWrapping)? = nil
    ) {
        self.wrapping = wrapping
        channel = SessionChannel(connection, over: carrier)
        let configuration = connection.loop.core.configuration
        machine = Machine(
            handshakeDeadline: connection.handshakeDeadline,
            pingInterval: configuration.pingInterval,
            stream: stream,
            now: .now()
        )
        inbound = InboundBuffer(MessageDecoder(from: .client, maximumFrameLength: configuration.limits.frameLength))
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
        channel.releaseUnsent()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        channel.context = nil
        channel.releaseUnsent()
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
            inbound.append(bytes)
            decode(at: now)
        } catch {
            fail(error)
        }
        // At the end, because a write that fails may bring more bytes and end the session.
        if publisher != nil, let count = self.publisher?.dueViewerCount(at: now) { send(.viewerCount(count)) }
    }

    /// Decodes the messages that have arrived, and acts on them.
    private func decode(at now: NIODeadline) {
        guard machine.beginDecoding() else { return }
        var messages = 0
        do throws(ProtocolError) {
            while machine.mayDecode {
                if let publisher, let frame = try inbound.nextFrame() {
                    messages += 1
                    try append(frame, to: publisher, at: now)
                } else {
                    guard let input = try inbound.next() else { break }
                    messages += 1
                    perform(machine.received(input, at: now))
                }
            }
            messages += inbound.takeSkippedMessages()
            if messages > 0, machine.chargesMessages { try connection.charge(messages * WorkCost.message, at: now) }
        } catch {
            fail(error)
        }
        machine.endDecoding()
        inbound.discardReadBytes()
        publisher?.reception.compact(&inbound, consumedMessage: messages > 0)
    }

    /// Appends a frame to the stream. The machine has no part in that: no state of the session depends on a frame.
    private func append(_ frame: Frame, to publisher: PublisherSession, at now: NIODeadline) throws(ProtocolError) {
        guard try publisher.receive(frame, at: now) else { return wasReplaced() }
        if publisher.mustWait { pausePublisher() }
    }

    /// Reads nothing more until a tick finds that the publisher may go on.
    private func pausePublisher() {
        perform(machine.pauseReading())
        loop.enableFastTicks(connection)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { resumeWriting() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed: perform(machine.inputClosed(at: .now()))
        case is ChannelShouldQuiesceEvent: perform(machine.draining(loop.goodbye(to: self), at: .now()))
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? ProtocolError { return fail(error) }
        guard !connection.isTruncation(error) else { return }
        // One that lingers is lost to the system's own timer.
        if machine.isOpen { log(.connectionLost(error)) }
        perform(machine.channelFailed(isTLSFailure: connection.hasTLS && !(error is IOError)))
    }

    // MARK: Events of the loop, the stream and the operator

    func tick(at now: NIODeadline) {
        if let viewer {
            let action = machine.tick(at: now, progress: viewer.checkProgress(at: now))
            // Most ticks of thousands of viewers.
            if case .none = action { return }
            return perform(action)
        }
        perform(machine.tick(at: now))
        sendViewerCount()
        // A write that fails may end the session.
        guard publisher?.mayGoOn == true else { return }
        perform(machine.resumeReading())
        loop.disableFastTicks(connection)
    }

    /// The relay needs the memory that this connection holds.
    func evict(because error: ProtocolError) { perform(machine.evicted(because: error, at: .now())) }

    /// The same publisher has connected again.
    func wasReplaced() { perform(machine.replaced(at: .now())) }

    /// The operator ends the connection for good.
    ///
    /// - Parameter endsStream: Whether the stream that it publishes ends, so that viewers wait for no other publisher.
    func dismiss(endsStream: Bool) { perform(machine.failed(.dismissed, endsStream: endsStream, at: .now())) }

    /// The client must connect again, or there is nothing more for it.
    func end(with ending: Ending) {
        perform(machine.ended(with: ending, at: .now()))
    }

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

    /// A relay also learns when frames came here, in the same write.
    private func answer(_ ping: Ping) {
        let (now, wallTime) = (NIODeadline.now(), SystemClock.wallTime)
        var bytes = ProtocolMessage.pong(Pong(answering: ping, at: wallTime)).encoded()
        if let arrivals = viewer?.arrivals(at: now, wallTime: wallTime) {
            ProtocolMessage.arrivals(arrivals).write(to: &bytes)
        }
        send(bytes)
    }

    private func send(_ message: ProtocolMessage) { send(message.encoded()) }

    private func send(_ bytes: ByteBuffer) {
        perform(machine.send(bytes, isWritable: channel.isWritable, at: .now()))
    }

    // MARK: Actions

    private func perform(_ action: Machine.Action) {
        do throws(ProtocolError) {
            switch action {
            case .none: break
            case .sendPreface: channel.writePreface()
            case .admit(let hello): try admit(hello)
            case .welcome(let welcome, let role):
                if role.needsFastTicks { loop.enableFastTicks(connection) }
                send(.welcome(welcome))
                log(role.logEvent(welcome))
                resumeWriting()
            case .updateList(let lister):
                resumeWriting()
                lister.checkToken(at: .now()) { [self] error in fail(error) }
                perform(machine.listUpdated(at: .now()))
            case .append(let message, let publisher):
                guard try publisher.receive(message) else { return wasReplaced() }
                if publisher.mustWait { pausePublisher() }
            case .requestKeyFrame(let track, let viewer):
                try connection.charge(WorkCost.keyFrameRequest, at: .now())
                viewer.requestKeyFrame(of: track)
            case .takeReport(let report, let viewer):
                viewer.takeReport(report, at: .now())
                log(.receiverReport(report))
            case .recordViewers(let count, let viewer): viewer.recordViewers(count)
            case .answer(let ping):
                try connection.charge(WorkCost.ping, at: .now())
                answer(ping)
            case .write(let bytes, let viewer):
                channel.write(bytes)
                viewer?.controlMessageWritten()
            case .setReading(let isReading): channel.setReading(isReading)
            case .checkFrames(let viewer):
                let received = viewer?.hasReceivedFramesSincePing() ?? false
                perform(machine.framesChecked(hasReceivedFrames: received, wallTime: SystemClock.wallTime, at: .now()))
            case .ping(let ping): send(.ping(ping))
            case .checkLinger(let now):
                channel.countUnsent()
                perform(machine.lingerChecked(channel.delivery, at: now))
            case .close(let closing): close(closing)
            case .closeChannel(let departure, let failure):
                if let failure { core.metrics.connectionFailed(failure) }
                end(departure)
                channel.close()
            case .abort: channel.abort()
            }
        } catch {
            fail(error)
        }
    }

    private func admit(_ hello: Hello) throws(ProtocolError) {
        if let error = connection.refusal(of: hello.role) { throw error }
        connection.admit(hello.token).assumeIsolated().whenComplete { [self] in admissionDecided($0, on: hello) }
        // Nothing may fill the memory while the token is checked.
        if machine.isAdmitting { perform(machine.pauseReading()) }
    }

    private func admissionDecided(_ result: Result<Permissions, any Error>, on hello: Hello) {
        guard let context = channel.context, machine.isAdmitting else { return }
        do {
            let permissions = try result.get()
            machine.identified(bearer: permissions.bearer, clientName: hello.clientName, at: SystemClock.wallTime)
            try Machine.Role.check(hello, permissions, connection)
            if let ending = try core.redirect(for: hello, on: connection, over: channel.carrier) {
                core.metrics.redirected()
                return end(with: ending)
            }
            guard let wait = try joinUpstream(hello, context) else { return begin(hello, permissions) }
            machine.awaitUpstream()
            upstreamWait = wait
            wait.future.assumeIsolated().whenComplete { [self] result in
                upstreamWait = nil
                if case .failure(let error) = result { return admissionFailed(error) }
                begin(hello, permissions)
            }
        } catch {
            admissionFailed(error)
        }
    }

    private func begin(_ hello: Hello, _ permissions: Permissions) {
        guard let context = channel.context, machine.isAdmitting else { return }
        do throws(ProtocolError) {
            let (role, stream, welcome) = try Machine.Role.begin(hello, permissions, for: self, channel, context)
            perform(machine.began(role, of: stream, welcome))
            resumeAfterAdmission()
        } catch {
            admissionFailed(error)
        }
    }

    private func admissionFailed(_ error: any Error) {
        guard machine.isAdmitting else { return }
        if !(error is ProtocolError) { log(.admissionFailed(error)) }
        fail(error as? ProtocolError ?? .uncheckedToken)
        resumeAfterAdmission()
    }

    private func resumeAfterAdmission() {
        perform(machine.resumeReading())
        decode(at: .now())
    }

    /// The stream of a viewer may have to come from another relay first.
    private func joinUpstream(
        _ hello: Hello,
        _ context: ChannelHandlerContext
    ) throws(ProtocolError) -> Pulls.Wait? {
        guard hello.role == .subscribe || hello.role == .relay else { return nil }
        return try core.pulls.join(hello, from: connection.registration, in: core, on: context.eventLoop)
    }

    /// Writes what waits for a viewer, or sends a client that lists streams what it does not know.
    private func resumeWriting() {
        viewer?.becameWritable()
        guard let lister else { return }
        let now = NIODeadline.now()
        for message in lister.takeTurn(unsent: channel.unsentBytes ?? 0, at: now) { send(.streams(message)) }
        if self.lister == lister { lister.updateUnsent(channel.unsentBytes ?? 0, at: now) }
    }

    private func close(_ closing: Machine.Closing) {
        if case .error(let ending) = closing.reason { core.metrics.connectionEnded(ending.code) }
        if let event = closing.logEvent(isSuppressed: connection.isRefusalLogSuppressed) { log(event) }
        end(closing.departure)
        loop.enableFastTicks(connection)
        inbound.removeAll()
        if closing.sendsPreface { channel.writePreface() }
        if let message = closing.message { channel.write(message.encoded()) }
        if let isReading = closing.reading { channel.setReading(isReading) }
        channel.closeOutput()
        if closing.isImmediate { channel.abort() }
    }

    private func end(_ departure: Machine.Departure?) {
        upstreamWait?.leave()
        guard let departure else { return }
        channel.unsentAtEnd = departure.role.end(endsStream: departure.endsStream)
        channel.end = .now()
        log(.closed)
    }

    private func log(_ event: SessionLogEvent) {
        guard core.logger.logLevel <= event.level else { return }
        let metadata = event.metadata(of: machine.identity, at: connection.peerName)
        core.logger.log(level: event.level, event.message, metadata: metadata)
    }
}
