extension RelayCases {
    static let webSocket: [Case] = [
        Case("websocket/opening", "WebSocket", "The relay answers the key, and selects the subprotocol streamd.") {
            trial in
            let peer = try await trial.open(opening(trial.stream, ["Sec-WebSocket-Protocol: other, streamd"]))
            let head = try await peer.head().lowercased()
            let lines = head.split(whereSeparator: \.isNewline).map { $0.split(separator: " ").joined(separator: " ") }
            guard lines.first?.hasPrefix("http/1.1 101") == true,
                lines.contains("sec-websocket-accept: \(WebSocketSide.accept(WebSocketSide.key).lowercased())"),
                lines.contains("sec-websocket-protocol: streamd")
            else { throw Finding("The answer is '\(lines.joined(separator: "; "))'.") }
        },
        Case(
            "websocket/no-subprotocol",
            "WebSocket",
            "A client may offer no subprotocol, and extensions are not accepted."
        ) {
            trial in
            let fields = ["Sec-WebSocket-Extensions: permessage-deflate"]
            let peer = try await trial.open(opening(trial.stream, fields))
            let head = try await peer.head().lowercased()
            guard head.hasPrefix("http/1.1 101"), !head.contains("sec-websocket-extensions"),
                !head.contains("sec-websocket-protocol")
            else {
                throw Finding("The answer is '\(head.split(whereSeparator: \.isNewline).joined(separator: "; "))'.")
            }
        },
        Case("websocket/other-subprotocols", "WebSocket", "Only other subprotocols are answered with status 400.") {
            trial in
            let peer = try await trial.open(opening(trial.stream, ["Sec-WebSocket-Protocol: mqtt, chat"]))
            try await peer.expectStatus(400)
        },
        Case("websocket/version", "Appendix A: HTTP", "Another version of WebSocket is answered with status 426.") {
            trial in
            let text = String(decoding: opening(trial.stream, []), as: UTF8.self)
            let request = text.replacing("Sec-WebSocket-Version: 13", with: "Sec-WebSocket-Version: 8")
            try await trial.open(Array(request.utf8)).expectStatus(426)
        },
        Case("websocket/path", "WebSocket", "The path is decoded, its query is ignored, and every name can be used.") {
            trial in
            let name = trial.stream + "/a~b.h264"
            let paths = ["/\(name)?token=x&y", "/\(trial.stream)/%61%7Eb%2Eh264"]
            for path in paths {
                let peer = try await trial.open(WebSocketSide.opening(path, host: "localhost"))
                _ = try await peer.head()
                await peer.send(Wire.preface, Wire.hello(.subscribe, name, options: trial.options(.subscribe)))
                try await peer.expectWelcome()
            }
        },
        Case(
            "websocket/other-name",
            "WebSocket",
            "Another stream in the hello than in the path is invalid-stream-name."
        ) {
            trial in
            for (path, name) in [
                ("", trial.stream), (trial.stream, trial.stream + "/x"), (trial.stream + "x", trial.stream),
            ] {
                let peer = try await trial.open(opening(path, []))
                _ = try await peer.head()
                await peer.send(Wire.preface, Wire.hello(.subscribe, name, options: trial.options(.subscribe)))
                try await peer.expectEnding("invalid-stream-name")
            }
        },
        Case("websocket/list", "WebSocket", "For the role list, the path is the folder, which may be missing.") {
            trial in
            try await trial.require(.list)
            for folder in ["", trial.stream] {
                let peer = try await trial.join(.list, folder)
                _ = try await peer.expect(.streams)
            }
        },
        Case("websocket/fragments", "WebSocket", "Frames may have any length, and messages any number of fragments.") {
            trial in
            let peer = try await trial.connect()
            let bytes = Wire.preface + Wire.hello(.subscribe, trial.stream, options: trial.options(.subscribe))
            for (index, byte) in bytes.enumerated() {
                let opcode = index == 0 ? WebSocketFrame.binary : WebSocketFrame.continuation
                let isFinal = index == bytes.count - 1
                await peer.sendRaw(WebSocketFrame(opcode, [byte], isMasked: true, isFinal: isFinal).bytes)
                if index % 9 == 0, !isFinal {
                    await peer.sendRaw(
                        WebSocketFrame(WebSocketFrame.continuation, [], isMasked: true, isFinal: false).bytes
                    )
                }
            }
            try await peer.expectWelcome()
            await peer.send(Wire.ping(1) + Wire.ping(2))
            guard try Pong(await peer.expect(.pong)).sent == 1, try Pong(await peer.expect(.pong)).sent == 2 else {
                throw Finding("Two messages in one frame were not both read.")
            }
        },
        Case("websocket/text", "WebSocket", "A text frame gets malformed-message and status 1003.") { trial in
            let peer = try await trial.join(.subscribe)
            await peer.sendRaw(WebSocketFrame(WebSocketFrame.text, Array("hi".utf8), isMasked: true).bytes)
            try await peer.expectEnding("malformed-message")
            try await peer.expectCloseStatus(1003)
        },
        Case("websocket/forbidden", "WebSocket", "What RFC 6455 forbids gets malformed-message and status 1002.") {
            trial in
            let wrong: [[UInt8]] = [
                WebSocketFrame(WebSocketFrame.binary, [1], isMasked: false).bytes,
                WebSocketFrame(WebSocketFrame.binary, [1], isMasked: true, reserved: 4).bytes,
                WebSocketFrame(WebSocketFrame.binary, [1], isMasked: true, reserved: 1).bytes,
                WebSocketFrame(3, [1], isMasked: true).bytes,
                WebSocketFrame(11, [], isMasked: true).bytes,
                WebSocketFrame(WebSocketFrame.ping, [1], isMasked: true, isFinal: false).bytes,
                WebSocketFrame(WebSocketFrame.ping, [UInt8](repeating: 0, count: 126), isMasked: true).bytes,
                WebSocketFrame(WebSocketFrame.continuation, [1], isMasked: true).bytes,
                WebSocketFrame(WebSocketFrame.binary, [], isMasked: true, isFinal: false).bytes
                    + WebSocketFrame(WebSocketFrame.binary, [], isMasked: true).bytes,
            ]
            for bytes in wrong {
                let peer = try await trial.join(.subscribe)
                await peer.sendRaw(bytes)
                try await peer.expectEnding("malformed-message")
                try await peer.expectCloseStatus(1002)
            }
        },
        Case("websocket/ping", "WebSocket", "The relay answers WebSocket's ping with its pong.") { trial in
            let peer = try await trial.join(.subscribe)
            for payload in [[], Array(0..<125)] as [[UInt8]] {
                await peer.sendRaw(WebSocketFrame(WebSocketFrame.ping, payload, isMasked: true).bytes)
                _ = try await peer.expectPongs(upTo: payload)
            }
        },
        Case("websocket/pings", "WebSocket", "Of several pings that come together, the relay answers only the last.") {
            trial in
            let peer = try await trial.join(.subscribe)
            let payloads = (0..<30 as Range<UInt8>).map { [$0] }
            await peer.sendRaw(
                payloads.flatMap { WebSocketFrame(WebSocketFrame.ping, $0, isMasked: true).bytes }
            )
            let pongs = try await peer.expectPongs(upTo: [29])
            // The network may part them, but not so often.
            guard pongs.count <= 3 else {
                throw Finding("\(pongs.count) of 30 pings that came together were answered.")
            }
        },
        Case(
            "websocket/close-after-error",
            "WebSocket",
            "A close frame with status 1000 follows an error or a goodbye."
        ) {
            trial in
            let (publisher, viewer) = try await trial.watched()
            try await publisher.endStream()
            try await viewer.peer.expectEnding("end-of-stream")
            try await viewer.peer.expectCloseStatus(1000)
            let peer = try await trial.join(.publish)
            await peer.send(Wire.message(.ping, []))
            try await peer.expectEnding("malformed-message")
            try await peer.expectCloseStatus(1000)
        },
        Case("websocket/lost", "WebSocket", "A close frame without a goodbye means that the connection was lost.") {
            trial in
            let (publisher, viewer) = try await trial.watched()
            await publisher.peer.finishSending()
            try await viewer.expectState(2)
            try await publisher.peer.expectClose()
        },
        Case("websocket/closes-tcp", "WebSocket", "When both sides have sent a close frame, the relay closes.") {
            trial in
            let peer = try await trial.join(.subscribe)
            await peer.finishSending()
            let isGone: Void? = try await peer.wait { $0.isGone ? () : nil }
            guard isGone != nil else { throw Finding("The TCP connection stayed open.") }
        },
    ]

