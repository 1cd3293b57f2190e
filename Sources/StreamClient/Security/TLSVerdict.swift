import NIOCore
import NIOSSL
import NIOTLS

/// Stands behind TLS: lets nothing out before the relay is known to be the right one, and says in words of this program
/// why TLS failed.
final class TLSVerdict: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let security: ClientSecurity
    private let address: RelayAddress
    private let tls: NIOSSLClientHandler
    private let checksName: Bool
    private var isReady = false
    private var held: [(data: NIOAny, promise: EventLoopPromise<Void>?)] = []

    /// - Parameter checksName: Whether the certificate must have the address's host among its names. The library takes
    ///   one for the peer's IP address as well, even where a name was asked for, and whoever makes a name lead to
    ///   their own address may have a certificate for that.
    init(_ security: ClientSecurity, to address: RelayAddress, tls: NIOSSLClientHandler, checksName: Bool) {
        self.security = security
        self.address = address
        self.tls = tls
        self.checksName = checksName
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted = event {
            let certificate = PresentedCertificate(tls.peerCertificate)
            guard !checksName || certificate?.names.include(address.host) ?? false else {
                fail(.otherHost(certificate), context)
                return
            }
            release(context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if isReady { context.write(data, promise: promise) } else { held.append((data, promise)) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        drop()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        drop()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch TLSFailure(error, isReady: isReady, certificate: PresentedCertificate(tls.peerCertificate)) {
        // The end itself follows, as it would without TLS.
        case .truncation: break
        case let failure?: fail(failure, context)
        case nil: context.fireErrorCaught(error)
        }
    }

    private func fail(_ failure: TLSFailure, _ context: ChannelHandlerContext) {
        drop()
        context.fireErrorCaught(ClientError.tls(failure, address, security))
    }

    private func release(_ context: ChannelHandlerContext) {
        isReady = true
        guard !held.isEmpty else { return }
        for write in held { context.write(write.data, promise: write.promise) }
        held = []
        context.flush()
    }

    private func drop() {
        let dropped = held
        held = []
        for write in dropped { write.promise?.fail(ChannelError.ioOnClosedChannel) }
    }
}
