import NIOSSL

/// The client under test.
package struct ClientTarget: Sendable {
    /// Whether the client is started for each case.
    package enum Start: Sendable {
        /// The command, in which `{}` stands for the address and the stream, and `{output}` for the file or folder
        /// that the client writes to. What it prints is discarded.
        case command(String)
        /// One client runs for all cases, and comes back to the same listener.
        case reconnecting(ClientListener)
        /// Starts a client in this process for the address, and returns with the client's end. A throw is an exit code
        /// other than 0.
        case task(@Sendable (String) async throws -> Void)
    }

    package let start: Start
    /// Where a listener of each case listens.
    package let host: String
    package let carrier: Carrier
    package let tls: NIOSSLContext?
    /// The same certificate, without a selection of ALPN.
    package let unselectedTLS: NIOSSLContext?
    /// A certificate that the client must refuse.
    package let wrongTLS: NIOSSLContext?
    /// Whether the client connects again, and follows redirects, as a client may.
    package let reconnects: Bool
    /// Whether the client begins anew after every end, as a service does. Then it comes back whatever the relay says.
    package let isService: Bool

    package init(
        _ start: Start,
        host: String,
        carrier: Carrier = .tcp,
        tls: NIOSSLContext? = nil,
        unselectedTLS: NIOSSLContext? = nil,
        wrongTLS: NIOSSLContext? = nil,
        reconnects: Bool = true,
        isService: Bool = false
    ) {
        self.start = start
        self.host = host
        self.carrier = carrier
        self.tls = tls
        self.unselectedTLS = unselectedTLS
        self.wrongTLS = wrongTLS
        self.reconnects = reconnects
        self.isService = isService
    }
}