    private static func opening(_ name: String, _ fields: [String]) -> [UInt8] {
        WebSocketSide.opening("/" + name, host: "localhost", fields: fields)
    }
}

extension Peer {
    /// The status of the head that has come or comes.
    func expectStatus(_ status: Int) async throws {
        let line = try await head().prefix { !$0.isNewline }
        guard line.hasPrefix("HTTP/1.1 \(status) ") else { throw Finding("The answer is '\(line)', not \(status).") }
    }

    /// The close frame that ended the connection must have this status.
    func expectCloseStatus(_ status: Int) async throws {
        let payload = mailbox.controls.first { $0.opcode == WebSocketFrame.close }?.payload ?? []
        let came = payload.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        guard came == status else { throw Finding("The close frame has the status \(came), not \(status).") }
    }

    /// The pongs of WebSocket, of which the last must have this payload.
    func expectPongs(upTo payload: [UInt8]) async throws -> [WebSocketFrame] {
        let pongs: [WebSocketFrame]? = try await wait { mailbox in
            let pongs = mailbox.controls.filter { $0.opcode == WebSocketFrame.pong }
            return pongs.last?.payload == payload ? pongs : nil
        }
        guard let pongs else { throw Finding("A ping of WebSocket was not answered.") }
        return pongs
    }
}
