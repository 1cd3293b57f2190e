import NIOCore
import StreamProtocol

/// The protocols that a relay's port serves beside its own, and what connects it with other relays.
public struct ProtocolHandlers: Sendable {
    /// Serves clients that begin with a TLS handshake.
    public var tls: (any TLSProvider)?
    /// Serves clients that send HTTP.
    public var http: (any HTTPProvider)?
    /// Takes streams from other relays.
    public var upstream: (any UpstreamProvider)?
    /// Tells other relays of the publishers here.
    public var publications: (any PublicationRegistrar)?

    /// Makes the set of protocols. By default a relay serves its own protocol only, and knows no other relay.
    public init(
        tls: (any TLSProvider)? = nil,
        http: (any HTTPProvider)? = nil,
        upstream: (any UpstreamProvider)? = nil,
        publications: (any PublicationRegistrar)? = nil
    ) {
        self.tls = tls
        self.http = http
        self.upstream = upstream
        self.publications = publications
    }
}

/// Makes the handlers that encrypt a connection.
public protocol TLSProvider: Sendable {
    /// Makes the handlers for one connection, from the socket up, with the current certificate.
    ///
    /// - Throws: If there is no usable certificate; the connection is closed then.
    func makeHandlers() throws -> [any ChannelHandler]

    /// Whether `error`, which one of the handlers caught, only says that the peer closed without a `close_notify` (RFC
    /// 8446 6.1).
    func isTruncation(_ error: any Error) -> Bool
}

/// Serves the connections that speak HTTP.
public protocol HTTPProvider: Sendable {
    /// Adds handlers to the end of the channel's pipeline, which then get the client's bytes from the first. Called on
    /// the channel's event loop. The last of them should become ``Connection/connectionHandler``.
    func addHandlers(for connection: Connection, to channel: any Channel) throws

    /// A whole response for a client that is refused before its request is read.
    func refusal(_ error: ProtocolError) -> ByteBuffer
}
