import Logging
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

    private let caller: AdminCaller
    private let access: AdminAccess
    private let desk: AdminDesk
    private let connection: AdminConnection
    private let deadline: NIODeadline
    private var state = State.waiting
    private var keepsAlive = false
    private var isHead = false
    private var alarm: Scheduled<Void>?
    private var context: ChannelHandlerContext?

    /// - Parameters:
    ///   - connection: Told when a request is being answered.
    ///   - deadline: When the first request must have come.
    init(
        _ caller: AdminCaller,
        access: AdminAccess,
        desk: AdminDesk,
        connection: AdminConnection,
        deadline: NIODeadline
    ) {
        self.caller = caller
        self.access = access
        self.desk = desk
        self.connection = connection
        self.deadline = deadline
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        close(at: deadline)
    }

    func channelInactive(context: ChannelHandlerContext) {
        alarm?.cancel()
        state = .closing
        self.context = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // What was no request, or no TLS, has been answered by the handlers before this one; and who has had its answer
        // may go as it likes.
        switch state {
        case .waiting, .receiving, .answering:
            desk.logger.debug("admin connection lost", metadata: ["error": "\(error.withoutContent)"])
        case .closing: break
        }
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
            connection.setAnswering(true)
            consider(request)
        case (.waiting, _), (.receiving, .head), (.answering, _), (.closing, _): break
        }
    }

    private func consider(_ request: AdminRequest) {
        guard let context else { return }
        do throws(AdminRoute.Refusal) {
            let route = try AdminRoute(request.method, request.target)
            guard route.isHealth || caller.isEncrypted || desk.relay.takesClear(from: caller.peer) else {
                throw .init(.failure(.needsTLS))
            }
            try access.check(request, route)
            let answered = access.admit(request, route, of: caller, on: context.eventLoop)
                .flatMap { [desk, eventLoop = context.eventLoop] in
                    desk.answer(route, body: request.body, on: eventLoop)
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
        connection.setAnswering(false)
        switch state {
        case .waiting: close(after: Self.rest)
        case .closing: context?.close(promise: nil)
        case .receiving, .answering: break
        }
    }

    private func close(after patience: TimeAmount) {
        guard let context else { return }
        close(at: context.eventLoop.now + patience)
    }

    private func close(at deadline: NIODeadline) {
        alarm?.cancel()
        alarm = context?.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { [self] in
            context?.close(promise: nil)
        }
    }
}

extension ProtocolError {
    fileprivate static let needsTLS = ProtocolError(
        .encryptionRequired,
        "From other machines this relay takes encrypted connections only; ask by https, or with --tls."
    )
}
