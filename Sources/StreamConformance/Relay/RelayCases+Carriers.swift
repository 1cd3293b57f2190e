import NIOCore

extension RelayCases {
    /// What a relay does with the first bytes of a connection over TCP.
    static let transport: [Case] = [
        Case("transport/other-first-bytes", "Preface and version", "First bytes of no protocol get not-this-protocol.")
        {
            trial in
            // Empty lines may come in front of a request of HTTP, so 0x0A and 0x0D are not here.
            for byte: UInt8 in [0x00, 0x01, 0x80, 0x8E, 0x90, 0xFF] {
                let peer = try await trial.connect()
                await peer.send([byte])
                try await peer.expectPreface()
                try await peer.expectEnding("not-this-protocol")
            }
        },
        Case(
            "transport/tls-on-same-port",
            "TLS",
            "The first byte 0x16 is TLS: a handshake or the alert handshake_failure."
        ) {
            trial in
            let peer = try await trial.connect()
            await peer.send(clientHello(version: 3))
            let bytes = try await peer.raw(7)
            guard bytes.first != Wire.magic[0] else { throw NotApplicable("The relay does not know TLS.") }
            guard bytes.first == 0x16 || bytes.isAlert(40) else {
                throw Finding("The first bytes of the answer are \(bytes).")
            }
        },
        Case("transport/http", "Appendix A: HTTP", "A relay that serves HTTP refuses other methods and bodies.") {
            trial in
            try await trial.requireHTTP()
            for (method, status) in [("POST", 405), ("PUT", 405), ("DELETE", 405)] {
                try await trial.expectHTTP(
                    "\(method) / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n",
                    status
                )
            }
            try await trial.expectHTTP("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 3\r\n\r\nabc", 400)
            let needsToken = trial.target.watchToken != nil
            try await trial.expectHTTP(
                "GET /\(trial.stream).h264 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
                needsToken ? 401 : 404
            )
            try await trial.expectHTTP("GET / HTTP/3.7\r\nHost: 127.0.0.1\r\n\r\n", 505)
            try await trial.expectHTTP("HEAD / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 200)
        },
        Case("transport/http-foreign", "Appendix A: HTTP", "A foreign request for a list without a token is forbidden.")
        {
            trial in
            try await trial.requireHTTP(withoutToken: true)
            let request = "GET /streams HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://elsewhere.example\r\n\r\n"
            try await trial.expectHTTP(request, 403)
            let null = "GET /streams HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: null\r\n\r\n"
            try await trial.expectHTTP(null, 403)
        },
        Case(
            "transport/http-h264",
            "Appendix A: HTTP",
            "The path /NAME.h264 has the payloads of the first H.264 track."
        ) {
            trial in
            try await trial.requireHTTP(withoutToken: true)
            let publisher = try await trial.publisher()
            await publisher.frame(0, payload: [0, 0, 0, 1, 0x65, 0x51, 0x52, 0x53])
            try await publisher.peer.expectAlive()
            let answer = try await trial.http(
                "GET /\(trial.stream).h264 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
                until: "\u{51}\u{52}\u{53}"
            )
            guard answer.hasPrefix("HTTP/1.1 200") else { throw Finding("The stream is not served.") }
        },
    ]

    static let tls: [Case] = [
        Case("tls/alpn", "TLS", "The relay selects streamd if the client offers it.") { trial in
            let peer = try await trial.join(.subscribe)
            guard peer.mailbox.alpn == "streamd" else {
                throw Finding("The relay has selected \(peer.mailbox.alpn ?? "nothing").")
            }
        },
        Case("tls/close-notify", "TLS", "The relay sends close_notify after its last message.") { trial in
            let peer = try await trial.join(.subscribe)
            await peer.send(Wire.message(.ping, []))
            try await peer.expectEnding("malformed-message")
        },
        Case("tls/large-frames", "TLS", "Inside TLS, the bytes are those of any other connection.") { trial in
            let publisher = try await trial.publisher()
            let viewer = try await trial.viewer()
            for number: UInt64 in 0..<4 {
                let frame = await publisher.frame(number, payload: [UInt8](repeating: 9, count: 300_000))
                try await viewer.expectFrame(frame, ignoring: [.tracks, .streamState])
            }
        },
        Case("tls/old-version", "TLS", "The relay refuses older versions with the alert protocol_version.") { trial in
            let peer = try await trial.connectPlainly()
            await peer.sendRaw(clientHello(version: 2))
            let bytes = try await peer.raw(7)
            guard bytes.isAlert(70) else { throw Finding("The first bytes of the answer to TLS 1.1 are \(bytes).") }
        },
    ]

    /// The first record of a client, with a cipher suite that every relay has. TLS 1.2 has the version 3, TLS 1.1 the
    /// version 2.
    private static func clientHello(version: UInt8) -> [UInt8] {
        let random = [UInt8](repeating: 0x42, count: 32)
        let groups: [UInt8] = [0, 10, 0, 4, 0, 2, 0, 23]
        let formats: [UInt8] = [0, 11, 0, 2, 1, 0]
        let signatures: [UInt8] = [0, 13, 0, 6, 0, 4, 4, 3, 8, 4]
        let extensions = groups + formats + signatures
        let suites: [UInt8] = [0, 4, 0xC0, 0x2B, 0xC0, 0x2F]
        let body =
            [3, version] + random + [0] + suites + [1, 0] + Wire.integer(UInt16(extensions.count)) + extensions
        let handshake = [1, 0] + Wire.integer(UInt16(body.count)) + body
        return [0x16, 3, 1] + Wire.integer(UInt16(handshake.count)) + handshake
    }
}

extension [UInt8] {
    /// Whether these are the first bytes of a fatal alert of TLS.
    fileprivate func isAlert(_ description: UInt8) -> Bool {
        count >= 7 && self[0] == 0x15 && self[5] == 2 && self[6] == description
    }
}

extension Peer {
    /// The first bytes, whatever they are.
    func raw(_ count: Int) async throws -> [UInt8] {
        let isThere: Void? = try await wait { $0.total >= count || $0.isGone ? () : nil }
        let bytes = mailbox.everything
        guard isThere != nil || !bytes.isEmpty else { throw Finding("Nothing came within \(Self.patience).") }
        return Array(bytes.prefix(count))
    }

