import NIOHTTP1
import StreamProtocol
import Testing

@testable import StreamHTTP

@Suite struct RouteTests {
    private func route(_ target: String, upgrades: Bool = false, wantsPage: Bool = false) throws -> Route {
        try Route(RequestTarget(target), upgrades: upgrades, wantsPage: wantsPage)
    }

    private func request(
        _ target: String,
        _ headers: HTTPHeaders = ["host": "relay"],
        version: HTTPVersion = .http1_1
    ) throws -> Request {
        try Request(HTTPRequestHead(version: version, method: .GET, uri: target, headers: headers))
    }

    @Test func `a path names its resource`() throws {
        let camera = try StreamName("studio/camera-2")
        #expect(try route("/") == .index)
        #expect(try route("http://relay:7450") == .index)
        #expect(try route("/streams") == .streams(.first))
        #expect(try route("/streams?after=a&limit=7") == .streams(ListPage(RequestTarget("/?limit=7&after=a"))))
        #expect(try route("/streams/studio/camera-2") == .stream(camera))
        #expect(try route("/studio/camera-2.h264") == .media(MediaRequest(stream: camera, format: .h264)))
        #expect(try route("/studio/camera-2.aac") == .media(MediaRequest(stream: camera, format: .aac)))
        #expect(try route("/studio/camera-2.mp4") == .media(MediaRequest(stream: camera, format: .mp4)))
        #expect(
            try route("/live.ts?track=1")
                == .media(MediaRequest(stream: .live, format: .transportStream, track: TrackID(1)))
        )
        #expect(try route("https://relay/studio/camera%2D2.aac?a=b") == route("/studio/camera-2.aac"))
        #expect(
            try route("/live.h264?track=3") == .media(MediaRequest(stream: .live, format: .h264, track: TrackID(3)))
        )
        #expect(try route("/studio/camera-2", upgrades: true) == .webSocket(camera))
        #expect(try route("/", upgrades: true) == .webSocket(.empty))
        #expect(try route("/live.h264", upgrades: true) == .webSocket(StreamName("live.h264")))
        #expect(try route("/", upgrades: true) == .webSocket(.empty), "a client that lists all streams")
    }

    @Test(arguments: [
        "/nothing", "/.h264", "//live.h264", "/live.h264/", "/../live.h264", "/studio%2Fcamera.h264", "/streams/",
        "/l%C3%A4ngs.h264", "/live.h264?track=16", "/live.h264?track=a", "/%zz.h264", "/%ff.h264", "live.h264",
        "/live.mkv",
        // The combining mark U+0301 makes one character with the one before it.
        "/%CC%81", "/%CC%81live.h264", "/\u{301}live.h264", "/%CC%81streams", "/streams/%CC%81live", "/live%CC%81.h264",
        "/live.h264%CC%81", "/live.h264?track=\u{301}1", "/live.h264?%\u{301}",
    ])
    func `an unknown path is refused in one sentence`(target: String) throws {
        if target == "/streams/" { return #expect(try route(target) == .streams(.first)) }
        let refusal = try #require(throws: HTTPRefusal.self) { try route(target) }
        #expect([404, 400].contains(refusal.status.code))
        #expect(refusal.error.reason.hasSuffix("."))
    }

    @Test(arguments: [
        "GET /metrics", "GET /relay", "GET /healthz", "GET /connections?stream=live", "POST /drain", "PUT /log-level",
        "POST /streams/live/close", "POST /connections/17/close",
    ])
    func `a request for the admin listener is told where that is`(request: String) throws {
        let parts = request.split(separator: " ").map(String.init)
        let head = HTTPRequestHead(
            version: .http1_1,
            method: HTTPMethod(rawValue: parts[0]),
            uri: parts[1],
            headers: ["host": "relay"]
        )
        let refusal = #expect(throws: HTTPRefusal.self) { try Request(head) }
        #expect(refusal?.status == .notFound)
        #expect(refusal?.error.reason.contains("admin listener, which is at 127.0.0.1:7451") == true)
        // In a browser, a stream may have such a name.
        if parts[1] == "/metrics" { #expect(try route("/metrics", wantsPage: true) == .player(StreamName("metrics"))) }
    }

    @Test func `a browser gets pages, and other programs what they got before`() throws {
        let html: HTTPHeaders = ["host": "relay", "accept": "text/html,application/xhtml+xml,*/*;q=0.8"]
        for accept in ["*/*", "application/json", "text/*", "text/html;q=0", "text/html ; q=0.00", "text/htmlx"] {
            let other: HTTPHeaders = ["host": "relay", "accept": accept]
            #expect(try request("/", other).route == .index, "\(accept)")
            let refusal = try #require(throws: HTTPRefusal.self) { try request("/live", other) }
            #expect(refusal.status == .notFound)
            #expect(refusal.response.headers["vary"] == ["accept"])
        }
        #expect(try request("/", html).route == .gallery)
        #expect(try request("/", ["host": "relay", "accept": "a/b, Text/HTML;q=0.1"]).route == .gallery)
        #expect(try request("/live", html).route == .player(.live))
        #expect(try request("/studio/camera%2D2?a=b", html).route == .player(StreamName("studio/camera-2")))
        // What other programs get by an address of its own, a browser gets too.
        #expect(try request("/streams", html).route == .streams(.first))
        #expect(try request("/streams/live", html).route == .stream(.live))
        #expect(try request("/live.h264", html).route == .media(MediaRequest(stream: .live, format: .h264)))
        var webSocket = html
        webSocket.add(contentsOf: ["upgrade": "websocket", "connection": "Upgrade"])
        #expect(try request("/live", webSocket).route == .webSocket(.live))
    }

    @Test(arguments: [
        "index.html", "favicon.ico", "player.js", "page.html", "gallery.js/gallery.js", "~", "a.html", "-",
    ])
    func `a stream may have the name of a file`(name: String) throws {
        #expect(try route("/\(name)", wantsPage: true) == .player(StreamName(name)))
    }

    @Test(arguments: [
        "/@", "/@/", "//", "/live/", "/live//one", "/../live", "/.", "/live%2Fone", "/l%C3%A4ngs", "/live%00", "/a@b",
        "/%3Cscript%3E", "/.h264", "/streams/@",
    ])
    func `a path that is no stream's name has no page`(target: String) throws {
        let refusal = try #require(throws: HTTPRefusal.self) { try route(target, wantsPage: true) }
        #expect([404, 400].contains(refusal.status.code))
        #expect(refusal.error.reason.hasSuffix("."))
    }

    @Test func `a public resource needs no token, and does not mind a wrong one`() throws {
        let login: HTTPHeaders = ["host": "relay", "accept": "text/html", "authorization": "Basic dTpw"]
        #expect(try request("/live", login).token == nil)
        #expect(try request("/?token=", login).token == nil)
        #expect(throws: HTTPRefusal.self) { try request("/streams", login) }
    }

    @Test(arguments: ["/%CC%81live", "/\u{301}live", "/live%CC%81", "//live"])
    func `a WebSocket of an invalid name is refused`(target: String) throws {
        let refusal = try #require(throws: HTTPRefusal.self) { try route(target, upgrades: true) }
        #expect(refusal.error.code == .invalidStreamName)
    }

    @Test func `a combining mark does not hide the separator before it`() throws {
        let target = try RequestTarget("http://relay/\u{301}?\u{301}a=\u{301}1&\u{301}b=2")
        #expect(target.path == "/\u{301}")
        #expect(target["\u{301}a"] == "\u{301}1")
        #expect(target["\u{301}b"] == "2")
    }

    @Test func `a token comes in the header, or else in the query`() throws {
        #expect(try request("/live.h264?token=a%2Bb").token?.secret == "a+b")
        #expect(try request("/live.h264?x=1&token=a+b=").token?.secret == "a+b=")
        let both: HTTPHeaders = ["host": "relay", "authorization": "bearer secret"]
        #expect(try request("/live.h264?token=other", both).token?.secret == "secret")
        #expect(try request("/live.h264").token == nil)
        for wrong in ["Basic dTpw", "Bearer", "Bearer a b"] {
            let refusal = try #require(throws: HTTPRefusal.self) {
                try request("/live.h264", ["host": "relay", "authorization": wrong])
            }
            #expect([400, 401].contains(refusal.status.code))
            #expect(!refusal.error.reason.contains("dTpw"))
        }
    }

    @Test func `a request names its host once`() throws {
        #expect(throws: HTTPRefusal.self) { try request("/", [:]) }
        #expect(throws: HTTPRefusal.self) { try request("/", ["host": "a", "Host": "b"]) }
        #expect(try request("/", [:], version: .http1_0).route == .index)
    }

    @Test func `a WebSocket request needs both header fields`() throws {
        let headers: HTTPHeaders = ["host": "relay", "upgrade": "WebSocket", "connection": "keep-alive, Upgrade"]
        #expect(try request("/live", headers).route == .webSocket(.live))
        #expect(throws: HTTPRefusal.self) { try request("/live", ["host": "relay", "upgrade": "websocket"]) }
        #expect(throws: HTTPRefusal.self) { try request("/live", headers, version: .http1_0) }
        // The sign for kelvin, of which `lowercased()` makes a k.
        let kelvin: HTTPHeaders = ["host": "relay", "upgrade": "WebSoc\u{212A}et", "connection": "Upgrade"]
        #expect(throws: HTTPRefusal.self) { try request("/live", kelvin) }
    }

    @Test(arguments: [
        (ErrorCode.unauthorized, 401), (.forbidden, 403), (.encryptionRequired, 403), (.streamNotFound, 404),
        (.handshakeTimeout, 408), (.tooManyFromAddress, 429), (.connectingTooFast, 429), (.tooManyViewers, 503),
        (.draining, 503), (.overloaded, 503), (.internalFault, 500), (.malformedMessage, 400),
    ])
    func `an error of the protocol has an HTTP status`(code: ErrorCode, status: Int) {
        let answer = HTTPRefusal(ProtocolError(code, "No.", retryAfter: 1_200)).response
        #expect(Int(answer.status.code) == status)
        #expect(answer.headers["streamd-error"] == [code.description])
        #expect(answer.headers["www-authenticate"] == (status == 401 ? ["Bearer"] : []))
        #expect(answer.headers["retry-after"] == ([429, 503].contains(status) ? ["2"] : []))
    }
}
