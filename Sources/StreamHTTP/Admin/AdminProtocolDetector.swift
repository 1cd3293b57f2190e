import Logging
import NIOCore
import NIOExtras
import NIOHTTP1
import StreamProtocol
import StreamRelay

/// The first handler of an admin connection: it connects the channel to an ``AdminProtocolStateMachine``, which tells TLS
/// from HTTP by the first byte, as the relay's own port does, and adds an ``AdminHandler``.
final class AdminProtocolDetector: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The limits of a request's head: a token fits twice.
    static let limits = {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = 2 * AccessToken.maximumLength
        limits.maxHeaderListSize = 16 * 1024
        limits.maxHeaderFieldCount = 64
        return limits
    }()

    private let tls: (any TLSProvider)?
    private let access: AdminAccess
    private let controller: any AdminResponder
    private let connection: AdminConnection
    private var machine = AdminProtocolStateMachine()
    private var timer: Scheduled<Void>?

    /// - Parameter tls: Makes the handlers of TLS; `nil` if the relay has no certificate.
    init(tls: (any TLSProvider)?, access: AdminAccess, controller: any AdminResponder, connection: AdminConnection) {
        self.tls = tls
        self.access = access
        self.controller = controller
        self.connection = connection
    }

    func channelActive(context: ChannelHandlerContext) {
        perform(machine.opened(at: context.eventLoop.now), context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // When a write of the next handler fails, NIO reads all that is left, while this handler is not removed yet.
        guard !machine.hasHandedOver else { return context.fireChannelRead(data) }
        perform(machine.received(unwrapInboundIn(data), servesTLS: tls != nil, at: context.eventLoop.now), context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard !machine.hasHandedOver else { return context.fireUserInboundEventTriggered(event) }
        // A client that has sent nothing loses nothing.
        if event is ChannelShouldQuiesceEvent { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !machine.hasHandedOver else { return context.fireErrorCaught(error) }
        context.close(promise: nil)
    }

    private func perform(_ action: AdminProtocolStateMachine.Action, _ context: ChannelHandlerContext) {
        switch action {
        case .nothing: break
        case .closeAt(let deadline): close(context, at: deadline)
        case .startHTTP(let bytes, let isEncrypted, let deadline):
            do {
                try addHandlers(context, isEncrypted: isEncrypted, deadline: deadline)
            } catch {
                controller.logger.debug("admin connection failed", metadata: ["error": "\(error)"])
                return context.close(promise: nil)
            }
            context.fireChannelRead(wrapInboundOut(bytes))
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        case .refuseTLS(let deadline):
            close(context, at: deadline)
            context.writeAndFlush(wrapOutboundOut(TLSAlert.handshakeFailure.record), promise: nil)
            context.close(mode: .output, promise: nil)
        }
    }

    private func addHandlers(_ context: ChannelHandlerContext, isEncrypted: Bool, deadline: NIODeadline) throws {
        let pipeline = context.pipeline.syncOperations
        if isEncrypted, let tls { try pipeline.addHandlers(tls.makeHandlers()) }
        try pipeline.configureHTTPServerPipeline(
            withEncoderConfiguration: HTTPResponseEncoder.Configuration(),
            withDecoderLimitConfiguration: Self.limits
        )
        let client = AdminClientInfo(peer: context.remoteAddress, isEncrypted: isEncrypted)
        try pipeline.addHandler(
            AdminHandler(client, access: access, controller: controller, connection: connection, deadline: deadline)
        )
    }

    private func close(_ context: ChannelHandlerContext, at deadline: NIODeadline) {
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
            context.close(promise: nil)
        }
    }
}
