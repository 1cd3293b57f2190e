import NIOCore
import NIOSSL
import NIOTLS

/// Says in words of this program why TLS failed.
final class TLSVerdict: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let security: ClientSecurity
    private let address: RelayAddress
    private let tls: NIOSSLClientHandler
    private var isReady = false

    init(_ security: ClientSecurity, to address: RelayAddress, tls: NIOSSLClientHandler) {
        self.security = security
        self.address = address
        self.tls = tls
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted = event { isReady = true }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch TLSFailure(error, isReady: isReady, certificate: PresentedCertificate(tls.peerCertificate)) {
        // The end itself follows, as it would without TLS.
        case .truncation: break
        case let failure?: context.fireErrorCaught(ClientError.tls(failure, address, security))
        case nil: context.fireErrorCaught(error)
        }
    }
}
