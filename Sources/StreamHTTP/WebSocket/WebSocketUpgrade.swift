import NIOCore
import NIOHTTP1
import NIOWebSocket
import StreamProtocol

/// The opening handshake (RFC 6455 4.2).
enum WebSocketUpgrade {
    /// The subprotocol that a client may name.
    static let subprotocol = "streamd"

    /// The response that opens the WebSocket.
    ///
    /// - Throws: ``HTTPRefusal`` if the request asks for something else.
    static func response(to head: HTTPRequestHead, on channel: any Channel) throws(HTTPRefusal) -> ByteBuffer {
        guard head.headers[canonicalForm: "sec-websocket-version"] == ["13"] else {
            throw HTTPRefusal(
                .upgradeRequired,
                ProtocolError(.unsupportedVersion, "This relay speaks version 13 of WebSocket (RFC 6455)."),
                headers: [("upgrade", "websocket"), ("sec-websocket-version", "13")]
            )
        }
        let offered = head.headers[canonicalForm: "sec-websocket-protocol"]
        guard offered.isEmpty || offered.contains(where: { $0 == subprotocol }) else {
            throw HTTPRefusal.malformed("The WebSocket subprotocol spoken here is '\(subprotocol)'; ask for that.")
        }
        let headers: HTTPHeaders = offered.isEmpty ? [:] : ["sec-websocket-protocol": subprotocol]
        guard let accepted = accept(head, headers, on: channel) else {
            throw HTTPRefusal.malformed("The WebSocket handshake has no usable key; see RFC 6455, 4.2.1.")
        }
        var response = ByteBuffer()
        response.writeHead(.switchingProtocols, accepted)
        return response
    }

    private static func accept(
        _ head: HTTPRequestHead,
        _ headers: HTTPHeaders,
        on channel: any Channel
    ) -> HTTPHeaders? {
        var accepted: HTTPHeaders?
        NIOWebSocketServerUpgrader(
            shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(headers) },
            upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() }
        )
        .buildUpgradeResponse(channel: channel, upgradeRequest: head, initialResponseHeaders: [:])
        .assumeIsolated()
        // NIO's upgrader completes on this event loop, with values that are there already.
        .whenSuccess { accepted = $0 }
        return accepted
    }
}
