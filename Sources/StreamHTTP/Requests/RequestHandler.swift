import DequeModule
import Logging
import NIOCore
import NIOHTTP1
import StreamProtocol
import StreamRelay

/// Serves a connection that speaks HTTP/1.1: one request after the other, until one takes the connection for itself.
final class RequestHandler: ChannelDuplexHandler, RemovableChannelHandler, ConnectionTenant {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = Never
    typealias OutboundIn = Never
    typealias OutboundOut = ByteBuffer

    private enum Stage {
        case reading
        /// A request is being looked at that cannot be answered at once.
        case answering
        /// Something else takes the connection over.
        case leaving
        /// The last answer is written.
        case closing
    }

    private enum Arrival {
        case request(HTTPRequestHead)
        /// What came is no request that could be answered; nothing after it can be understood.
        case broken(HTTPRefusal)
    }

    private let connection: Connection
    private let service: HTTPService
    private let decoder: ByteToMessageHandler<HTTPRequestDecoder>
    private let toll: RequestToll
    private var context: ChannelHandlerContext?
    private var stage = Stage.reading
    /// Requests that came while an earlier one was not answered: at most what one read of the socket brings.
    private var arrivals: Deque<Arrival> = []
    private var head: HTTPRequestHead?
    private var isHeldUp = false
    private var isInputClosed = false
    private var hasAnswered = false
    private var deadline: NIODeadline

    init(
        _ connection: Connection,
        of service: HTTPService,
        decoder: ByteToMessageHandler<HTTPRequestDecoder>,
        toll: RequestToll
    ) {
        self.connection = connection
        self.service = service
        self.decoder = decoder
        self.toll = toll
        deadline = connection.handshakeDeadline
    }

