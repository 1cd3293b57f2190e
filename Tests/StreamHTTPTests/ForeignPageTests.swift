import MadeStreams
import MetricsTestKit
import NIOCore
import RelayTestSupport
import StreamHTTP
import StreamProtocol
import StreamRelay
import Testing
import WebPlayer

/// What pages of other origins get from a relay, over real sockets.
@Suite(.timeLimit(.minutes(10))) struct ForeignPageTests {
    private static let page = "Origin: https://player.example.org\r\n"
    private static let bearer = "Authorization: Bearer studio\r\n"
    private static let close = "Connection: close\r\n"

    private func ask(_ target: String, _ fields: String = "", host: String = "localhost") -> String {
        "GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\(fields)\r\n"
    }

    /// Admits every client, as an open relay does, and knows the token `studio`.
    private struct HalfOpenAdmission: Admission {
        var isOpen = true

        func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Permissions> {
            if credentials.token?.secret == "studio" {
                return eventLoop.makeSucceededFuture(Permissions(bearer: "studio", publish: [.all], watch: [.all]))
            }
            guard isOpen, credentials.token == nil else {
                return eventLoop.makeFailedFuture(ProtocolError(.unauthorized, "A token is needed."))
            }
            return eventLoop.makeSucceededFuture(.allStreams)
        }
    }

    @Test(arguments: ["/streams", "/streams/live", "/live.h264", "/live.aac"])
    func `on an open relay a foreign page gets nothing, whatever token it makes up`(target: String) async throws {
        try await RunningRelay.runWithHTTP { relay in
            try await relay.publishing { _ in
                let madeUp = "Authorization: Bearer made-up\r\n"
                let requests = [
                    ask(target, Self.page + Self.close),
                    ask(target, "Origin: null\r\n" + Self.close),
                    ask(target, Self.close, host: "rebound.example.com"),
                    "HEAD" + ask(target, Self.page + Self.close).dropFirst(3),
                    ask(target, Self.page + madeUp + Self.close),
                    ask(target + "?token=made-up", Self.page + Self.close),
                ]
                for request in requests {
                    let answer = try await relay.answer(to: request)
                    #expect(answer.status == 403)
                    #expect(answer.has("streamd-error: forbidden"))
                    #expect(request.hasPrefix("HEAD") || answer.text.contains("allow the page's origin"))
                    // A page may read the response to a request with a valid token that it sent, and no other.
                    #expect(!answer.header.contains("access-control-allow-origin"))
                    #expect(answer.has("cross-origin-resource-policy: same-origin"))
                }
                #expect(await relay.control.stream(.live)?.viewers == 0)
            }
        }
    }

    /// A page's `<video>` sends no `Origin`, so that only the response's header fields keep the page from it.
    @Test(arguments: ["/streams", "/live.mp4", "/live.ts", "/live.h264"])
    func `a made-up token opens no response of an open relay to elements of foreign pages`(
        target: String
    ) async throws {
        try await RunningRelay.runWithHTTP { relay in
            try await relay.publishing { publisher in
                let picture = MadeStream.annexB([MadeStream.sps(), MadeStream.pps, MadeStream.idr()])
                try await publisher.sendPicture(picture, isKeyFrame: true)
                try await publisher.sendSound([1, 2, 3])
                let client = try await relay.connect(sending: ask(target + "?token=made-up"))
                // The body may come with the head.
                let answer = RawAnswer(
                    try await client.read { String(decoding: $0, as: UTF8.self).contains("\r\n\r\n") }
                )
                #expect(answer.status == 200)
                #expect(answer.has("cross-origin-resource-policy: same-origin"))
                #expect(!answer.header.contains("access-control-"))
            }
        }
    }

    @Test func `a token counts for its own request alone`() async throws {
        try await RunningRelay.runWithHTTP(admission: HalfOpenAdmission()) { relay in
            let client = try await relay.connect()
            try await client.send(ask("/streams", Self.bearer))
            #expect(RawAnswer(try await client.read(through: "}\n")).has("access-control-allow-origin: *"))
            for target in ["/streams", "/", "/@/player.js"] {
                try await client.send("HEAD" + ask(target).dropFirst(3))
                let next = RawAnswer(try await client.read(through: "\r\n\r\n"))
                #expect(next.status == 200)
                #expect(!next.header.contains("access-control-"))
            }
        }
    }

    @Test func `the relay's own pages and other programs need no permission`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            for fields in ["", "Origin: http://localhost\r\n"] {
                let answer = try await relay.answer(to: ask("/streams", fields + Self.close))
                #expect(answer.status == 200)
                #expect(!answer.header.contains("access-control-"))
                #expect(answer.has("cross-origin-resource-policy: same-origin"))
            }
        }
    }

    @Test func `a foreign page with a token gets and may read what the token allows`() async throws {
        for admission in [HalfOpenAdmission(), HalfOpenAdmission(isOpen: false)] {
            try await RunningRelay.runWithHTTP(admission: admission) { relay in
                for request in [
                    ask("/streams", Self.page + Self.bearer + Self.close),
                    ask("/streams?token=studio", Self.page + Self.close),
                    ask("/streams", Self.bearer + Self.close, host: "rebound.example.com"),
                ] {
                    let answer = try await relay.answer(to: request)
                    #expect(answer.status == 200)
                    #expect(answer.has("access-control-allow-origin: *"))
                    #expect(!answer.header.contains("access-control-allow-credentials"))
                }
                let without = try await relay.answer(to: ask("/streams", Self.page + Self.close))
                #expect(without.status == (admission.isOpen ? 403 : 401))
                #expect(!without.header.contains("access-control-"))
                try await relay.publishing(token: "studio") { _ in
                    let viewer = try await relay.connect()
                    try await viewer.send(ask("/live.h264", Self.page + Self.bearer))
                    let head = RawAnswer(try await viewer.read(through: "\r\n\r\n"))
                    #expect(head.status == 200)
                    #expect(head.has("access-control-allow-origin: *"))
                }
            }
        }
    }

    @Test func `an allowed page is served like the relay's own as soon as it is allowed`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            try await relay.publishing { _ in
                let client = try await relay.connect()
                try await client.send(ask("/streams", Self.page))
                #expect(RawAnswer(try await client.read(through: "}\n")).status == 403)
                relay.http?.apply(try #require(AllowedOrigins(list: "https://player.example.org")))
                try await client.send(ask("/streams", Self.page))
                let list = RawAnswer(try await client.read(through: "}\n"))
                #expect(list.status == 200)
                #expect(list.has("access-control-allow-origin: https://player.example.org"))
                #expect(list.has("vary: origin"))
                try await client.send(ask("/streams", "Origin: https://evil.example.com\r\n"))
                #expect(RawAnswer(try await client.read(through: "}\n")).status == 403)
                try await client.send(ask("/live.aac", Self.page))
                let stream = RawAnswer(try await client.read(through: "\r\n\r\n"))
                #expect(stream.status == 200)
                #expect(stream.has("access-control-allow-origin: https://player.example.org"))
            }
        }
    }

    @Test func `every page is served where all are allowed`() async throws {
        try await RunningRelay.runWithHTTP(allowing: .anyOrigin) { relay in
            for request in [
                ask("/streams", Self.page + Self.close), ask("/streams", Self.close, host: "relay.example.org"),
            ] {
                let answer = try await relay.answer(to: request)
                #expect(answer.status == 200)
                #expect(answer.has("access-control-allow-origin: *"))
                #expect(answer.has("cross-origin-resource-policy: cross-origin"))
            }
        }
    }

    @Test func `the index and preflight requests are answered to all, and readable for allowed pages`() async throws {
        let allowed = AllowedOrigins(list: "https://player.example.org") ?? .none
        let evil = "Origin: https://evil.example.com\r\n"
        let method = "Access-Control-Request-Method: GET\r\n"
        let field = "Access-Control-Request-Headers: x-other, Authorization\r\n"
        let options = "OPTIONS /streams HTTP/1.1\r\nHost: localhost\r\n" + Self.close
        let cases: [(String, Int, String?)] = [
            (ask("/", evil + Self.close), 200, nil),
            (ask("/", Self.close, host: "rebound.example.com"), 200, nil),
            (ask("/nothing", evil + Self.close), 404, nil),
            (options + evil + method + "\r\n", 204, nil),
            (options + evil + method + field + "\r\n", 204, "*"),
            (options + Self.page + method + "\r\n", 204, "https://player.example.org"),
            (options + Self.page + method + field + "\r\n", 204, "https://player.example.org"),
        ]
        try await RunningRelay.runWithHTTP(allowing: allowed) { relay in
            for (request, status, readers) in cases {
                let answer = try await relay.answer(to: request)
                #expect(answer.status == status)
                #expect(answer.header.contains("access-control-allow-origin") == (readers != nil))
                if let readers { #expect(answer.has("access-control-allow-origin: \(readers)")) }
                if status == 204 { #expect(answer.has("access-control-allow-headers: authorization")) }
            }
        }
    }

    // MARK: WebSocket

    private func hello(_ role: Hello.Role, _ token: String? = nil) throws -> ProtocolMessage {
        var hello = Hello(role: role, stream: .live, instance: .random())
        hello.token = try token.map { try AccessToken($0) }
        return .hello(hello)
    }

    @Test(arguments: [Hello.Role.subscribe, .publish])
    func `on an open relay a foreign page neither watches nor publishes by WebSocket`(role: Hello.Role) async throws {
        let pages = [("localhost", Self.page), ("rebound.example.com", "Origin: http://rebound.example.com\r\n")]
        try await RunningRelay.runWithHTTP { relay in
            for (host, origin) in pages {
                for token in [nil, "made-up"] {
                    let client = try await WebSocketClient(relay, "/live", host: host, adding: origin)
                    try await client.send(try hello(role, token), withPreface: true)
                    let ending = try #require(try await client.end().said.error)
                    #expect(ending.code == .forbidden)
                    #expect(ending.reason.contains("allow the page's origin"))
                }
            }
            #expect(await relay.control.stream(.live) == nil)
        }
    }

    @Test func `a page may use WebSocket by a token, by permission or as the relay's own`()
        async throws
    {
        let allowed = AllowedOrigins(list: "https://player.example.org") ?? .none
        let pages: [(String, String?)] = [
            ("Origin: https://other.example.com\r\n", "studio"), ("Origin: null\r\n", "studio"), (Self.page, nil),
            ("Origin: http://localhost\r\n", nil), ("", nil),
        ]
        try await RunningRelay.runWithHTTP(admission: HalfOpenAdmission(), allowing: allowed) { relay in
            for role in [Hello.Role.publish, .subscribe] {
                for (origin, token) in pages {
                    let client = try await WebSocketClient(relay, "/live", adding: origin)
                    let goodbye = ProtocolMessage.goodbye(Ending(.endOfStream, ""))
                    try await client.send(try hello(role, token), goodbye, withPreface: true)
                    let said = try await client.end().said
                    #expect(said.contains { if case .message(.welcome) = $0 { true } else { false } })
                }
            }
        }
    }

    @Test func `a refused page is counted as forbidden`() async throws {
        let metrics = TestMetrics()
        try await RunningRelay.runWithHTTP(metrics: metrics) { relay in
            for target in ["/streams", "/live.h264"] {
                _ = try await relay.answer(to: ask(target, Self.page + Self.close))
            }
            let client = try await WebSocketClient(relay, "/live", adding: Self.page)
            try await client.send(try hello(.subscribe), withPreface: true)
            _ = try await client.end()
        }
        let counter = try metrics.expectCounter("streamd_endings_total", [("reason", "forbidden")])
        #expect(counter.totalValue == 3)
    }

    // MARK: The browser player

    private static let html = "Accept: text/html\r\n"
    private static let asset = "/@/\(PlayerFile.hash)/player.js"

    @Test func `the player starts on pages of allowed origins, and on no others`() async throws {
        let allowed = AllowedOrigins(list: "https://player.example.org") ?? .none
        let evil = "Origin: https://evil.example.com\r\n"
        let cases: [(String, String, String?)] = [
            (Self.page, "localhost", "https://player.example.org"), (evil, "localhost", nil), ("", "localhost", nil),
            ("Origin: null\r\n", "localhost", nil), (evil + Self.bearer, "localhost", nil),
            (Self.page + evil, "localhost", nil),
            ("Origin: http://rebound.example.com\r\n", "rebound.example.com", nil),
        ]
        try await RunningRelay.runWithHTTP(allowing: allowed) { relay in
            for target in [Self.asset, "/@/player.js", Self.asset + "?token=made-up", "/live", "/"] {
                for (fields, host, reader) in cases {
                    let answer = try await relay.answer(to: ask(target, fields + Self.html + Self.close, host: host))
                    // The files are the same for all, and hold nothing of this relay.
                    #expect(answer.status == 200)
                    #expect(answer.has("cross-origin-resource-policy: same-origin"))
                    #expect(answer.header.contains("access-control-allow-origin") == (reader != nil))
                    if let reader { #expect(answer.has("access-control-allow-origin: \(reader)")) }
                    #expect(!answer.header.contains("access-control-allow-credentials"))
                    // A cache must not give the answer for one page to another.
                    let vary = answer.header.split(separator: "\r\n").filter { $0.hasPrefix("vary:") }
                    #expect(vary.count == 1)
                    #expect(vary.allSatisfy { $0.hasSuffix("accept-encoding, origin") })
                }
            }
            let gone = try await relay.answer(to: ask("/live", Self.page + Self.close))
            #expect(gone.status == 404)
            #expect(gone.has("vary: accept"))
            #expect(gone.has("vary: origin"))
        }
    }

    @Test func `the player starts on every page where all are allowed`() async throws {
        try await RunningRelay.runWithHTTP(allowing: .anyOrigin) { relay in
            let answer = try await relay.answer(to: ask(Self.asset, Self.page + Self.close))
            #expect(answer.status == 200)
            #expect(answer.has("access-control-allow-origin: *"))
            #expect(answer.has("cross-origin-resource-policy: cross-origin"))
        }
    }

    @Test func `a page whose name was pointed at this machine gets the player, but no stream and no list`() async throws
    {
        let origin = "Origin: http://rebound.example.com\r\n"
        try await RunningRelay.runWithHTTP { relay in
            try await relay.publishing { _ in
                let page = try await relay.answer(to: ask("/live", Self.html + Self.close, host: "rebound.example.com"))
                #expect(page.status == 200)
                let list = try await relay.answer(to: ask("/streams", origin + Self.close, host: "rebound.example.com"))
                #expect(list.status == 403)
                for (role, path) in [(Hello.Role.subscribe, "/live"), (.list, "/")] {
                    let client = try await WebSocketClient(relay, path, host: "rebound.example.com", adding: origin)
                    let stream = role == .list ? StreamName.empty : .live
                    try await client.send(
                        .hello(Hello(role: role, stream: stream, instance: .random())),
                        withPreface: true
                    )
                    #expect(try await client.end().said.error?.code == .forbidden)
                }
            }
        }
    }
}
