import NIOCore
import NIOHTTP1
import StreamProtocol
import StreamRelay

/// Connects a viewer's session to an HTTP client that requests a track: it is the session's client, and a
/// ``MediaTranslator`` turns the session's messages into a response.
final class MediaHandler: ChannelDuplexHandler, ConnectionHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let connection: Connection
    // Not the request itself: its header would stay in memory as long as the viewer.
    private let token: AccessToken?
    private let clientName: String?
    private let media: MediaRequest
    private let corsPolicy: CORSPolicy
    private let bodyFraming: BodyFraming
    private var translator: MediaTranslator
    private var context: ChannelHandlerContext?
    private var session: (any SessionChannelHandler)?

    init(_ connection: Connection, _ request: Request, _ media: MediaRequest, for corsPolicy: CORSPolicy) {
        self.connection = connection
        token = request.token
        clientName = request.clientName
        self.media = media
        self.corsPolicy = corsPolicy
        bodyFraming = request.head.version == .http1_0 ? .untilClose : .chunked
        translator = MediaTranslator(media, deadline: connection.handshakeDeadline)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        connection.framingHandler = self
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    /// Begins the session.
    ///
    /// A player shows a container as late as its first picture is when it comes, for as long as it plays. So a client
    /// that may watch the stream gets a new key frame to begin with, if the publisher sends one at once.
    func begin() throws {
        try addSession()
        guard media.wrapping != nil else { return sendHello() }
        connection.admit(token).assumeIsolated().whenComplete { [self] result in
            guard case .success(let permissions) = result, (try? permissions.check(.subscribe, media.stream)) != nil,
                connection.relay.requestFreshStart(of: media.stream, olderThan: HTTPLimits.freshStart)
            else { return sendHello() }
            awaitFreshStart(until: .now() + HTTPLimits.freshStartWait)
        }
    }

    /// Adds a session as the next handler. It gets its ticks from this one.
    private func addSession() throws {
        let session = connection.makeSession(over: .http, of: media.stream, wrapping: media.wrapping)
        try context?.pipeline.syncOperations.addHandler(session, position: .after(self))
        self.session = session
        connection.connectionHandler = self
    }

    private func awaitFreshStart(until deadline: NIODeadline) {
        guard let context else { return }
        let isFresh = connection.relay.hasStart(of: media.stream, within: HTTPLimits.freshStart)
        guard !isFresh, NIODeadline.now() < deadline else { return sendHello() }
        let this = NIOLoopBound(self, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: HTTPLimits.freshStartCheck) {
            this.value.awaitFreshStart(until: deadline)
        }
    }

    /// Replaces the session, which has ended, by one that waits for the next stream.
    private func rejoin() {
        guard let context, let session else { return }
        // The relay drains, and has told the session that has ended. A session on a channel that has closed would never learn
        // of it, and its viewer would count for ever.
        guard !connection.isLeaving, context.channel.isActive else { return context.close(promise: nil) }
        let removed = context.eventLoop.makePromise(of: Void.self)
        removed.futureResult.assumeIsolated().whenComplete { [self] _ in
            do {
                connection.restartHandshakeTimeout(at: .now())
                translator.rejoin()
                try addSession()
                sendHello()
            } catch {
                context.close(promise: nil)
            }
        }
        context.pipeline.syncOperations.removeHandler(session, promise: removed)
    }

    private func sendHello() {
        var bytes = ByteBuffer()
        Preface.supported.write(to: &bytes)
        ProtocolMessage.hello(media.hello(token: token, clientName: clientName)).write(to: &bytes)
        context?.fireChannelRead(wrapInboundOut(bytes))
    }

    func tick(at now: NIODeadline) {
        if let context, let action = translator.tick(at: now) { perform(action, context) }
        session?.tick(at: now)
    }

    // MARK: What the client sends

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The connection ends with this response. Further input is not read, but charged.
        do throws(ProtocolError) {
            try connection.charge(unwrapInboundIn(data).readableBytes, at: .now())
        } catch {
            context.fireErrorCaught(error)
        }
    }

    // MARK: What the session sends

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        translator.receive(unwrapOutboundIn(data))
        while let action = translator.next() { perform(action, context) }
        promise?.succeed()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        // The next session uses the connection.
        guard mode != .output || !translator.isRejoining else { return promise?.succeed() ?? () }
        if mode == .output, let action = translator.end() {
            perform(action, context)
            context.flush()
        }
        context.close(mode: mode, promise: promise)
    }

    /// The pages that may read the response, after the session has looked at the token.
    private var readers: CORSPolicy { corsPolicy.withToken(isValid: connection.hasValidToken) }

    private func perform(_ action: MediaTranslator.Action, _ context: ChannelHandlerContext) {
        switch action {
        case .begin:
            var head = ByteBuffer()
            head.writeHead(.ok, media.headers(bodyFraming, for: readers))
            HTTPMetrics.answered(.ok)
            write(head, context)
        case .send(let prefix, let payload):
            bodyFraming.write(prefix: prefix, payload: payload) { write($0, context) }
        case .answer(let ping):
            answer(ping, context)
        case .follow:
            // The session is in the middle of a write, and what it has written is on its way.
            whenTaken(context) { $0.rejoin() }
        case .refuse(let refusal):
            HTTPMetrics.answered(refusal.status)
            write(refusal.response.bytes(for: .init(closes: true, corsPolicy: readers)), context)
        case .finish(let isWhole):
            if isWhole { write(bodyFraming.end, context) }
        case .endSession(let error):
            // The session is in the middle of a write.
            let this = NIOLoopBound(self, eventLoop: context.eventLoop)
            context.eventLoop.execute { this.value.endSession(with: error) }
        }
    }

    private func write(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(bytes), promise: nil)
    }

    /// Answers when the system has taken all earlier bytes, so that the session detects a client that does not read.
    private func answer(_ ping: Ping, _ context: ChannelHandlerContext) {
        whenTaken(context) { this in
            let pong = ProtocolMessage.pong(Pong(answering: ping, at: ping.sent))
            this.context?.fireChannelRead(this.wrapInboundOut(pong.encoded()))
        }
    }

    /// Calls `body` in a turn of its own after the system has taken all earlier bytes.
    private func whenTaken(_ context: ChannelHandlerContext, _ body: @escaping (MediaHandler) -> Void) {
        let taken = context.eventLoop.makePromise(of: Void.self)
        taken.futureResult.assumeIsolated().whenSuccess { [self] in
            guard let context = self.context else { return }
            context.eventLoop.assumeIsolated().execute { body(self) }
        }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: taken)
    }

    private func endSession(with error: ProtocolError) {
        context?.fireErrorCaught(error)
    }
}

extension MediaHandler: FramingHandler {
    var framing: (any MessageFraming)? {
        translator.steadyContent.map { MediaFraming(content: $0, body: bodyFraming) }
    }

    func writeFramed(_ bytes: ByteBuffer) {
        if let context { write(bytes, context) }
    }
}

extension MediaRequest {
    /// The header of a response with the track.
    func headers(_ framing: BodyFraming, for corsPolicy: CORSPolicy) -> HTTPHeaders {
        var headers = response.applying(corsPolicy).headers
        if framing == .chunked { headers.add(name: "transfer-encoding", value: "chunked") }
        headers.add(name: "connection", value: "close")
        return headers
    }

    /// The response to a HEAD request.
    var response: HTTPResponse {
        var response = HTTPResponse(.ok, contentType: format.contentType, body: ByteBuffer())
        response.isEndless = true
        return response
    }
}
