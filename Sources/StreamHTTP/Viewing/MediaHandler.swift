import NIOCore
import NIOHTTP1
import StreamProtocol
import StreamRelay

/// Stands between a viewer's session and a client of HTTP that wants a track as it is: plays the client of the
/// protocol towards the session, and turns what the session says into an answer.
final class MediaHandler: ChannelDuplexHandler, ConnectionTenant {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let connection: Connection
    private let request: Request
    private let media: MediaRequest
    private let readers: PageReaders
    private let framing: BodyFraming
    private var translator: MediaTranslator
    private var context: ChannelHandlerContext?
    private var session: (any ConnectionTenant)?
    /// When to give up on a publisher who does not say what it sends.
    private let deadline: NIODeadline

    init(_ connection: Connection, _ request: Request, _ media: MediaRequest, for readers: PageReaders) {
        self.connection = connection
        self.request = request
        self.media = media
        self.readers = readers
        framing = request.head.version == .http1_0 ? .untilClose : .chunked
        translator = MediaTranslator(media)
        deadline = connection.handshakeDeadline
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    /// Asks the session, which must be next in the pipeline, for the track.
    func begin() {
        session = connection.tenant
        connection.tenant = self
        var bytes = ByteBuffer()
        Preface.supported.write(to: &bytes)
        Message.hello(media.hello(token: request.token, clientName: request.clientName)).write(to: &bytes)
        context?.fireChannelRead(wrapInboundOut(bytes))
    }

    func tick(at now: NIODeadline) {
        if translator.isWaiting, now > deadline {
            endSession(
                with: ProtocolError(.streamNotFound, "Nothing is sent on '\(media.stream)' yet; try again later.")
            )
        }
        session?.tick(at: now)
    }

    // MARK: What the client sends

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The connection is this answer's alone, and ends with it: what still comes is not read, but it counts.
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
        if mode == .output, let action = translator.end() {
            perform(action, context)
            context.flush()
        }
        context.close(mode: mode, promise: promise)
    }

    private func perform(_ action: MediaTranslator.Action, _ context: ChannelHandlerContext) {
        switch action {
        case .begin:
            var head = ByteBuffer()
            head.writeHead(.ok, media.headers(framing, for: readers))
            HTTPMetrics.answered(.ok)
            write(head, context)
        case .send(let prefix, let payload):
            framing.write(prefix: prefix, payload: payload) { write($0, context) }
        case .answer(let ping):
            answer(ping, context)
        case .refuse(let refusal):
            HTTPMetrics.answered(refusal.status)
            write(refusal.answer.bytes(for: .init(closes: true, readers: readers)), context)
        case .finish(let isWhole):
            if isWhole { write(framing.end, context) }
        case .giveUp(let error):
            // The session is in the middle of what it does.
            let this = NIOLoopBound(self, eventLoop: context.eventLoop)
            context.eventLoop.execute { this.value.endSession(with: error) }
        }
    }

    private func write(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(bytes), promise: nil)
    }

    /// Answers when the system has taken everything before: so the session finds out about a client that does not read.
    private func answer(_ ping: Ping, _ context: ChannelHandlerContext) {
        let taken = context.eventLoop.makePromise(of: Void.self)
        taken.futureResult.assumeIsolated().whenSuccess { [weak self] in
            guard let self, let context = self.context else { return }
            let pong = Message.pong(Pong(sent: ping.sent, received: ping.sent, answered: ping.sent))
            context.fireChannelRead(self.wrapInboundOut(pong.encoded()))
        }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: taken)
    }

    private func endSession(with error: ProtocolError) {
        context?.fireErrorCaught(error)
    }
}

extension MediaRequest {
    /// The header of an answer that sends the track.
    func headers(_ framing: BodyFraming, for readers: PageReaders) -> HTTPHeaders {
        var headers = answer.readable(by: readers).headers
        if framing == .chunked { headers.add(name: "transfer-encoding", value: "chunked") }
        headers.add(name: "connection", value: "close")
        return headers
    }

    /// What is said of the track to whoever asks for no more.
    var answer: HTTPAnswer {
        var answer = HTTPAnswer(.ok, contentType: format.contentType, body: ByteBuffer())
        answer.isEndless = true
        return answer
    }
}
