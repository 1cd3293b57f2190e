import Logging
import NIOCore
import NIOExtras
import NIOHTTP1
import StreamProtocol
import StreamRelay

/// The first to meet a connection to the admin listener: tells TLS from HTTP by the first byte, as the relay's own port
/// does, and makes way for an ``AdminHandler``.
final class AdminDoor: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How long one who is turned away may take to read why.
    static let farewell = TimeAmount.seconds(1)
    /// What of a request's head is read: a token fits twice.
    static let limits = {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = 2 * AccessToken.maximumLength
        limits.maxHeaderListSize = 16 * 1024
        limits.maxHeaderFieldCount = 64
        return limits
    }()

    private let tls: (any TLSDoor)?
    private let access: AdminAccess
    private let desk: AdminDesk
    private let connection: AdminConnection
    private var deadline = NIODeadline.distantFuture
    private var alarm: Scheduled<Void>?
    private var isTurnedAway = false

    /// - Parameter tls: Encrypts for those who ask for it; `nil` where the relay has no certificate.
    init(tls: (any TLSDoor)?, access: AdminAccess, desk: AdminDesk, connection: AdminConnection) {
        self.tls = tls
        self.access = access
        self.desk = desk
        self.connection = connection
    }

    func channelActive(context: ChannelHandlerContext) {
        deadline = context.eventLoop.now + AdminHandler.patience
        close(context, at: deadline)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        alarm?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isTurnedAway, let first = unwrapInboundIn(data).readableBytesView.first else { return }
        do {
            if FirstBytes.language(of: first) == .tls {
                guard let tls else { return turnAway(context) }
                try context.pipeline.syncOperations.addHandlers(tls.makeHandlers())
                try makeWay(context, isEncrypted: true)
            } else {
                try makeWay(context, isEncrypted: false)
            }
            context.fireChannelRead(data)
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        } catch {
            desk.logger.debug("admin connection cannot be served", metadata: ["error": "\(error)"])
            context.close(promise: nil)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // Who has not asked yet misses nothing.
        if event is ChannelShouldQuiesceEvent { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func makeWay(_ context: ChannelHandlerContext, isEncrypted: Bool) throws {
        let pipeline = context.pipeline.syncOperations
        try pipeline.configureHTTPServerPipeline(
            withEncoderConfiguration: HTTPResponseEncoder.Configuration(),
            withDecoderLimitConfiguration: Self.limits
        )
        let caller = AdminCaller(peer: context.remoteAddress, isEncrypted: isEncrypted)
        // The handshake of TLS is part of the time for the first request.
        try pipeline.addHandler(
            AdminHandler(caller, access: access, desk: desk, connection: connection, deadline: deadline)
        )
    }

    private func turnAway(_ context: ChannelHandlerContext) {
        isTurnedAway = true
        close(context, at: context.eventLoop.now + Self.farewell)
        context.writeAndFlush(wrapOutboundOut(TLSAlert.handshakeFailure.record), promise: nil)
        context.close(mode: .output, promise: nil)
    }

    private func close(_ context: ChannelHandlerContext, at deadline: NIODeadline) {
        alarm?.cancel()
        alarm = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
            context.close(promise: nil)
        }
    }
}
