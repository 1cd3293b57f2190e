import NIOCore
import NIOSSL
import NIOTLS
import SwiftASN1
import X509

/// The handler behind TLS: it connects the channel to a ``TLSVerificationStateMachine``, and holds writes until the relay
/// is verified. Failures of TLS arrive behind it as ``ClientError``.
final class TLSVerificationHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let security: ClientSecurity
    private let address: RelayAddress
    private let tls: NIOSSLClientHandler
    private var machine: TLSVerificationStateMachine
    private var held: [(data: NIOAny, promise: EventLoopPromise<Void>?)] = []

    private var certificate: PresentedCertificate? { PresentedCertificate(tls.peerCertificate) }

    /// - Parameter checksName: Whether the certificate must contain the address's host.
    init(_ security: ClientSecurity, to address: RelayAddress, tls: NIOSSLClientHandler, checksName: Bool) {
        self.security = security
        self.address = address
        self.tls = tls
        machine = TLSVerificationStateMachine(host: address.host, checksName: checksName)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case TLSUserEvent.handshakeCompleted = event else {
            return context.fireUserInboundEventTriggered(event)
        }
        let action = machine.handshakeCompleted(certificate)
        perform(action, context)
        if action == .release { context.fireUserInboundEventTriggered(event) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if machine.holdsWrites { held.append((data, promise)) } else { context.write(data, promise: promise) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        drop()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        drop()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let action = machine.errorCaught(error, certificate)
        perform(action, context)
        if action == .forwardError { context.fireErrorCaught(error) }
    }

    private func perform(_ action: TLSVerificationStateMachine.Action, _ context: ChannelHandlerContext) {
        switch action {
        case .none, .forwardError: break
        case .release: release(context)
        case .fail(let failure):
            drop()
            context.fireErrorCaught(ClientError.tls(failure, address, security))
        }
    }

    private func release(_ context: ChannelHandlerContext) {
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
