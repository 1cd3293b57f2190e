import NIOHTTP1
import StreamProtocol
import StreamRelay
import Testing

@testable import StreamHTTP

/// Routes, and the permissions that they need.
@Suite struct AdminRouteTests {
    @Test(
        arguments: [
            (.GET, "/healthz", .alive), (.GET, "/readyz", .ready), (.HEAD, "/metrics", .metrics),
            (.GET, "/metrics?x=1", .metrics), (.GET, "/relay", .relay), (.GET, "/streams", .streams(.first)),
            (.POST, "/connections/17/close", .closeConnection(17)), (.POST, "/drain", .drain),
            (.POST, "/streams/live/close", .closeStream(.live)), (.POST, "/streams/live/move", .moveViewers(.live)),
            (.PUT, "/log-level", .setLogLevel),
            (.POST, "/reload", .reload),
        ] as [(HTTPMethod, String, AdminRoute)]
    )
    func `a path of the admin API has its route`(method: HTTPMethod, target: String, route: AdminRoute) throws {
        #expect(try AdminRoute(method, target) == route)
    }

    @Test func `a recorder has routes of its own`() throws {
        let name = try StreamName("studio/start")
        #expect(try AdminRoute(.GET, "/recordings", of: .recorder) == .recordings)
        #expect(try AdminRoute(.GET, "/healthz", of: .recorder) == .alive)
        #expect(try AdminRoute(.GET, "/metrics", of: .recorder) == .metrics)
        let start = try AdminRoute(.POST, "/recordings/studio/start/start", of: .recorder)
        #expect(start == .setRecording(name, isOn: true))
        #expect(
            try AdminRoute(.POST, "/recordings/studio/start/stop", of: .recorder) == .setRecording(name, isOn: false)
        )
        #expect(start.isAction && !start.isHealth)
        for (method, target) in [
            (HTTPMethod.GET, "/streams"), (.POST, "/drain"), (.POST, "/recordings//start"),
            (.POST, "/recordings/start"),
            (.POST, "/recordings/a%20b/start"), (.GET, "/recordings/live/start"), (.POST, "/recordings/live"),
        ] {
            #expect(throws: AdminRoute.Refusal.self) { try AdminRoute(method, target, of: .recorder) }
        }
        #expect(throws: AdminRoute.Refusal.self) { try AdminRoute(.GET, "/recordings") }
    }

    @Test func `a stream with slashes in its name can be closed`() throws {
        let name = try StreamName("studio/camera-2")
        #expect(try AdminRoute(.POST, "/streams/studio/camera-2/close") == .closeStream(name))
        #expect(try AdminRoute(.POST, "/streams/studio/camera-2/move") == .moveViewers(name))
        let named = try StreamName("studio/move")
        #expect(try AdminRoute(.POST, "/streams/studio/move/move") == .moveViewers(named))
        #expect(try AdminRoute(.POST, "/streams/studio/move/close") == .closeStream(named))
    }

    @Test(
        arguments: [
            (.GET, "/", .notFound), (.GET, "", .notFound), (.GET, "//healthz", .notFound),
            (.POST, "/streams//close", .notFound), (.POST, "/streams//move", .notFound),
            (.POST, "/streams/move", .notFound), (.POST, "/connections/1/move", .notFound),
            (.GET, "/streams/live/move", .methodNotAllowed), (.POST, "/streams/a%20b/close", .notFound),
            (.POST, "/streams/%CC%81live/close", .notFound), (.POST, "/streams/live%CC%81/close", .notFound),
            (.POST, "/connections/x/close", .notFound), (.POST, "/connections/-1/close", .notFound),
            (.POST, "/connections/18446744073709551616/close", .notFound),
            (.GET, "/connections?most-lagging=-1", .notFound), (.GET, "/connections?stream=a%20b", .notFound),
            (.GET, "/streams?limit=0", .badRequest), (.GET, "/streams?after=a%20b", .badRequest),
            (.GET, "/drain", .methodNotAllowed), (.POST, "/streams", .methodNotAllowed),
            (.DELETE, "/connections/1/close", .methodNotAllowed),
        ] as [(HTTPMethod, String, HTTPResponseStatus)]
    )
    func `an unknown path or method is refused`(method: HTTPMethod, target: String, status: HTTPResponseStatus) {
        let refusal = #expect(throws: AdminRoute.Refusal.self) { try AdminRoute(method, target) }
        #expect(refusal?.response.status == status)
    }

    private func request(_ headers: HTTPHeaders) -> AdminRequest {
        AdminRequest(HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: headers))
    }

    @Test(arguments: ["localhost", "LOCALHOST:7451", "127.0.0.1:7451", "127.1.2.3", "[::1]:7451", "[::1]"])
    func `a request may name this machine by its own names`(host: String) throws {
        #expect(request(["host": host]).namesLoopback)
        try AdminAccess.thisMachine.check(request(["host": host]), .streams(.first), isSecure: true)
    }

    @Test(arguments: ["example.org", "127.0.0.1.example.org", "localhost.example.org:7451", "10.0.0.1", "[::2]", ""])
    func `a page that DNS rebinding points here is refused`(host: String) throws {
        let refusal = #expect(throws: AdminRoute.Refusal.self) {
            try AdminAccess.thisMachine.check(request(["host": host]), .streams(.first), isSecure: true)
        }
        #expect(refusal?.response.status == .misdirectedRequest)
        try AdminAccess.thisMachine.check(request(["host": host]), .alive, isSecure: true)
    }

    @Test func `a request with two hosts is refused`() {
        #expect(!request([:]).namesLoopback)
        #expect(!request(HTTPHeaders([("host", "localhost"), ("host", "example.org")])).namesLoopback)
    }

    @Test(arguments: ["application/json", "Application/JSON; charset=utf-8", "application/json;\u{301}"])
    func `an action needs the content type of JSON`(type: String) throws {
        try AdminAccess.bearers(OpenAdmission()).check(request(["content-type": type]), .drain, isSecure: true)
    }

    @Test(arguments: [
        "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "application/jsonp",
    ])
    func `a form in a browser's page is not an action`(type: String) {
        let refusal = #expect(throws: AdminRoute.Refusal.self) {
            try AdminAccess.bearers(OpenAdmission()).check(request(["content-type": type]), .drain, isSecure: true)
        }
        #expect(refusal?.response.status == .unsupportedMediaType)
    }

    @Test func `a client that must use TLS may only ask for health without it`() throws {
        let access = AdminAccess.bearers(OpenAdmission())
        try access.check(request([:]), .alive, isSecure: false)
        let refusal = #expect(throws: AdminRoute.Refusal.self) {
            try access.check(request([:]), .metrics, isSecure: false)
        }
        #expect(refusal?.response.status == HTTPResponseStatus(.encryptionRequired))
    }
}
