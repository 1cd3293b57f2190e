import NIOCore
import RelayTestSupport
import StreamHTTP
import StreamProtocol
import StreamRelay
import Testing
import WebPlayer

/// The browser player as a relay serves it, over real sockets.
@Suite(.timeLimit(.minutes(10))) struct PlayerPageTests {
    private static let html = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n"
    private static let close = "Connection: close\r\n"
    private static let player = "/@/\(PlayerFile.hash)/player.js"
    private static let policy =
        "content-security-policy: default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; "
        + "connect-src 'self' ws: wss:; img-src 'self' blob:; media-src 'self' blob:; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'self'"

    private func ask(_ target: String, _ fields: String = "", method: String = "GET") -> String {
        "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(fields)\(Self.close)\r\n"
    }

    private func hasSafeFields(_ answer: RawAnswer) -> Bool {
        answer.has(Self.policy) && answer.has("x-content-type-options: nosniff")
            && answer.has("referrer-policy: no-referrer")
    }

    @Test func `a browser gets the gallery at the root, and the player at a stream's name`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            for (target, page) in [
                ("/", PlayerFile.galleryPage), ("/live", .playerPage), ("/studio/camera-2?x#y", .playerPage),
                ("/player.js", .playerPage),
            ] {
                let answer = try await relay.answer(to: ask(target, Self.html))
                #expect(answer.status == 200)
                #expect(answer.text == page.text.description)
                #expect(answer.has("content-type: text/html; charset=utf-8"))
                #expect(answer.has("cache-control: no-cache"))
                #expect(answer.has("vary: accept, accept-encoding, origin"))
                #expect(answer.has("etag: \"\(PlayerFile.hash)\""))
                #expect(!answer.header.contains("content-encoding"))
                #expect(hasSafeFields(answer))
            }
            #expect(await relay.control.stream(.live) == nil, "a page is no viewer and makes no stream")
        }
    }

    @Test func `other programs get a text and an error`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            let index = try await relay.answer(to: ask("/", "Accept: */*\r\n"))
            #expect(index.status == 200)
            #expect(index.text.contains("/NAME.h264"))
            #expect(index.has("content-type: text/plain; charset=utf-8"))
            #expect(index.has("vary: accept"))
            let error = try await relay.answer(to: ask("/live", "Accept: */*\r\n"))
            #expect(error.status == 404)
            #expect(error.has("streamd-error: stream-not-found"))
            #expect(error.has("vary: accept"))
            #expect(error.has("cache-control: no-store"))
        }
    }

    @Test func `assets stay for ever at an address with their hash`() async throws {
        let types = ["js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"]
        try await RunningRelay.runWithHTTP { relay in
            for asset in PlayerFile.assets {
                let answer = try await relay.answer(to: ask("/@/\(PlayerFile.hash)/\(asset.name)"))
                #expect(answer.status == 200)
                #expect(answer.text == asset.text.description)
                let type = try #require(types[String(asset.name.split(separator: ".")[1])])
                #expect(answer.has("content-type: \(type); charset=utf-8"))
                #expect(answer.has("cache-control: public, max-age=31536000, immutable"))
                #expect(answer.has("vary: accept-encoding, origin"))
                #expect(hasSafeFields(answer))
            }
        }
    }

    @Test func `the module for pages of other sites has an address that does not change`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            let answer = try await relay.answer(to: ask("/@/player.js"))
            #expect(answer.status == 200)
            #expect(answer.text == PlayerFile.module.text.description)
            #expect(answer.has("content-type: text/javascript; charset=utf-8"))
            #expect(answer.has("cache-control: no-cache"))
            #expect(answer.has("vary: accept-encoding, origin"))
            #expect(hasSafeFields(answer))
        }
    }

    @Test(arguments: [
        "/@", "/@/", "/@/controls.js", "/@/module.js", "/@/0123456789abcdef/player.js", "/@/\(PlayerFile.hash)",
        "/@/\(PlayerFile.hash)/", "/@/\(PlayerFile.hash)/none.js", "/@/\(PlayerFile.hash)/page.html",
        "/@/\(PlayerFile.hash)//player.js", "/@/\(PlayerFile.hash)/player.js/", "/@/\(PlayerFile.hash)/Player.js",
        "/@/../player.js", "/@/../../etc/passwd", "/@/\(PlayerFile.hash)/../\(PlayerFile.hash)/player.js",
        "/@/\(PlayerFile.hash)%2fplayer.js", "/@%2F\(PlayerFile.hash)/player.js", "/@/%2e%2e/live",
        "/@/\(PlayerFile.hash)/player.js%00", "/@/\(PlayerFile.hash.uppercased())/player.js",
        "/@/\(PlayerFile.hash)/player.js%CC%81", "//@/\(PlayerFile.hash)/player.js",
    ])
    func `an unknown asset is refused in one sentence`(target: String) async throws {
        try await RunningRelay.runWithHTTP { relay in
            for fields in ["", Self.html] {
                let answer = try await relay.answer(to: ask(target, fields))
                #expect(answer.status == 404)
                #expect(answer.has("streamd-error: stream-not-found"))
                #expect(answer.has("cache-control: no-store"))
                #expect(answer.text.hasSuffix(".\"}\n"))
            }
        }
    }

    @Test func `the same address in other words is the same asset`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            let answer = try await relay.answer(to: ask("/%40/\(PlayerFile.hash)/player%2Ejs?x=1"))
            #expect(answer.status == 200)
        }
    }

    @Test(arguments: [("/", html), ("/live", html), (player, ""), ("/@/player.js", "")])
    func `a client that takes gzip gets it, with a tag of its own`(target: String, fields: String) async throws {
        try await RunningRelay.runWithHTTP { relay in
            let plain = try await relay.answer(to: ask(target, fields + "Accept-Encoding: br, gzip;q=0\r\n"))
            #expect(!plain.header.contains("content-encoding"))
            let answer = try await relay.answer(to: ask(target, fields + "Accept-Encoding: br, gzip\r\n"))
            #expect(answer.status == 200)
            #expect(answer.has("content-encoding: gzip"))
            #expect(answer.has("content-length: \(answer.body.count)"))
            #expect(answer.has("etag: \"\(PlayerFile.hash)-gzip\""))
            #expect(answer.body.prefix(2).elementsEqual([0x1F, 0x8B]))
            // The module is so short that gzip makes it longer.
            #expect(answer.body.count < plain.body.count || target == "/@/player.js")
        }
    }

    @Test(arguments: [("/", html), ("/live", html), (player, ""), ("/@/player.js", "")])
    func `a client that has the content gets no content`(target: String, fields: String) async throws {
        let tag = "\"\(PlayerFile.hash)\""
        let cases: [(String, Int)] = [
            ("If-None-Match: \(tag)\r\n", 304), ("If-None-Match: W/\(tag)\r\n", 304),
            ("If-None-Match: \"other\", \(tag)\r\n", 304), ("If-None-Match: \"a\"\r\nIf-None-Match: \(tag)\r\n", 304),
            ("If-None-Match: *\r\n", 304), ("If-None-Match: \"other\"\r\n", 200),
            ("If-None-Match: \(PlayerFile.hash)\r\n", 200), ("If-None-Match: \"\(PlayerFile.hash)-gzip\"\r\n", 200),
            ("If-None-Match: \(tag)\r\nAccept-Encoding: gzip\r\n", 200),
            ("If-None-Match: \"\(PlayerFile.hash)-gzip\"\r\nAccept-Encoding: gzip\r\n", 304),
        ]
        try await RunningRelay.runWithHTTP { relay in
            for (condition, status) in cases {
                let answer = try await relay.answer(to: ask(target, fields + condition))
                #expect(answer.status == status, "\(condition)")
                guard status == 304 else { continue }
                #expect(answer.body.isEmpty)
                #expect(answer.header.contains("\r\netag: \"\(PlayerFile.hash)"))
                #expect(answer.header.contains("\r\ncache-control: "))
                #expect(answer.header.contains("\r\nvary: "))
                #expect(!answer.header.contains("content-length") && !answer.header.contains("content-encoding"))
            }
        }
    }

    @Test func `HEAD has the fields of GET, and other methods are refused`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            for (target, fields) in [("/", Self.html), ("/live", Self.html), (Self.player, "")] {
                let get = try await relay.answer(to: ask(target, fields))
                let head = try await relay.answer(to: ask(target, fields, method: "HEAD"))
                let names = { (answer: RawAnswer) in
                    answer.header.split(separator: "\r\n").filter { !$0.hasPrefix("date:") }
                }
                #expect(names(head) == names(get))
                #expect(head.body.isEmpty)
                for method in ["POST", "PUT", "DELETE", "TRACE"] {
                    #expect(try await relay.answer(to: ask(target, fields, method: method)).status == 405)
                }
            }
        }
    }

    @Test func `a connection gets page and assets one after the other`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            let keep = { (target: String, fields: String) in
                "GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n"
            }
            let tag = "If-None-Match: \"\(PlayerFile.hash)\"\r\n"
            let client = try await relay.connect(
                sending: keep("/live", Self.html) + keep("/live", Self.html + tag) + keep(Self.player, "")
                    + ask("/streams")
            )
            let text = String(decoding: try await client.readToEnd(), as: UTF8.self)
            var rest = text[...]
            for part in ["HTTP/1.1 200", "page.js", "HTTP/1.1 304", "HTTP/1.1 200", "streamd-player", "\"streams\":[]"]
            {
                let found = try #require(rest.firstRange(of: part), "\(part)")
                rest = rest[found.upperBound...]
            }
        }
    }

    @Test func `the same path is a page, a WebSocket and a stream`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            try await relay.publishing { _ in
                let page = try await relay.answer(to: ask("/live", Self.html))
                #expect(page.text == PlayerFile.playerPage.text.description)
                let browser = try await WebSocketClient(relay, "/live", adding: Self.html)
                let hello = ProtocolMessage.hello(Hello(role: .subscribe, stream: .live, instance: .random()))
                try await browser.send(hello, .goodbye(Ending(.endOfStream, "")), withPreface: true)
                let said = try await browser.end().said
                #expect(said.contains { if case .message(.welcome) = $0 { true } else { false } })
            }
        }
    }

    /// Admits no client without a token.
    private struct ClosedAdmission: Admission {
        func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Permissions> {
            eventLoop.makeFailedFuture(ProtocolError(.unauthorized, "A token is needed."))
        }
    }

    @Test func `pages need no token, and say nothing of the streams`() async throws {
        try await RunningRelay.runWithHTTP(admission: ClosedAdmission()) { relay in
            for fields in ["", "Authorization: Bearer wrong\r\n", "Authorization: Basic dTpw\r\n"] {
                for target in ["/", "/live", "/live?token=wrong"] {
                    let answer = try await relay.answer(to: ask(target, Self.html + fields))
                    #expect(answer.status == 200)
                    #expect(!answer.text.contains("live\""))
                }
                #expect(try await relay.answer(to: ask(Self.player, fields)).status == 200)
                #expect(try await relay.answer(to: ask("/streams", fields)).status == 401)
            }
        }
    }

    @Test func `pages are served over TLS`() async throws {
        let certificate = try RunningAdmin.certificate()
        try await RunningRelay.run(tls: certificate, http: HTTPService()) { relay in
            let address = try SocketAddress(ipAddress: "127.0.0.1", port: relay.port)
            let client = try AdminAsker(address: address).pinning(certificate)
            let page = try await client.send("GET /live HTTP/1.1\r\nhost: localhost\r\naccept: text/html\r\n")
            #expect(page == Answer(200, PlayerFile.playerPage.text.description))
            let asset = try await client.send("GET \(Self.player) HTTP/1.1\r\nhost: localhost\r\n")
            #expect(asset.status == 200)
        }
    }

    @Test func `four pages with all assets cost less than a connection has, and requests without end cost more`()
        async throws
    {
        let assets = PlayerFile.assets.map { "/@/\(PlayerFile.hash)/\($0.name)" }
        // HEAD costs as much as GET. Its answers fit into the socket's buffers, so the relay, which gives a client a
        // second to read after the last response, need not wait for a busy test. The client closes its side on its event
        // loop, because the relay waits a while for the next request.
        let requests = (["/live"] + assets).map { target in
            "HEAD \(target) HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nAccept-Encoding: gzip\r\n\r\n"
        }
        let answers = { (text: [UInt8]) in String(decoding: text, as: UTF8.self).ranges(of: "HTTP/1.1 200").count }
        try await RunningRelay.runWithHTTP { relay in
            let pages = Array(repeating: requests, count: 4).flatMap(\.self)
            let client = try await RawClient(port: relay.port, sending: pages.joined(), closesOutput: true)
            #expect(answers(try await client.readToEnd()) == pages.count)
            let endless = try await relay.connect(sending: String(repeating: requests.joined(), count: 100))
            let bytes = try await endless.readToEnd()
            #expect(answers(bytes) < 100)
            #expect(String(decoding: bytes, as: UTF8.self).contains("streamd-error: rate-exceeded"))
        }
    }
}
