import Logging
import NIOCore
import NIOExtras
import NIOTLS
import StreamProtocol

/// The first handler of a connection: it connects the channel to a ``ProtocolDetectionStateMachine``, and adds the
/// handlers of the protocol that the client speaks.
final class ProtocolDetectionHandler: ChannelInboundHandler, RemovableChannelHandler, ConnectionHandler, TurnTaker {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let loop: RelayLoop
    private var connection: Connection?
    private var context: ChannelHandlerContext?
    private var machine: ProtocolDetectionStateMachine

    private var handlers: ProtocolHandlers { loop.core.protocolHandlers }

    init(loop: RelayLoop) {
        self.loop = loop
        machine = ProtocolDetectionStateMachine(refusalTimeout: loop.core.configuration.limits.refusal)
    }

    // MARK: Events

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        let (connection, decision) = loop.open(context.channel)
        connection.connectionHandler = self
        self.connection = connection
        // Its bytes can still be read, but not whose they are: the header of a trusted proxy would look like a forgery.
        guard !context.channel.wasResetBeforeAccept else { return perform(machine.failed(hasTLS: false)) }
        perform(machine.opened(decision, deadline: connection.handshakeDeadline, at: .now()))
        if loop.isDraining { machine.drain(.draining, at: .now()) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // When a write of the next handler fails, NIO reads all that is left, while this handler is not removed yet.
        guard !machine.hasHandedOver else { return context.fireChannelRead(data) }
        machine.received(unwrapInboundIn(data))
        performNext()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard !machine.hasHandedOver else { return context.fireUserInboundEventTriggered(event) }
        switch event {
        case ChannelEvent.inputClosed: perform(machine.inputClosed())
        case is ChannelShouldQuiesceEvent: machine.drain(.draining, at: .now())
        case TLSUserEvent.handshakeCompleted:
            machine.tlsReady()
            context.fireUserInboundEventTriggered(event)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !machine.hasHandedOver else { return context.fireErrorCaught(error) }
        guard let connection, !connection.isTruncation(error) else { return }
        connection.logDebug("connection lost before the hello", because: error)
        perform(machine.failed(hasTLS: connection.hasTLS))
    }

    func tick(at now: NIODeadline) {
        let hasTLS = connection?.hasTLS ?? false
        perform(machine.tick(at: now, hasTLS: hasTLS, restriction: connection?.publishOnlyReason))
    }

    /// The loop has time for a handshake of TLS. A thousand clients that come at once would delay everyone's frames.
    /// What follows the first bytes, such as the rest of a hello that comes in parts, waits for nothing.
    func takeTurn(at now: NIODeadline) {
        performNext(hasTurn: true)
        setReading(true)
    }

    // MARK: Actions

    private func performNext(hasTurn: Bool = false) {
        guard let connection else { return }
        let configuration = loop.core.configuration
        let allowed = ProtocolDetectionStateMachine.Context(
            hasTLS: connection.hasTLS,
            mayStayUnencrypted: connection.isEncrypted || configuration.acceptsUnencrypted(from: connection.peer),
            mayOmitProxyHeader: configuration.proxyHeaderIsOptional,
            servesTLS: handlers.tls != nil,
            servesHTTP: handlers.http != nil,
            hasTurn: hasTurn
        )
        perform(machine.next(allowed, at: .now()))
    }

    private func perform(_ action: ProtocolDetectionStateMachine.Action) {
        guard let context, let connection else { return }
        switch action {
        case .nothing: break
        case .identify(let header):
            perform(machine.apply(connection.identify(by: header), at: .now()))
            performNext()
        case .identifyByAddress:
            perform(machine.apply(connection.identifyByAddress(), at: .now()))
            performNext()
        case .restrictToPublishing(let error, let allowsLingeringClose):
            connection.restrictToPublishing(because: error, allowsLingeringClose: allowsLingeringClose)
            machine.deadlineChanged(connection.handshakeDeadline)
        case .recordEnd(let error): connection.recordEnd(with: error)
        case .drop(let error):
            connection.recordEnd(with: error)
            context.close(promise: nil)
        case .awaitTurn:
            guard connection.takeTLSHandshake() else {
                return perform(machine.refuse(refusal(of: connection), .tls, at: .now()))
            }
            loop.turns.runOrEnqueue(self, as: .handshake, at: .now())
            if machine.isAwaitingTurn { setReading(false) }
        case .startTLS(let bytes):
            start(.tls, context) { () throws in try startTLS(bytes, connection, context) }
        case .startHTTP(let bytes):
            start(.http, context) { () throws in try startHTTP(bytes, connection, context) }
        case .startSession(let bytes):
            start(.streamd, context) { () throws in
                try context.pipeline.syncOperations.addHandler(connection.makeSession(over: .streamd))
                forwardAndRemoveSelf(bytes, context)
            }
        case .refuse(let error, let detected, let isCounted):
            if !isCounted { connection.recordRefusal(because: error) }
            let message = refusalMessage(error, speaking: detected, connection)
            context.writeAndFlush(wrapOutboundOut(message), promise: nil)
            // If bytes of the client were unread, the system would take the refusal back.
            if machine.isAwaitingTurn { setReading(true) }
            context.close(mode: connection.allowsLingeringClose ? .output : .all, promise: nil)
        case .closeUnanswered(let error):
            connection.recordRefusal(because: error)
            context.close(promise: nil)
        case .close(let failure):
            if let failure { loop.core.metrics.connectionFailed(failure) }
            context.close(promise: nil)
        }
    }

    private func setReading(_ isReading: Bool) {
        try? context?.channel.syncOptions?.setOption(.autoRead, value: isReading)
    }

    /// Adds handlers. Refuses the client if a limit does not allow it.
    private func start(_ detected: DetectedProtocol, _ context: ChannelHandlerContext, _ body: () throws -> Void) {
        // Bytes may come after the channel has closed, and nothing would end what begins then.
        guard context.channel.isActive else { return }
        do {
            try body()
        } catch let error as ProtocolError {
            perform(machine.refuse(error, detected, at: .now()))
        } catch {
            context.fireErrorCaught(error)
            context.close(promise: nil)
        }
    }

    private func startTLS(_ bytes: ByteBuffer, _ connection: Connection, _ context: ChannelHandlerContext) throws {
        guard let tls = handlers.tls else { return }
        try connection.charge(WorkCost.tlsHandshake, at: .now())
        connection.hasTLS = true
        let handlers = try tls.makeHandlers()
        connection.tlsHandler = handlers.first
        connection.countMemory(
            connection.encryptor == nil ? MemoryBudget.perOtherEncryption : MemoryBudget.perEncryption
        )
        connection.encryptor?.ownRecordsWritten = { [weak connection] in connection?.ownBytesWritten() }
        // Handlers in front of this one get the bytes from the start of the pipeline.
        try context.pipeline.syncOperations.addHandlers(handlers, position: .before(self))
        context.pipeline.syncOperations.fireChannelRead(wrapInboundOut(bytes))
    }

    private func startHTTP(_ bytes: ByteBuffer, _ connection: Connection, _ context: ChannelHandlerContext) throws {
        guard let http = handlers.http else { return }
        guard connection.takeHTTPRequest() else { throw refusal(of: connection) }
        try http.addHandlers(for: connection, to: context.channel)
        forwardAndRemoveSelf(bytes, context)
    }

    private func refusal(of connection: Connection) -> ProtocolError {
        connection.publishOnlyReason ?? .connectingTooFast
    }

    private func forwardAndRemoveSelf(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        context.fireChannelRead(wrapInboundOut(bytes))
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }

    // MARK: Refusals

    private func refusalMessage(
        _ error: ProtocolError,
        speaking detected: DetectedProtocol,
        _ connection: Connection
    ) -> ByteBuffer {
        switch detected {
        case .tls where !connection.hasTLS:
            (error.code == .notThisProtocol ? TLSAlert.handshakeFailure : .internalError).record
        case .http: handlers.http?.refusal(error) ?? Self.refusal(error)
        case .streamd, .unknown, .tls: Self.refusal(error)
        }
    }

    /// A refusal in the protocol itself: preface, and error or goodbye.
    static func refusal(_ error: ProtocolError) -> ByteBuffer {
        var answer = ByteBuffer()
        Preface.supported.write(to: &answer)
        let ending = Ending(error)
        answer.writeImmutableBuffer(
            (error.code == .draining ? ProtocolMessage.goodbye(ending) : .error(ending)).encoded()
        )
        return answer
    }
}
