/// What carries the bytes of the protocol.
package enum Carrier: String, Sendable, CaseIterable {
    case tcp
    case tls
    case webSocket = "websocket"
    case secureWebSocket = "secure-websocket"

    package var isEncrypted: Bool { self == .tls || self == .secureWebSocket }
    package var isWebSocket: Bool { self == .webSocket || self == .secureWebSocket }
}

/// How the other side ended its direction of a connection.
package enum ConnectionEnd: String, Sendable {
    /// By a close of its sending direction; with TLS after `close_notify`, over WebSocket after a close frame.
    case closed
    /// Without the `close_notify` of TLS, or without the close frame of WebSocket.
    case truncated
    /// By a reset.
    case reset
}

/// What comes next from the other side.
package enum Received: Hashable, Sendable {
    case preface(lowest: UInt16, highest: UInt16)
    case message(Message)
    case end(ConnectionEnd)
}
