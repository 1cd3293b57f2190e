extension ClientCases {
    static func webSocket(_ carrier: Carrier) -> [Case] {
        guard carrier.isWebSocket else { return [] }
        return [
            Case("websocket/fragments", "WebSocket", "Messages of WebSocket may have any number of fragments.") {
                trial in
                let (peer, _) = try await trial.hello()
                let bytes = Wire.preface + Welcome(epoch: 1).bytes + Wire.ping(-4)
                await peer.sendRaw(frame(WebSocketFrame.binary, [], isFinal: false))
                for byte in bytes { await peer.sendRaw(frame(WebSocketFrame.continuation, [byte], isFinal: false)) }
                await peer.sendRaw(frame(WebSocketFrame.continuation, []))
                try await expectPong(-4, peer)
            },
            Case("websocket/ping", "WebSocket", "A ping of WebSocket may come between fragments.") { trial in
                let (peer, _) = try await trial.welcomed()
                let bytes = Wire.ping(-4)
                await peer.sendRaw(frame(WebSocketFrame.binary, Array(bytes[..<3]), isFinal: false))
                await peer.sendRaw(frame(WebSocketFrame.ping, [1, 2, 3]))
                await peer.sendRaw(frame(WebSocketFrame.continuation, Array(bytes[3...])))
                try await expectPong(-4, peer)
            },
        ]
    }

    private static func frame(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
        WebSocketFrame(opcode, payload, isMasked: false, isFinal: isFinal).bytes
    }
}
