import Logging
import NIOCore
import NIOHTTP1
import StreamProtocol
import StreamRelay

/// Connects an HTTP/1.1 channel to a ``RequestStateMachine``, and answers the requests.
final class RequestHandler: ChannelDuplexHandler, RemovableChannelHandler, ConnectionHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = Never
    typealias OutboundIn = Never
    typealias OutboundOut = ByteBuffer

    private let connection: Connection
    private let service: HTTPService
    private let decoder: ByteToMessageHandler<HTTPRequestDecoder>
    private let rateLimiter: RequestRateLimiter
    private var context: ChannelHandlerContext?
    private var machine: RequestStateMachine

    init(
        _ connection: Connection,
        of service: HTTPService,
        decoder: ByteToMessageHandler<HTTPRequestDecoder>,
        rateLimiter: RequestRateLimiter
    ) {
        self.connection = connection
        self.service = service
        self.decoder = decoder
        self.rateLimiter = rateLimiter
        machine = RequestStateMachine(deadline: connection.handshakeDeadline)
    }

    // MARK: Events

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if let request = machine.received(unwrapInboundIn(data)) {
            do throws(ProtocolError) {
                try connection.charge(WorkCost.httpRequest, at: .now())
                machine.enqueue(request)
            } catch {
                machine.enqueue(HTTPRefusal(error))
            }
        }
        performNext()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let refusal = HTTPRefusal(invalidInput: error) {
            machine.enqueue(refusal)
            performNext()
        } else {
            connection.logDebug("connection lost", because: error.withoutContent)
            context.close(promise: nil)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        performNext()
    }

    func read(context: ChannelHandlerContext) {
        perform(machine.readRequested(isWritable: context.channel.isWritable))
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed: perform(machine.inputClosed())
        case is ChannelShouldQuiesceEvent: perform(machine.quiesced(at: .now()))
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func tick(at now: NIODeadline) {
        // The time is over, whatever the client has not taken.
        if machine.tick(at: now) == .close { context?.close(promise: nil) }
        performNext()
    }

    // MARK: Actions

    private func performNext() {
        while let context, let action = machine.next(isWritable: context.channel.isWritable) { perform(action) }
    }

    private func perform(_ action: RequestStateMachine.Action?) {
        guard let context else { return }
        switch action {
        case nil: break
        case .answer(let head): answer(head, context)
        case .refuse(let refusal): refuse(refusal, .closing)
        case .read: context.read()
        case .close:
            machine.close(at: .now())
            context.closeWhenTaken()
        }
    }

    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let check = OriginCheck(head, over: connection, allowing: service.allowedOrigins)
        connection.requiresToken = check.requiresToken
        // The token of an earlier request counts no more.
        connection.hasValidToken = false
        let options = HTTPResponse.Options(head, check)
        do throws(HTTPRefusal) {
            switch try RequestAnswer(head, publishOnlyReason: connection.publishOnlyReason) {
            case .response(let response): respond(response, options)
            case .file(let response): try respond(withFile: response, options)
            case .report(let request): report(request, options, context)
            case .media(let request, let media): open(media, request, options, context)
            case .clip(let request, let clip): send(clip, request, options, context)
            case .webSocket(let request, let stream): try openWebSocket(stream, request, context)
            }
        } catch {
            refuse(error, options)
        }
    }

    /// Sends a file of the browser player. It is content that exists already, so only its bytes cost something.
    ///
    /// No token is looked at, so only pages that the operator allows may use the player.
    private func respond(withFile response: HTTPResponse, _ options: HTTPResponse.Options) throws(HTTPRefusal) {
        do {
            try connection.charge(response.body.readableBytes / WorkCost.contentBytesPerByte, at: .now())
        } catch {
            throw HTTPRefusal(error)
        }
        respond(response, options)
    }

    private func report(_ request: Request, _ options: HTTPResponse.Options, _ context: ChannelHandlerContext) {
        machine.startAnswering()
        let relay = connection.relay
        let listing = service.listing
        let eventLoop = context.eventLoop
        connection.admit(request.token).flatMap { permissions in
            eventLoop.makeFutureWithTask {
                try await StreamReports.response(to: request.route, permissions, relay, listing)
            }
        }
        .assumeIsolated()
        .whenComplete { [self] result in
            // A client that has left gets no response, and none is counted.
            guard self.context != nil, machine.finishAnswering() else { return }
            do {
                let (response, cost) = try result.get()
                // The cost of a response is known only now.
                try connection.charge(cost, at: .now())
                respond(response, options)
            } catch {
                refuse(failed: error, options)
            }
            performNext()
        }
    }

    /// Makes a clip, and sends it. Its price is charged before it is made, by the bytes of the log.
    private func send(
        _ clip: ClipRequest,
        _ request: Request,
        _ options: HTTPResponse.Options,
        _ context: ChannelHandlerContext
    ) {
        machine.startAnswering()
        let (relay, clips, eventLoop) = (connection.relay, service.clips, context.eventLoop)
        connection.admit(request.token).assumeIsolated().flatMapThrowing { [connection] permissions in
            try permissions.check(.subscribe, clip.media.stream)
            let length = relay.excerptLength(of: clip.media.stream, aged: clip.last)
            try connection.chargeWork(WorkCost.join + length / WorkCost.clipBytesPerByte, at: .now())
        }
        .nonisolated()
        .flatMap { eventLoop.makeFutureWithTask { try await clips.clip(clip, of: relay) } }
        .assumeIsolated()
        .whenComplete { [self] result in
            // A client that has left gets no clip.
            guard let context = self.context, machine.finishAnswering() else { return }
            switch result {
            case .success(let made):
                upgradePipeline(context) { [connection] pipeline in
                    let handler = ClipHandler(connection, clip, made, for: options.corsPolicy)
                    try pipeline.addHandler(handler)
                    handler.begin()
                }
            case .failure(let error):
                refuse(failed: error, options)
                performNext()
            }
        }
    }

    // MARK: Responses

    private func refuse(failed error: any Error, _ options: HTTPResponse.Options) {
        let refusal = HTTPRefusal(failedRequest: error)
        if refusal.error.code == .internalFault { connection.logDebug("request failed", because: error) }
        refuse(refusal, options)
    }

    private func refuse(_ refusal: HTTPRefusal, _ options: HTTPResponse.Options) {
        connection.recordEnd(with: refusal.error)
        respond(refusal.response, options)
    }

    private func respond(_ response: HTTPResponse, _ options: HTTPResponse.Options) {
        guard let context else { return }
        HTTPMetrics.answered(response.status)
        var options = options
        options.corsPolicy = options.corsPolicy.withToken(isValid: connection.hasValidToken)
        options.closes = machine.respond(closes: options.closes, at: .now())
        context.writeAndFlush(wrapOutboundOut(response.bytes(for: options)), promise: nil)
        guard options.closes else { return }
        rateLimiter.discardFurtherInput()
        let closed = context.eventLoop.makePromise(of: Void.self)
        closed.futureResult.assumeIsolated().whenComplete { [weak self] _ in self?.machine.outputClosed(at: .now()) }
        context.closeWhenTaken(.output, promise: closed)
        perform(machine.readUntilClosed())
    }

    // MARK: Other handlers

    private func open(
        _ media: MediaRequest,
        _ request: Request,
        _ options: HTTPResponse.Options,
        _ context: ChannelHandlerContext
    ) {
        upgradePipeline(context) { [connection] pipeline in
            let handler = MediaHandler(connection, request, media, for: options.corsPolicy)
            try pipeline.addHandler(handler)
            try handler.begin()
        }
    }

    private func openWebSocket(
        _ stream: StreamName,
        _ request: Request,
        _ context: ChannelHandlerContext
    ) throws(HTTPRefusal) {
        let response = try WebSocketUpgrade.response(to: request.head, on: context.channel)
        connection.isFromPage = request.head.headers.contains(name: "origin")
        upgradePipeline(context) { [connection] pipeline in
            HTTPMetrics.answered(.switchingProtocols)
            try pipeline.addHandler(WebSocketHandler(connection))
            try pipeline.addHandler(connection.makeSession(over: .webSocket, of: stream))
            context.writeAndFlush(self.wrapOutboundOut(response), promise: nil)
        }
    }

    /// Replaces this handler by others. The parser is removed in a later turn of the event loop; the requests that it
    /// still reads until then are discarded.
    private func upgradePipeline(
        _ context: ChannelHandlerContext,
        for successors: @escaping (ChannelPipeline.SynchronousOperations) throws -> Void
    ) {
        machine.upgrade()
        connection.restartHandshakeTimeout(at: .now())
        let removed = context.eventLoop.makePromise(of: Void.self)
        removed.futureResult.assumeIsolated().whenComplete { [self] _ in
            guard let context = self.context else { return }
            let action = context.channel.isActive ? machine.upgraded() : .close
            guard action != .close else { return perform(action) }
            do {
                try successors(context.pipeline.syncOperations)
            } catch {
                context.fireErrorCaught(error)
                context.close(promise: nil)
            }
            perform(action)
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        }
        context.pipeline.syncOperations.removeHandler(rateLimiter, promise: nil)
        context.pipeline.syncOperations.removeHandler(decoder, promise: removed)
    }
}
