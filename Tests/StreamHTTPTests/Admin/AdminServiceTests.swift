import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import RelayTestSupport
import StreamProtocol
import StreamRelay
import Testing

@testable import StreamHTTP

/// The admin listener of a relay, over real sockets.
@Suite(.timeLimit(.minutes(10))) struct AdminServiceTests {
    /// Admits the token `admin` as an operator, and `viewer` as a viewer.
    private struct TwoTokens: Admission {
        func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Permissions> {
            switch credentials.token?.secret {
            case "admin": eventLoop.makeSucceededFuture(Permissions(bearer: "admin", isAdmin: true))
            case "viewer": eventLoop.makeSucceededFuture(Permissions(bearer: "viewer", watch: [.all]))
            default: eventLoop.makeFailedFuture(ProtocolError(.unauthorized, "This token is not known here."))
            }
        }
    }

    /// Decides like ``TwoTokens``, and answers on an event loop that is not the listener's.
    private struct DistantTokens: Admission {
        func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Permissions> {
            let other = MultiThreadedEventLoopGroup.singleton.any()
            return TwoTokens().admit(credentials, on: other)
        }
    }

    @Test func `the admission may answer on another event loop`() async throws {
        try await RunningAdmin.run(access: .bearers(DistantTokens())) { admin, _ async throws in
            #expect(try await admin.get("/streams", token: "wrong").status == 401)
            #expect(try await admin.get("/streams", token: "admin").status == 200)
        }
    }

    @Test func `health, lists and metrics are served`() async throws {
        try await RunningAdmin.run { admin, _ async throws in
            #expect(try await admin.get("/healthz") == Answer(200, "alive\n"))
            #expect(try await admin.get("/readyz") == Answer(200, "ready\n"))
            #expect(try await admin.get("/metrics") == Answer(200, "figures 1\n"))
            #expect(try await admin.get("/streams") == Answer(200, "{\"streams\":[]}\n"))
            #expect(try await admin.get("/connections") == Answer(200, "{\"connections\":[]}\n"))
            #expect(try await admin.get("/relay").body.contains("\"accepting\":true"))
            #expect(try await admin.send("HEAD /metrics HTTP/1.1\r\nhost: localhost\r\n") == Answer(200, ""))
            #expect(try await admin.get("/nothing").status == 404)
        }
    }

    @Test func `silent connections do not keep a probe out, and the longest silent is closed first`() async throws {
        try await RunningAdmin.run { admin, _ async throws in
            let port = admin.address.port ?? 0
            var silent: [RawClient] = []
            for _ in 0..<AdminService.maximumConnections {
                silent.append(try await RawClient(port: port))
                // Each connection is open before the next one.
                #expect(try await admin.get("/readyz").status == 200)
            }
            // The last connection is still open, and is answered. First, because a silent one has a time limit.
            let last = silent[AdminService.maximumConnections - 1]
            try await last.send("GET /readyz HTTP/1.0\r\nhost: localhost\r\n\r\n")
            #expect(RawAnswer(try await last.readToEnd()).status == 200)
            for _ in 0..<3 { #expect(try await admin.get("/healthz") == Answer(200, "alive\n")) }
            #expect(try await silent[0].readToEnd().isEmpty)
        }
    }

    @Test func `a draining relay is alive but not ready`() async throws {
        try await RunningAdmin.run { admin, relay async throws in
            #expect(try await admin.act("POST /drain") == Answer(202, "{\"done\":true}\n"))
            #expect(relay.isDraining)
            #expect(try await admin.get("/readyz") == Answer(404, "draining\n"))
            #expect(try await admin.get("/healthz") == Answer(200, "alive\n"))
            #expect(try await admin.act("POST /drain").status == 202)
        }
    }

    @Test func `what cannot be closed is refused with a sentence`() async throws {
        try await RunningAdmin.run { admin, _ async throws in
            let connection = try await admin.act("POST /connections/7/close")
            #expect(connection.status == 404)
            #expect(connection.body.contains("There is no connection 7 here"))
            #expect(try await admin.act("POST /streams/live/close").status == 404)
        }
    }

    @Test func `the log level is set, and an unknown one is refused`() async throws {
        let levels = AsyncStream.makeStream(of: Logger.Level.self)
        let actions = AdminActions(setLogLevel: { levels.continuation.yield($0) })
        try await RunningAdmin.run(actions: actions) { admin, _ async throws in
            #expect(try await admin.act("PUT /log-level", body: "{\"level\":\"debug\"}").status == 200)
            for body in ["{\"level\":\"loud\"}", "{}", "[", ""] {
                #expect(try await admin.act("PUT /log-level", body: body).status == 400)
            }
        }
        levels.continuation.finish()
        #expect(await levels.stream.reduce(into: []) { $0.append($1) } == [.debug])
    }

    @Test func `a reload that fails reports why`() async throws {
        struct Mistake: Error, CustomStringConvertible {
            let description = "Line 3 makes no sense."
        }
        try await RunningAdmin.run(actions: AdminActions(reload: { throw Mistake() })) { admin, _ async throws in
            #expect(try await admin.act("POST /reload") == Answer(422, "{\"error\":\"Line 3 makes no sense.\"}\n"))
            #expect(try await admin.act("PUT /log-level", body: "{\"level\":\"debug\"}").status == 501)
        }
    }

    @Test func `from other machines everything but health needs the right token`() async throws {
        try await RunningAdmin.run(access: .bearers(TwoTokens())) { admin, relay async throws in
            #expect(try await admin.get("/healthz").status == 200)
            #expect(try await admin.get("/readyz").status == 200)
            for target in ["/metrics", "/streams", "/connections", "/relay"] {
                #expect(try await admin.get(target).status == 401)
                #expect(try await admin.get(target, token: "viewer").status == 403)
                #expect(try await admin.get(target, token: "wrong").status == 401)
                #expect(try await admin.get(target, token: "admin").status == 200)
            }
            #expect(try await admin.act("POST /drain", token: "viewer").status == 403)
            #expect(!relay.isDraining)
            #expect(try await admin.act("POST /drain", token: "admin").status == 202)
        }
    }

    @Test func `a request that is too long or malformed is refused`() async throws {
        try await RunningAdmin.run { admin, _ async throws in
            let long = String(repeating: "a", count: AdminRequest.maximumBodyLength + 1)
            #expect(try await admin.act("PUT /log-level", body: long).status == 413)
            let header = String(repeating: "a", count: AdminProtocolDetector.limits.maxHeaderFieldSize + 1)
            #expect(try await admin.send("GET /healthz HTTP/1.1\r\nhost: localhost\r\nx: \(header)\r\n").status == 400)
            #expect(try await admin.send("no request at all\r\n").status == 400)
        }
    }

    @Test func `a listener that other machines reach needs tokens`() async throws {
        let relay = Relay(configuration: RelayConfiguration(), logger: .silent)
        let admin = AdminService(
            listener: .address(host: "0.0.0.0", port: 0),
            access: .thisMachine,
            relay: relay.control,
            metrics: { "" },
            actions: AdminActions(),
            logger: .silent
        )
        let error = await #expect(throws: AdminError.self) { try await admin.run() }
        #expect(error?.code == .reachable)
    }
}
