import Logging
import NIOCore
import NIOHTTP1
import StreamProtocol
import StreamRelay

/// Connects a channel of the admin listener to an ``AdminStateMachine``, and answers the requests.
final class AdminHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let client: AdminClientInfo
    private let access: AdminAccess
    private let controller: any AdminResponder
    private let connection: AdminConnection
    private let deadline: NIODeadline
    private var machine = AdminStateMachine()
    private var timer: Scheduled<Void>?
    private var context: ChannelHandlerContext?

    /// - Parameters:
    ///   - connection: Records while a request is being answered.
    ///   - deadline: When the first request must have arrived.
    init(
        _ client: AdminClientInfo,
        access: AdminAccess,
        controller: any AdminResponder,
        connection: AdminConnection,
        deadline: NIODeadline
    ) {
        self.client = client
        self.access = access
        self.controller = controller
        self.connection = connection
        self.deadline = deadline
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        close(at: deadline)
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        machine.closed()
        self.context = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The handlers before this one have answered input that is not HTTP or TLS. After the last response, errors do
        // not matter.
        if !machine.isClosing {
            controller.logger.debug("admin connection lost", metadata: ["error": "\(error.withoutContent)"])
        }
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        perform(machine.received(unwrapInboundIn(data)))
    }

    private func perform(_ action: AdminStateMachine.Action) {
        switch action {
        case .nothing: break
        case .closeAfter(let delay): close(after: delay)
        case .answer(let request):
            connection.setResponding(true)
            answer(request)
        case .refuseBody:
            respond(.failure(.payloadTooLarge, "Send at most \(AdminRequest.maximumBodyLength) bytes."))
        case .close: context?.close(promise: nil)
        }
    }

    private func answer(_ request: AdminRequest) {
        guard let context else { return }
        do throws(AdminRoute.Refusal) {
            let route = try AdminRoute(request.method, request.target, of: controller.program)
            let isSecure = client.isEncrypted || controller.acceptsUnencrypted(from: client.peer)
            try access.check(request, route, isSecure: isSecure)
            let answered = access.admit(request, route, of: client, on: context.eventLoop)
                .flatMap { [controller, eventLoop = context.eventLoop] in
                    controller.answer(route, body: request.body, on: eventLoop)
                }
            answered.assumeIsolated().whenComplete { [self] result in
                switch result {
                case .success(let response): self.respond(response)
                case .failure(let error as ProtocolError): respond(.failure(error))
                case .failure: respond(.failure(.internalServerError, "The token cannot be checked now."))
                }
            }
        } catch {
            respond(error.response)
        }
    }

    private func respond(_ response: HTTPResponse) {
        guard let context else { return }
        let options = machine.respond()
        var head = response.head()
        if options.closes { head.headers.add(name: "connection", value: "close") }
        close(after: AdminStateMachine.requestTimeout)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if !options.isHead { context.write(wrapOutboundOut(.body(.byteBuffer(response.body))), promise: nil) }
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenSuccess { [self] in
            guard let action = machine.responseWritten(options.number) else { return }
            connection.setResponding(false)
            perform(action)
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
    }

    private func close(after delay: TimeAmount) {
        guard let context else { return }
        close(at: context.eventLoop.now + delay)
    }

    private func close(at deadline: NIODeadline) {
        timer?.cancel()
        timer = context?.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { [self] in
            context?.close(promise: nil)
        }
    }
}
