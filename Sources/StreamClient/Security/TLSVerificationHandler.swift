import NIOCore
import NIOSSL
import NIOTLS
import SwiftASN1
import X509

/// The handler behind TLS: it holds writes until the relay is verified, and converts errors of TLS to ``ClientError``.
final class TLSVerificationHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let security: ClientSecurity
    private let address: RelayAddress
    private let tls: NIOSSLClientHandler
    private let checksName: Bool
    private var isReady = false
    private var held: [(data: NIOAny, promise: EventLoopPromise<Void>?)] = []

    /// - Parameter checksName: Whether the certificate must contain the address's host. The TLS library also accepts a
    ///   certificate for the peer's IP address, even if the host is a name. An attacker who redirects a name to its own
    ///   address may have such a certificate.
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
                fail(.hostMismatch(certificate), context)
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
        // The close follows, as it does without TLS.
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

/// The host names of a certificate (RFC 9525 6). Common names do not count.
struct CertificateNames: Hashable, Sendable {
    var names: [String]

    init(_ names: [String]) {
        self.names = names
    }

    /// Reads the names of a certificate. A certificate that cannot be read has none.
    init(ofCertificate der: [UInt8]) {
        let alternatives = try? Certificate(derEncoded: der).extensions.subjectAlternativeNames
        names = (alternatives ?? SubjectAlternativeNames()).compactMap { name in
            guard case .dnsName(let name) = name else { return nil }
            return name
        }
    }

    /// Whether one of the names is `host`, or matches it with `*` in place of its first label.
    func include(_ host: String) -> Bool {
        let host = Self.labels(host)
        return names.contains { name in
            let name = Self.labels(name)
            guard name.first == "*", name.count > 2 else { return name == host }
            return name.dropFirst() == host.dropFirst() && host.first?.isEmpty == false
        }
    }

    /// Names are compared without case and without the dot of the root.
    private static func labels(_ name: String) -> [Substring] {
        let name = name.lowercased()
        let bare = name.hasSuffix(".") ? name.dropLast() : name[...]
        return bare.split(separator: ".", omittingEmptySubsequences: false)
    }
}
