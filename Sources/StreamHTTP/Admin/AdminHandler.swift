import NIOCore
import NIOHTTP1
import StreamProtocol
import StreamRelay

/// One connection to the admin listener: requests in, one after the other, and their answers out.
final class AdminHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// How long a whole request may take to come, and a whole answer to go.
    static let patience = TimeAmount.seconds(20)
    /// How long a connection may rest between requests: longer than most intervals of scraping.
    static let rest = TimeAmount.seconds(75)

    private enum State {
        case waiting
        case receiving(AdminRequest)
        case answering
        /// Nothing more is read.
        case closing
    }

    private let access: AdminAccess
    private let desk: AdminDesk
    private var state = State.waiting
    private var keepsAlive = false
    private var isHead = false
    private var alarm: Scheduled<Void>?
    private var context: ChannelHandlerContext?

    init(access: AdminAccess, desk: AdminDesk) {
        self.access = access
        self.desk = desk
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func channelActive(context: ChannelHandlerContext) {
        close(after: Self.patience)
    }

    func channelInactive(context: ChannelHandlerContext) {
        alarm?.cancel()
        state = .closing
        self.context = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // What was no request has been answered by the handler before this one.
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (state, unwrapInboundIn(data)) {
        case (.waiting, .head(let head)):
            keepsAlive = head.isKeepAlive
            isHead = head.method == .HEAD
            state = .receiving(AdminRequest(head))
            close(after: Self.patience)
        case (.receiving(var request), .body(var part)):
            guard request.body.readableBytes + part.readableBytes <= AdminRequest.maximumBodyLength else {
                keepsAlive = false
                return answer(.failure(.payloadTooLarge, "Send at most \(AdminRequest.maximumBodyLength) bytes."))
            }
            // Nobody else may hold the body while it grows.
            state = .waiting
            request.body.writeBuffer(&part)
            state = .receiving(request)
        case (.receiving(let request), .end):
            state = .answering
            consider(request)
        case (.waiting, _), (.receiving, .head), (.answering, _), (.closing, _): break
        }
    }

    private func consider(_ request: AdminRequest) {
        guard let context else { return }
        do throws(AdminRoute.Refusal) {
            let route = try AdminRoute(request.method, request.target)
            try access.check(request, route)
            let answered = access.admit(request, route, from: context.remoteAddress, on: context.eventLoop)
                .flatMap { [desk, eventLoop = context.eventLoop] in
                    eventLoop.makeFutureWithTask { await desk.answer(route, body: request.body) }
                }
            answered.assumeIsolated().whenComplete { [self] result in
                switch result {
                case .success(let answer): self.answer(answer)
                case .failure(let error as ProtocolError): answer(.failure(error))
                case .failure: answer(.failure(.internalServerError, "The token cannot be checked now."))
                }
            }
        } catch {
            answer(error.answer)
        }
    }

    private func answer(_ answer: HTTPAnswer) {
        guard let context else { return }
        var head = answer.head()
        if !keepsAlive { head.headers.add(name: "connection", value: "close") }
        state = keepsAlive ? .waiting : .closing
        close(after: Self.patience)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if !isHead { context.write(wrapOutboundOut(.body(.byteBuffer(answer.body))), promise: nil) }
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenSuccess { [self] in hasAnswered() }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
    }

    private func hasAnswered() {
        switch state {
        case .waiting: close(after: Self.rest)
        case .closing: context?.close(promise: nil)
        case .receiving, .answering: break
        }
    }

    private func close(after patience: TimeAmount) {
        alarm?.cancel()
        alarm = context?.eventLoop.assumeIsolated().scheduleTask(in: patience) { [self] in
            context?.close(promise: nil)
        }
    }
}
