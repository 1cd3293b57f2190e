import NIOCore
import SwiftASN1

#if SystemTLS && os(Linux)
    /// What all connections with one certificate share: by the system's OpenSSL.
    struct TLSContext: Sendable {
        private let context: OpenSSLContext

        /// - Throws: ``ServerCertificateError`` if the library does not take the certificate.
        init(_ pair: CertificatePair) throws(ServerCertificateError) {
            do throws(OpenSSLError) {
                context = try OpenSSLContext(pair, tickets: TicketKeys(secret: pair.key.derBytes))
            } catch {
                throw .refused(by: error)
            }
        }

        /// The handlers of one connection, from the socket up.
        func makeHandlers() throws -> [any ChannelHandler] { [TLSServerHandler(try context.makeConnection())] }

        /// Whether the client closed without a `close_notify`. The handler makes no error of that.
        static func isTruncation(_ error: any Error) -> Bool { false }
    }
#else
    import NIOSSL

    /// What all connections with one certificate share: by BoringSSL, in swift-nio-ssl. It has no session tickets that a
    /// restart survives, and a connection takes 47 KB where the system's OpenSSL takes 14.
    struct TLSContext: Sendable {
        private let context: NIOSSLContext

        /// - Throws: ``ServerCertificateError`` if the library does not take the certificate.
        init(_ pair: CertificatePair) throws(ServerCertificateError) {
            do { context = try .relay(pair) } catch { throw .refused(by: error) }
        }

        /// The handlers of one connection, from the socket up.
        func makeHandlers() throws -> [any ChannelHandler] {
            [NIOSSLServerHandler(context: context), RecordSizedWriteHandler()]
        }

        /// Whether the client closed without a `close_notify`.
        static func isTruncation(_ error: any Error) -> Bool { error as? NIOSSLError == .uncleanShutdown }
    }
#endif

extension TLSContext {
    /// The protocols that a client may offer by ALPN (RFC 7301). The relay detects the protocol by the first byte; the
    /// names are for clients and proxies that must agree on one beforehand.
    static let protocols = ["streamd", "http/1.1"]
}

extension ServerCertificateError {
    fileprivate static func refused(by error: any Error) -> ServerCertificateError {
        ServerCertificateError("TLS does not take this certificate: \(error); make it anew with another kind of key.")
    }
}
