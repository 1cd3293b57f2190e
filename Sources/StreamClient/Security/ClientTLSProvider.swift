import NIOCore
import NIOSSL
import Platform

/// Adds TLS to the pipelines of a client's connections. One provider serves all of them. ``StreamPublisher`` and
/// ``StreamWatcher`` use it by themselves; it is public for programs that open connections of their own.
public struct ClientTLSProvider: Sendable {
    /// The protocol's name in ALPN (RFC 7301), by which a proxy can recognize it.
    public static let applicationProtocol = "streamd"
    /// How long the relay may take to answer a `close_notify`.
    static let closeTimeout = TimeAmount.seconds(1)

    private let security: ClientSecurity
    private let context: NIOSSLContext

    /// - Parameter applicationProtocol: The name in ALPN of the protocol inside TLS.
    /// - Throws: ``ClientError`` with ``ClientError/Code/invalidSecurity`` if authorities cannot be read.
    public init(
        _ security: ClientSecurity,
        applicationProtocol: String = ClientTLSProvider.applicationProtocol
    ) throws(ClientError) {
        self.security = security
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = [applicationProtocol]
        configuration.renegotiationSupport = .none
        configuration.shutdownTimeout = Self.closeTimeout
        do {
            switch security.trust {
            case .system: break
            case .authorities(let path):
                let authorities = try NIOSSLCertificate.fromPEMFile(path)
                guard !authorities.isEmpty else { throw NIOSSLError.failedToLoadCertificate }
                configuration.trustRoots = .certificates(authorities)
            case .pins:
                configuration.trustRoots = .certificates([])
                configuration.certificateVerification = .noHostnameVerification
            }
            context = try NIOSSLContext(configuration: configuration)
        } catch {
            throw .unreadableAuthorities(security)
        }
    }

    /// Adds the handlers of TLS to the end of a pipeline that ends at the socket. Writes wait until the relay is
    /// verified. If it cannot be verified, a ``ClientError`` is fired and nothing is sent.
    public func addHandlers(to channel: any Channel, for address: RelayAddress) throws {
        // The certificate is compared with the socket's address if the host is an address; SNI (RFC 6066 3) takes names
        // only.
        let name = address.isIPAddress ? nil : address.host
        let handler =
            switch security.trust {
            case .system, .authorities: try NIOSSLClientHandler(context: context, serverHostname: name)
            case .pins(let pins):
                try NIOSSLClientHandler(
                    context: context,
                    serverHostname: name,
                    customVerificationCallback: { chain, promise in
                        let isPinned = chain.first?.fingerprint.map(pins.contains) ?? false
                        promise.succeed(isPinned ? .certificateVerified : .failed)
                    }
                )
            }
        try channel.pipeline.syncOperations.addHandlers([
            handler,
            TLSVerificationHandler(security, to: address, tls: handler, checksName: name != nil && !security.isPinned),
        ])
    }
}

extension NIOSSLCertificate {
    var fingerprint: CertificateFingerprint? {
        (try? toDERBytes()).map(CertificateFingerprint.init(ofCertificate:))
    }
}

extension RelayAddress {
    /// Whether the host is an IP address, not a name.
    fileprivate var isIPAddress: Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        return host.utf8.contains(UInt8(ascii: ":")) || inet_pton(AF_INET, host, &bytes) == 1
    }
}
