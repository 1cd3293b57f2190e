import Logging
import NIOCore
import NIOExtras
import NIOHTTP1
import StreamProtocol
import StreamRelay

/// The first handler of an admin connection: it tells TLS from HTTP by the first byte, as the relay's own port does,
/// and adds an ``AdminHandler``.
final class AdminProtocolDetector: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How long a client that is refused may take to read the reason.
    static let lingerTimeout = TimeAmount.seconds(1)
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
    private let controller: AdminController
    private let connection: AdminConnection
    private var deadline = NIODeadline.distantFuture
    private var timer: Scheduled<Void>?
    private var isRefused = false

    /// - Parameter tls: Makes the handlers of TLS; `nil` if the relay has no certificate.
    init(tls: (any TLSProvider)?, access: AdminAccess, controller: AdminController, connection: AdminConnection) {
        self.tls = tls
        self.access = access
        self.controller = controller
        self.connection = connection
    }

    func channelActive(context: ChannelHandlerContext) {
        deadline = context.eventLoop.now + AdminStateMachine.requestTimeout
        close(context, at: deadline)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused, let first = unwrapInboundIn(data).readableBytesView.first else { return }
        do {
            if DetectedProtocol(firstByte: first) == .tls {
                guard let tls else { return refuse(context) }
                try context.pipeline.syncOperations.addHandlers(tls.makeHandlers())
                try configureHTTPPipeline(context, isEncrypted: true)
            } else {
                try configureHTTPPipeline(context, isEncrypted: false)
            }
            context.fireChannelRead(data)
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        } catch {
            controller.logger.debug("admin connection failed", metadata: ["error": "\(error)"])
            context.close(promise: nil)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A client that has sent nothing loses nothing.
        if event is ChannelShouldQuiesceEvent { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func configureHTTPPipeline(_ context: ChannelHandlerContext, isEncrypted: Bool) throws {
        let pipeline = context.pipeline.syncOperations
        try pipeline.configureHTTPServerPipeline(
            withEncoderConfiguration: HTTPResponseEncoder.Configuration(),
            withDecoderLimitConfiguration: Self.limits
        )
        let client = AdminClientInfo(peer: context.remoteAddress, isEncrypted: isEncrypted)
        // The TLS handshake is part of the time for the first request.
        try pipeline.addHandler(
            AdminHandler(client, access: access, controller: controller, connection: connection, deadline: deadline)
        )
    }

    private func refuse(_ context: ChannelHandlerContext) {
        isRefused = true
        close(context, at: context.eventLoop.now + Self.lingerTimeout)
        context.writeAndFlush(wrapOutboundOut(TLSAlert.handshakeFailure.record), promise: nil)
        context.close(mode: .output, promise: nil)
    }

    private func close(_ context: ChannelHandlerContext, at deadline: NIODeadline) {
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
            context.close(promise: nil)
        }
    }
}
