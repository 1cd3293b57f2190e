/// Why a connection or a request came to nothing, where no code of the protocol says it.
public enum ConnectionTrouble: String, Hashable, Sendable, CaseIterable {
    /// TLS was not agreed on, or not in time.
    case tlsHandshake = "tls-handshake"
    /// What came broke TLS: a renegotiation, a forged record.
    case tlsBroken = "tls-broken"
    /// The peer closed, or half of it, before it said what it wants.
    case hungUp = "hung-up"
    /// A request of HTTP that cannot be read, or is too long.
    case httpMalformed = "http-malformed"
    /// A request of HTTP for what is not served, or by a method that is not.
    case httpNotServed = "http-not-served"
    /// Frames of WebSocket that its standard or this relay does not allow.
    case webSocket = "websocket"
}
