import NIOCore
import NIOSSL

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Puts TLS into the pipelines of a client's connections; made once for all of them. ``StreamPublisher`` and
/// ``StreamWatcher`` do it by themselves; this is for programs that open connections of their own.
public struct TLSOpener: Sendable {
    /// The name of this project's protocol in ALPN (RFC 7301), by which a proxy can tell it from others.
    public static let applicationProtocol = "streamd"
    /// How long the relay may take to answer a `close_notify`.
    static let closeTimeout = TimeAmount.seconds(1)

    private let security: ClientSecurity
    private let context: NIOSSLContext

    /// - Parameter applicationProtocol: What will be spoken, by its name in ALPN.
    /// - Throws: ``ClientError`` with ``ClientError/Code/invalidSecurity`` where authorities cannot be read.
    public init(
        _ security: ClientSecurity,
        applicationProtocol: String = TLSOpener.applicationProtocol
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

    /// Adds what encrypts to the end of a pipeline, which so far ends at the socket. What is written before the relay is
    /// known to be the right one waits; where it is not, a ``ClientError`` is fired and nothing is sent.
    public func open(_ channel: any Channel, to address: RelayAddress) throws {
        // An address is compared with the certificate by the socket; only names go into SNI (RFC 6066 3).
        let name = address.isIPAddress ? nil : address.host
        let handler =
            switch security.trust {
            case .system, .authorities: try NIOSSLClientHandler(context: context, serverHostname: name)
            case .pins(let pins):
                try NIOSSLClientHandler(
                    context: context,
                    serverHostname: name,
                    customVerificationCallback: { chain, verdict in
                        let isPinned = chain.first?.fingerprint.map(pins.contains) ?? false
                        verdict.succeed(isPinned ? .certificateVerified : .failed)
                    }
                )
            }
        try channel.pipeline.syncOperations.addHandlers([
            handler, TLSVerdict(security, to: address, tls: handler, checksName: name != nil && !security.isPinned),
        ])
    }
}

extension NIOSSLCertificate {
    var fingerprint: CertificateFingerprint? {
        (try? toDERBytes()).map(CertificateFingerprint.init(ofCertificate:))
    }
}

extension RelayAddress {
    /// Whether the host is an address and no name.
    fileprivate var isIPAddress: Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        return host.utf8.contains(UInt8(ascii: ":")) || inet_pton(AF_INET, host, &bytes) == 1
    }
}
