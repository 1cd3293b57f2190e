import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import StreamProtocol
import StreamRelay
import Testing

@testable import StreamHTTP

/// The admin listener of a relay, from outside.
@Suite struct AdminServiceTests {
    /// Lets the token `admin` look into the relay, and `viewer` watch.
    private struct TwoTokens: Admission {
        func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Pass> {
            switch credentials.token?.secret {
            case "admin": eventLoop.makeSucceededFuture(Pass(bearer: "admin", administers: true))
            case "viewer": eventLoop.makeSucceededFuture(Pass(bearer: "viewer", watch: [.all]))
            default: eventLoop.makeFailedFuture(ProtocolError(.unauthorized, "This token is not known here."))
            }
        }
    }

    @Test func healthListsAndMetricsAreTold() async throws {
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

    @Test func `Silent connections keep no probe out, the longest silent goes first`() async throws {
        try await RunningAdmin.run { admin, _ async throws in
            let port = admin.address.port ?? 0
            var silent: [RawClient] = []
            for _ in 0..<AdminService.connections {
                silent.append(try await RawClient(port: port))
                // Each is there before the next one.
                #expect(try await admin.get("/readyz").status == 200)
            }
            for _ in 0..<3 { #expect(try await admin.get("/healthz") == Answer(200, "alive\n")) }
            #expect(try await silent[0].readToEnd().isEmpty)
            // The last ones are still there, and are answered.
            let last = silent[AdminService.connections - 1]
            try await last.send("GET /readyz HTTP/1.0\r\nhost: localhost\r\n\r\n")
            #expect(RawAnswer(try await last.readToEnd()).status == 200)
        }
    }

    @Test func aRelayThatDrainsIsAliveButNotReady() async throws {
        try await RunningAdmin.run { admin, relay async throws in
            #expect(try await admin.act("POST /drain") == Answer(202, "{\"done\":true}\n"))
            #expect(relay.isDraining)
            #expect(try await admin.get("/readyz") == Answer(503, "draining\n"))
            #expect(try await admin.get("/healthz") == Answer(200, "alive\n"))
            #expect(try await admin.act("POST /drain").status == 202)
        }
    }

    @Test func whatCannotBeClosedIsToldInASentence() async throws {
        try await RunningAdmin.run { admin, _ async throws in
            let connection = try await admin.act("POST /connections/7/close")
            #expect(connection.status == 404)
            #expect(connection.body.contains("There is no connection 7 here"))
            #expect(try await admin.act("POST /streams/live/close").status == 404)
        }
    }

    @Test func theLogLevelIsSetAndNonsenseIsRefused() async throws {
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

    @Test func aReloadThatFailsSaysWhy() async throws {
        struct Mistake: Error, CustomStringConvertible {
            let description = "Line 3 makes no sense."
        }
        try await RunningAdmin.run(actions: AdminActions(reload: { throw Mistake() })) { admin, _ async throws in
            #expect(try await admin.act("POST /reload") == Answer(422, "{\"error\":\"Line 3 makes no sense.\"}\n"))
            #expect(try await admin.act("PUT /log-level", body: "{\"level\":\"debug\"}").status == 501)
        }
    }

    @Test func beyondThisMachineEverythingButHealthNeedsTheRightToken() async throws {
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

    @Test func whatIsTooLongOrNoRequestIsRefused() async throws {
        try await RunningAdmin.run { admin, _ async throws in
            let long = String(repeating: "a", count: AdminRequest.maximumBodyLength + 1)
            #expect(try await admin.act("PUT /log-level", body: long).status == 413)
            let header = String(repeating: "a", count: AdminDoor.limits.maxHeaderFieldSize + 1)
            #expect(try await admin.send("GET /healthz HTTP/1.1\r\nhost: localhost\r\nx: \(header)\r\n").status == 400)
            #expect(try await admin.send("no request at all\r\n").status == 400)
        }
    }

    @Test func aListenerThatOthersReachNeedsTokens() async throws {
        let relay = Relay(configuration: RelayConfiguration(), logger: RunningAdmin.logger)
        let admin = AdminService(
            listener: .address(host: "0.0.0.0", port: 0),
            access: .thisMachine,
            relay: relay.control,
            metrics: { "" },
            actions: AdminActions(),
            logger: RunningAdmin.logger
        )
        await #expect(throws: AdminError.self) { try await admin.run() }
    }
}