    // MARK: Channel events

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head) where Request.announcesBody(head.headers):
            arrive(.broken(Request.isServed(head.method) ? .unwantedBody : .methodNotAllowed))
        case .head(let head): self.head = head
        case .body: break
        case .end:
            if let head { charge(head) }
            head = nil
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error as? HTTPParserError {
        case .headerOverflow:
            let reason = "The target or a field of the header has more than \(HTTPLimits.fieldLength) bytes; send less."
            arrive(.broken(HTTPRefusal(.requestHeaderFieldsTooLarge, ProtocolError(.messageTooLong, reason))))
        case .invalidVersion:
            let error = ProtocolError(.unsupportedVersion, "This relay speaks HTTP/1.1.")
            arrive(.broken(HTTPRefusal(.httpVersionNotSupported, error)))
        case .some:
            arrive(.broken(.malformed("This is no request of HTTP/1.1.")))
        case nil:
            if let error = error as? ProtocolError { return arrive(.broken(HTTPRefusal(error))) }
            connection.note("connection lost", because: error.withoutContent)
            context.close(promise: nil)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        proceed()
    }

    /// Reads no more while there is something to do, so that nobody fills the memory with requests.
    func read(context: ChannelHandlerContext) {
        isHeldUp = stage != .closing && (stage != .reading || !arrivals.isEmpty || !context.channel.isWritable)
        if !isHeldUp { context.read() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed where stage == .closing, is ChannelShouldQuiesceEvent where stage == .reading:
            context.close(promise: nil)
        case ChannelEvent.inputClosed, is ChannelShouldQuiesceEvent:
            isInputClosed = true
            if stage == .reading, arrivals.isEmpty { context.close(promise: nil) }
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func tick(at now: NIODeadline) {
        guard now > deadline, let context else { return }
        switch stage {
        case .answering, .leaving: break
        case .closing: context.close(promise: nil)
        case .reading where hasAnswered: context.close(promise: nil)
        case .reading:
            arrive(
                .broken(
                    HTTPRefusal(
                        ProtocolError(.handshakeTimeout, "No whole request came in time; send it again, in one go.")
                    )
                )
            )
        }
    }

    // MARK: Requests

    /// A request is more work than its bytes are.
    private func charge(_ head: HTTPRequestHead) {
        guard stage == .reading || stage == .answering else { return }
        do throws(ProtocolError) {
            try connection.charge(WorkPrice.httpRequest, at: .now())
            arrive(.request(head))
        } catch {
            arrive(.broken(HTTPRefusal(error)))
        }
    }

    private func arrive(_ arrival: Arrival) {
        guard stage == .reading || stage == .answering else { return }
        if case .broken = arrivals.last { return }
        arrivals.append(arrival)
        proceed()
    }

    /// Answers what can be answered now.
    private func proceed() {
        while stage == .reading, let context, context.channel.isWritable, let arrival = arrivals.popFirst() {
            switch arrival {
            case .broken(let refusal): refuse(refusal, .closing)
            case .request(let head): answer(head, context)
            }
        }
        guard isHeldUp, stage == .reading, let context else { return }
        if isInputClosed, arrivals.isEmpty { return context.close(promise: nil) }
        read(context: context)
    }

    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let check = OriginCheck(head, over: connection, allowing: service.allowedOrigins)
        connection.requiresBearer = check.isForeign
        let circumstances = HTTPAnswer.Circumstances(
            // The parser stops at a request that asks for another protocol.
            closes: !head.isKeepAlive || Request.wantsUpgrade(head.headers),
            isHead: head.method == .HEAD,
            isHTTP10: head.version == .http1_0,
            readers: check.readers(showsToken: Request.showsToken(head))
        )
        do throws(HTTPRefusal) {
            let request = try Request(head)
            if let error = connection.publishesOnly, !request.route.mayPublish { throw HTTPRefusal(error) }
            switch request.route {
            case _ where head.method == .OPTIONS: respond(.preflight, circumstances)
            case .index: respond(IndexPage.answer, circumstances)
            case .webSocket(let stream): try openWebSocket(stream, request, context)
            case .media(let media) where head.method == .GET: open(media, request, circumstances, context)
            case .media, .streams, .stream: report(request, circumstances, context)
            }
        } catch {
            refuse(error, circumstances)
        }
    }

    private func report(
        _ request: Request,
        _ circumstances: HTTPAnswer.Circumstances,
        _ context: ChannelHandlerContext
    ) {
        stage = .answering
        let relay = connection.relay
        let listing = service.listing
        let eventLoop = context.eventLoop
        connection.admit(request.token).flatMap { pass in
            eventLoop.makeFutureWithTask { try await StreamReports.answer(to: request.route, pass, relay, listing) }
        }
        .assumeIsolated()
        .whenComplete { [self] result in
            // Who has left gets no answer, and none is counted.
            guard stage == .answering, self.context != nil else { return }
            stage = .reading
            switch result {
            case .success(let (response, price)): hand(over: response, for: price, circumstances)
            case .failure(let refusal as HTTPRefusal): refuse(refusal, circumstances)
            case .failure(let error as ProtocolError): refuse(HTTPRefusal(error), circumstances)
            case .failure(let error):
                connection.note("a request could not be answered", because: error)
                let fault = ProtocolError(.internalFault, "The relay cannot answer this now; come back later.")
                refuse(HTTPRefusal(fault), circumstances)
            }
            proceed()
        }
    }

    // MARK: Answers

    /// Charges what an answer has cost beyond its request; only then is that known.
    private func hand(over answer: HTTPAnswer, for price: Int, _ circumstances: HTTPAnswer.Circumstances) {
        do throws(ProtocolError) {
            try connection.charge(price, at: .now())
            respond(answer, circumstances)
        } catch {
            refuse(HTTPRefusal(error), circumstances)
        }
    }

    private func refuse(_ refusal: HTTPRefusal, _ circumstances: HTTPAnswer.Circumstances) {
        connection.ended(with: refusal.error)
        respond(refusal.answer, circumstances)
    }

    private func respond(_ answer: HTTPAnswer, _ circumstances: HTTPAnswer.Circumstances) {
        guard let context else { return }
        HTTPMetrics.answered(answer.status)
        hasAnswered = true
        var circumstances = circumstances
        circumstances.closes = circumstances.closes || isInputClosed && arrivals.isEmpty
        context.writeAndFlush(wrapOutboundOut(answer.bytes(for: circumstances)), promise: nil)
        deadline = .now() + HTTPLimits.patience
        guard circumstances.closes else { return }
        stage = .closing
        toll.shut()
        arrivals = []
        deadline = .now() + HTTPLimits.linger
        context.close(mode: .output, promise: nil)
        if isHeldUp { read(context: context) }
    }

    // MARK: Making way

    private func open(
        _ media: MediaRequest,
        _ request: Request,
        _ circumstances: HTTPAnswer.Circumstances,
        _ context: ChannelHandlerContext
    ) {
        makeWay(context) { [connection] pipeline in
            let handler = MediaHandler(connection, request, media, for: circumstances.readers)
            try pipeline.addHandler(handler)
            try pipeline.addHandler(connection.makeSession(over: .http, of: media.stream))
            handler.begin()
        }
    }

    private func openWebSocket(
        _ stream: StreamName,
        _ request: Request,
        _ context: ChannelHandlerContext
    ) throws(HTTPRefusal) {
        let answer = try WebSocketUpgrade.response(to: request.head, on: context.channel)
        makeWay(context) { [connection] pipeline in
            HTTPMetrics.answered(.switchingProtocols)
            try pipeline.addHandler(WebSocketHandler(connection))
            try pipeline.addHandler(connection.makeSession(over: .webSocket, of: stream))
            context.writeAndFlush(self.wrapOutboundOut(answer), promise: nil)
        }
    }

    /// Leaves the connection to other handlers. The parser goes in a later turn of the loop; what it still finds until
    /// then is thrown away here.
    private func makeWay(
        _ context: ChannelHandlerContext,
        for successors: @escaping (ChannelPipeline.SynchronousOperations) throws -> Void
    ) {
        stage = .leaving
        arrivals = []
        connection.beginHandshake(at: .now())
        let isGone = context.eventLoop.makePromise(of: Void.self)
        isGone.futureResult.assumeIsolated().whenComplete { [self] _ in
            guard let context = self.context, context.channel.isActive, !isInputClosed else {
                self.context?.close(promise: nil)
                return
            }
            do {
                try successors(context.pipeline.syncOperations)
            } catch {
                context.fireErrorCaught(error)
                context.close(promise: nil)
            }
            if isHeldUp { context.read() }
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        }
        context.pipeline.syncOperations.removeHandler(toll, promise: nil)
        context.pipeline.syncOperations.removeHandler(decoder, promise: isGone)
    }
}
