import NIOCore
import RelayTestSupport
import StreamHTTP
import StreamProtocol
import StreamRelay
import Testing
import WebPlayer

/// Requests that are answered at once, on real sockets.
@Suite(.timeLimit(.minutes(10))) struct RequestTests {
    private func get(_ target: String, _ more: String = "") -> String {
        "GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(more)\r\n"
    }

    @Test func `each request has its status`() async throws {
        let long = String(repeating: "a", count: 9_000)
        let many = (0..<70).map { "X-\($0): a\r\n" }.joined()
        let cases: [(String, Int)] = [
            (get("/", "Connection: close\r\n"), 200),
            (get("/nothing", "Connection: close\r\n"), 404),
            (get("/live.h264"), 404),
            (get("/streams/live", "Connection: close\r\n"), 404),
            ("HEAD /live.aac HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 404),
            ("POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 405),
            ("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nabcde", 405),
            ("DELETE /live HTTP/1.0\r\n\r\n", 405),
            (get("/", "Content-Length: 1000000\r\n"), 400),
            (get("/", "Transfer-Encoding: chunked\r\n") + "5\r\nabcde\r\n", 400),
            ("GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400),
            ("GET / HTTP/3.0\r\n\r\n", 505),
            ("G@RBAGE\r\n\r\n", 400),
            ("GET \u{1}\u{2} HTTP/1.1\r\n\r\n", 400),
            (get("/\(long)"), 431),
            (get("/", "X: \(long)\r\n"), 431),
            (get("/", many), 431),
            (get("/live", "Upgrade: websocket\r\nConnection: Upgrade\r\n"), 426),
            (get("/live", "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"), 400),
            (get("/streams", "Upgrade: h2c\r\nConnection: Upgrade\r\n"), 200),
            ("OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 204),
        ]
        try await RunningRelay.runWithHTTP { relay in
            for (request, status) in cases {
                let answer = try await relay.answer(to: request)
                #expect(answer.status == status, "\(request.prefix(60))")
                #expect(answer.has("allow: get, head, options") == [405, 204].contains(status))
            }
        }
    }

    @Test func `a request may come byte by byte`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            let client = try await relay.connect()
            for byte in get("/streams", "Connection: close\r\n").utf8 { try await client.send([byte]) }
            let answer = RawAnswer(try await client.readToEnd())
            #expect(answer.status == 200)
            #expect(answer.text == "{\"streams\":[]}\n")
        }
    }

    @Test func `requests in a row are answered in their order`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            let client = try await relay.connect()
            let requests = [get("/streams/a"), get("/streams"), get("/nothing"), get("/streams/b")]
            try await client.send(requests.joined() + get("/streams", "Connection: close\r\n"))
            let text = String(decoding: try await client.readToEnd(), as: UTF8.self)
            let order = ["'a'", "\"streams\":[]", "nothing here", "'b'", "connection: close", "\"streams\":[]"]
            var rest = text[...]
            for part in order {
                let found = try #require(rest.firstRange(of: part), "\(part)")
                rest = rest[found.upperBound...]
            }
            #expect(text.ranges(of: "HTTP/1.1 ").count == 5)
        }
    }

    @Test func `a client that sends requests without end is stopped`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            let client = try await relay.connect()
            try await client.send(String(repeating: get("/nothing"), count: 1_000))
            let text = String(decoding: try await client.readToEnd(), as: UTF8.self)
            #expect((1..<100).contains(text.ranges(of: "HTTP/1.1 404").count))
            #expect(text.contains("HTTP/1.1 429"))
            #expect(text.contains("streamd-error: rate-exceeded"))
        }
    }

    @Test func `a client that closed its side still gets the response`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            // The client closes its side when the response begins.
            let client = try await RawClient(port: relay.port, sending: get("/streams"), closesOutput: true)
            #expect(RawAnswer(try await client.readToEnd()).status == 200)
        }
    }

    @Test func `a client that closed its side still gets long responses, to the last byte`() async throws {
        let file = try #require(PlayerFile.assets.max { $0.text.utf8CodeUnitCount < $1.text.utf8CodeUnitCount })
        let count = 20
        try await RunningRelay.runWithHTTP { relay in
            // It reads more slowly than the relay writes, so that NIO holds the end.
            let requests = String(repeating: get("/@/\(PlayerFile.hash)/\(file.name)"), count: count)
            let client = try await RawClient(
                port: relay.port,
                sending: requests,
                receiveBuffer: 4_096,
                closesOutput: true
            )
            let text = String(decoding: try await client.readToEnd(), as: UTF8.self)
            #expect(text.ranges(of: "HTTP/1.1 200").count == count)
            #expect(text.hasSuffix(file.text.description))
        }
    }

    @Test func `a client that sends too slowly gets an error`() async throws {
        // The bytes have to arrive within the deadline, which is longer for that.
        try await RunningRelay.runWithHTTP(configure: { $0.limits.handshake = .seconds(10) }) { relay in
            let answer = try await relay.answer(to: "GET / HTTP/1.1\r\nHost:")
            #expect(answer.status == 408)
            #expect(answer.has("streamd-error: handshake-timeout"))
        }
    }

    @Test func `a client beyond the limit is refused in HTTP`() async throws {
        try await RunningRelay.runWithHTTP(configure: { $0.limits.all.connections = 0 }) { relay in
            let answer = try await relay.answer(to: get("/"))
            #expect(answer.status == 503)
            #expect(answer.has("retry-after: 1"))
        }
    }

    @Test func `the token decides what a client sees`() async throws {
        try await RunningRelay.runWithHTTP(admission: StudioAdmission()) { relay in
            let bearer = "Authorization: Bearer studio\r\nConnection: close\r\n"
            #expect(try await relay.answer(to: get("/streams", "Connection: close\r\n")).status == 401)
            #expect(try await relay.answer(to: get("/live.h264")).has("www-authenticate: bearer"))
            #expect(try await relay.answer(to: get("/live.h264", bearer)).status == 403)
            #expect(try await relay.answer(to: get("/streams/live", bearer)).status == 403)
            #expect(try await relay.answer(to: "HEAD" + get("/live.h264", bearer).dropFirst(3)).status == 403)
            try await relay.publishing("studio/one", token: "studio") { _ in
                try await relay.publishing("other", token: "other") { _ in
                    let list = try await relay.answer(to: get("/streams?token=studio", "Connection: close\r\n"))
                    #expect(list.text.contains("studio/one"))
                    #expect(!list.text.contains("other"))
                    #expect(!list.text.contains("publisher"), "viewers must not see the publisher")
                    let head = try await relay.answer(to: "HEAD" + get("/studio/one.aac", bearer).dropFirst(3))
                    #expect(head.status == 200)
                    #expect(head.has("content-type: audio/aac"))
                    #expect(head.body.isEmpty)
                    #expect(await relay.control.stream(try StreamName("studio/one"))?.viewers == 0)
                }
            }
        }
    }

    /// Clients with the token `studio` may do everything in `studio/`, and with `other` everything in `other`.
    private struct StudioAdmission: Admission {
        func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Permissions> {
            eventLoop.makeFutureWithTask {
                let pattern =
                    switch credentials.token?.secret {
                    case "studio": try StreamPattern("studio/*")
                    case "other": try StreamPattern("other")
                    default: throw ProtocolError(.unauthorized, "A token is needed.")
                    }
                return Permissions(publish: [pattern], watch: [pattern])
            }
        }
    }
}
