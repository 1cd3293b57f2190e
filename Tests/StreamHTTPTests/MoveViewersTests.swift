import NIOCore
import RelayTestSupport
import StreamProtocol
import StreamRelay
import Testing

/// Viewers of every carrier whom an operator sends to another relay.
@Suite(.timeLimit(.minutes(10))) struct MoveViewersTests {
    private static let ownPage = "Origin: http://localhost\r\n"

    private func hello(_ role: Hello.Role = .subscribe, token: String? = nil) throws -> ProtocolMessage {
        var hello = Hello(role: role, stream: .live, instance: .random())
        hello.token = try token.map { try AccessToken($0) }
        return .hello(hello)
    }

    private func client(_ relay: RunningRelay, _ role: Hello.Role = .subscribe) async throws -> RawClient {
        let client = try await relay.connect()
        try await client.send(Array(ByteBuffer.opening(try hello(role)).readableBytesView))
        return client
    }

    private func move(_ relay: RunningRelay, to address: String = "b.example:7450") async throws -> MovedViewers {
        try #require(await relay.control.moveViewers(of: .live, to: try RedirectTarget(address)))
    }

    @Test func `viewers that can follow are sent away, and the others stay`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            try await relay.publishing { _ in
                let direct = try await client(relay)
                let webSocket = try await WebSocketClient(relay, "/live")
                try await webSocket.send(try hello(), withPreface: true)
                let page = try await WebSocketClient(relay, "/live", adding: Self.ownPage)
                try await page.send(try hello(), withPreface: true)
                let downstream = try await client(relay, .relay)
                let player = try await relay.connect(sending: "GET /live.h264 HTTP/1.1\r\nHost: localhost\r\n\r\n")
                await relay.untilStream { $0?.viewers == 5 }
                let result = try await move(relay)
                #expect(result.moved == 2 && result.left == 3)
                #expect(try await direct.redirect() == "b.example:7450")
                let (code, said) = try await webSocket.end()
                #expect(code == 1_000 && said.redirect == "b.example:7450")
                #expect(await relay.control.stream(.live)?.viewers == 3)
                withExtendedLifetime((page, downstream, player)) {}
            }
        }
    }

    @Test func `a page with a token is sent away`() async throws {
        let admission = AsyncAdmission { credentials throws(ProtocolError) in
            var permissions = Permissions.allStreams
            permissions.bearer = credentials.token == nil ? nil : "bearer"
            return permissions
        }
        try await RunningRelay.runWithHTTP(admission: admission) { relay in
            try await relay.publishing { _ in
                let page = try await WebSocketClient(relay, "/live", adding: Self.ownPage)
                try await page.send(try hello(token: "secret"), withPreface: true)
                await relay.untilStream { $0?.viewers == 1 }
                #expect(try await move(relay).moved == 1)
                #expect(try await page.end().said.redirect == "b.example:7450")
            }
        }
    }

    @Test func `many viewers are sent away in many steps`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            try await relay.publishing { _ in
                var viewers: [RawClient] = []
                for _ in 0..<300 { viewers.append(try await client(relay)) }
                await relay.untilStream { $0?.viewers == 300 }
                let result = try await move(relay, to: "streamd://b.example:7450")
                #expect(result.moved == 300 && result.left == 0)
                for viewer in viewers { #expect(try await viewer.redirect() == "streamd://b.example:7450") }
            }
        }
    }
}