    /// Waits until what has come gives a value; `nil` if it does not in time.
    func wait<Value>(_ time: Duration = patience, until value: (Mailbox) -> Value?) async throws -> Value? {
        let deadline = ContinuousClock().now + time
        while true {
            try Task.checkCancellation()
            let seen = mailbox.changes
            if let value = value(mailbox) { return value }
            guard ContinuousClock().now < deadline else { return nil }
            await mailbox.wait(since: seen, until: deadline, on: channel.eventLoop)
        }
    }
}

extension RelayTrial {
    /// Sends a request of HTTP, and returns the beginning of the answer.
    func http(_ request: String, until end: String = "\r\n\r\n") async throws -> String {
        let peer = try await connect()
        await peer.send(Array(request.utf8))
        let answer: String? = try await peer.wait { mailbox in
            let text = String(decoding: mailbox.everything, as: UTF8.self)
            // What is not HTTP ends here, too.
            let isOver = text.contains(end) || mailbox.isGone || !"H".hasPrefix(text.prefix(1))
            return isOver ? text : nil
        }
        guard let answer else { throw Finding("A request of HTTP was not answered.", Clause("Appendix A: HTTP")) }
        return answer
    }

    /// Skips the case unless the relay serves HTTP, or also where it needs a token.
    func requireHTTP(withoutToken: Bool = false) async throws {
        let answer = try await http("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        guard answer.hasPrefix("HTTP/1.1 ") else { throw NotApplicable("The relay serves no HTTP.") }
        guard !withoutToken || target.watchToken == nil else { throw NotApplicable("The relay needs a token.") }
    }

    func expectHTTP(_ request: String, _ status: Int) async throws {
        let line = try await http(request).prefix { !$0.isNewline }
        guard line.hasPrefix("HTTP/1.1 \(status)") else {
            let first = request.prefix { !$0.isNewline }
            throw Finding("The answer to '\(first)' is '\(line)', not \(status).", Clause("Appendix A: HTTP"))
        }
    }
}
