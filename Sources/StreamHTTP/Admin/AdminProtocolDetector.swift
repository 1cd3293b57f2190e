import Logging
import NIOCore
import NIOExtras
import NIOHTTP1
import StreamProtocol
import StreamRelay

/// The first handler of an admin connection: it connects the channel to an ``AdminProtocolStateMachine``, which tells TLS,
/// HTTP and the protocol of streams by the first byte, as the relay's own port does, and adds an ``AdminHandler``. Inside
/// TLS, another one does the same.
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

    /// The detector of the protocol inside TLS.
    private init(inside outer: AdminProtocolDetector, deadline: NIODeadline) {
        (tls, access, controller, connection) = (outer.tls, outer.access, outer.controller, outer.connection)
        machine = AdminProtocolStateMachine(insideTLS: deadline)
    }

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

    func handlerAdded(context: ChannelHandlerContext) {
        perform(machine.added(), context)
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
            handOver(bytes, context) { try addHTTP(context, isEncrypted: isEncrypted, deadline: deadline) }
        case .startTLS(let bytes, let deadline):
            handOver(bytes, context) { try addTLS(context, deadline: deadline) }
        case .refuseStreams(let deadline):
            close(context, at: deadline)
            context.writeAndFlush(wrapOutboundOut(Self.refusalOfStreams), promise: nil)
            context.close(mode: .output, promise: nil)
        case .refuseTLS(let deadline):
            close(context, at: deadline)
            context.writeAndFlush(wrapOutboundOut(TLSAlert.handshakeFailure.record), promise: nil)
            context.close(mode: .output, promise: nil)
        }
    }

    /// Passes the connection on to the handlers that `add` adds.
    private func handOver(_ bytes: ByteBuffer, _ context: ChannelHandlerContext, to add: () throws -> Void) {
        do {
            try add()
        } catch {
            controller.logger.debug("admin connection failed", metadata: ["error": "\(error)"])
            return context.close(promise: nil)
        }
        context.fireChannelRead(wrapInboundOut(bytes))
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }

    /// The last message to a publisher or viewer that comes here.
    private static let refusalOfStreams = {
        var bytes = ByteBuffer()
        Preface.supported.write(to: &bytes)
        let reason =
            "This is an admin listener; publishers and viewers use the relay's other port, which is 7450 by default."
        ProtocolMessage.error(Ending(.roleNotServed, reason)).write(to: &bytes)
        return bytes
    }()

    private func addTLS(_ context: ChannelHandlerContext, deadline: NIODeadline) throws {
        guard let tls else { return }
        let inner = AdminProtocolDetector(inside: self, deadline: deadline)
        try context.pipeline.syncOperations.addHandlers(tls.makeHandlers() + [inner])
    }

    private func addHTTP(_ context: ChannelHandlerContext, isEncrypted: Bool, deadline: NIODeadline) throws {
        let pipeline = context.pipeline.syncOperations
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
