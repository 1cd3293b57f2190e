import NIOCore
import StreamProtocol

/// What a relay's port serves beside the protocol itself.
public struct Doors: Sendable {
    /// Answers whoever begins with a TLS handshake.
    public var tls: (any TLSDoor)?
    /// Answers whoever speaks HTTP.
    public var http: (any HTTPDoor)?

    public init(tls: (any TLSDoor)? = nil, http: (any HTTPDoor)? = nil) {
        self.tls = tls
        self.http = http
    }
}

/// Makes what encrypts a connection.
public protocol TLSDoor: Sendable {
    /// Makes the handlers for one connection, from the socket up, with the certificate of this moment.
    ///
    /// - Throws: Where there is none that can be used; the connection is closed then.
    func makeHandlers() throws -> [any ChannelHandler]

    /// Whether `error`, which the handlers met, only says that the peer closed without a `close_notify` (RFC 8446 6.1).
    func isTruncation(_ error: any Error) -> Bool
}

/// Serves the connections that speak HTTP.
public protocol HTTPDoor: Sendable {
    /// Adds handlers to the end of the channel's pipeline, which then get what the client sends from its first byte.
    /// Called on the channel's event loop. The last of them should become the connection's tenant.
    func open(_ connection: Connection, on channel: any Channel) throws

    /// A whole response for a client who is turned away before its request was read.
    func refusal(_ error: ProtocolError) -> ByteBuffer
}
