import NIOCore
import NIOEmbedded
import RelayTestSupport
import StreamProtocol
import Testing

@testable import StreamRelay

/// Clients of streams that another relay has, where the operator sends clients there.
@Suite struct RedirectTests {
    /// All streams are at another relay, which never answers this one.
    private struct Elsewhere: UpstreamProvider {
        var address: String?
        /// Whether publishers are sent there too.
        var takesPublishers = true

        func origin(of stream: StreamName) -> String? { "elsewhere" }

        func redirect(of stream: StreamName, for role: Hello.Role) -> RedirectTarget? {
            guard role == .subscribe || takesPublishers else { return nil }
            return address.flatMap { try? RedirectTarget($0) }
        }

        func run(_ pull: Pull) async -> PullEnd {
            while (try? await Task.sleep(for: .seconds(3_600))) != nil {}
            return .stopped
        }
    }

    private static let address = "b.example:7450"

    private func makeRelay(
        _ upstream: Elsewhere = Elsewhere(address: address),
        admission: any Admission = OpenAdmission(),
        streams: [StreamPattern] = [.all]
    ) -> EmbeddedRelay {
        EmbeddedRelay(admission: admission, protocolHandlers: ProtocolHandlers(upstream: upstream)) {
            $0.redirectedStreams = streams
            $0.proxyNetworks = ["10.0.0.0/8"].compactMap { IPNetwork($0) }
        }
    }

    /// The relay's answer to a client.
    private func answer(_ channel: EmbeddedChannel, _ bytes: ByteBuffer) throws -> ProtocolMessage? {
        try channel.writeInbound(bytes)
        return try channel.messages().last
    }

    private func redirect(_ message: ProtocolMessage?) -> String? {
        guard case .goodbye(let ending) = message, ending.code == .redirect else { return nil }
        return ending.redirect
    }

    @Test(arguments: [Hello.Role.subscribe, .publish])
    func `a client is told where its stream is`(role: Hello.Role) throws {
        let relay = makeRelay()
        let (channel, _) = try relay.connect()
        #expect(redirect(try answer(channel, opening(role))) == Self.address)
        #expect(relay.core.pulls.count == 0)
        #expect(relay.core.registry.stream(.live) == nil)
    }

    @Test func `a relay is never sent on`() throws {
        let relay = makeRelay()
        let (channel, _) = try relay.connect()
        #expect(try answer(channel, opening(.relay)) == nil, "it waits for the relay upstream")
        #expect(relay.core.pulls.count == 1)
    }

    @Test func `a list is answered here`() throws {
        let relay = makeRelay()
        let (channel, _) = try relay.connect()
        var isWelcome = false
        try channel.writeInbound(opening(.list))
        for case .welcome in try channel.messages() { isWelcome = true }
        #expect(isWelcome)
    }

    @Test func `streams that no pattern has are taken`() throws {
        let relay = makeRelay(streams: [try StreamPattern("studio/*")])
        let (channel, _) = try relay.connect()
        #expect(try answer(channel, opening(.subscribe)) == nil)
        #expect(relay.core.pulls.count == 1)
    }

    @Test func `a stream whose relay has no address for clients is taken`() throws {
        let relay = makeRelay(Elsewhere())
        let (channel, _) = try relay.connect()
        #expect(try answer(channel, opening(.subscribe)) == nil)
        #expect(relay.core.pulls.count == 1)
    }

    @Test func `a publisher that is not sent on is admitted`() throws {
        let relay = makeRelay(Elsewhere(address: Self.address, takesPublishers: false))
        let (channel, _) = try relay.connect()
        guard case .welcome? = try answer(channel, opening(.publish)) else {
            Issue.record("no welcome")
            return
        }
    }

    @Test func `a stream that is published here is served from here`() throws {
        let relay = makeRelay(streams: [])
        let (publisher, _) = try relay.connect()
        try publisher.writeInbound(opening(.publish))
        var configuration = relay.core.configuration
        configuration.redirectedStreams = [.all]
        relay.core.apply(configuration)
        let (viewer, _) = try relay.connect()
        try viewer.writeInbound(opening(.subscribe))
        #expect(redirect(try viewer.messages().last) == nil)
        #expect(relay.core.registry.stream(.live)?.viewerCount == 1)
        // The same publisher, which has lost its connection.
        let (again, _) = try relay.connect()
        #expect(redirect(try answer(again, opening(.publish))) == nil)
    }

    @Test(arguments: [("b.example", true), ("tls://b.example", true), ("streamd://b.example", false)])
    func `a client with TLS is not sent to a connection without`(address: String, isSent: Bool) throws {
        let relay = makeRelay(Elsewhere(address: address))
        let (channel, _) = try relay.connect(from: "10.0.0.1")
        let header = ProxyHeaderTests.binary(ProxyHeaderTests.ipv4 + ProxyHeaderTests.tls(0x01))
        try channel.writeInbound(ByteBuffer(bytes: header))
        #expect(redirect(try answer(channel, opening(.subscribe))) == (isSent ? address : nil))
        #expect(relay.core.pulls.count == (isSent ? 0 : 1))
    }

    @Test(arguments: [nil, "secret"])
    func `a page is sent on if it has a token`(token: String?) throws {
        let relay = makeRelay(admission: BearerAdmission())
        let (channel, connection) = try relay.connect()
        connection?.isFromPage = true
        let token = try token.map { try AccessToken($0) }
        let answer = try answer(channel, opening(.subscribe, token: token))
        #expect(redirect(answer) == (token == nil ? nil : Self.address))
        #expect(relay.core.pulls.count == (token == nil ? 1 : 0))
    }

    /// Every token is valid, and none is needed.
    private struct BearerAdmission: Admission {
        func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Permissions> {
            var permissions = Permissions.allStreams
            permissions.bearer = credentials.token == nil ? nil : "bearer"
            return eventLoop.makeSucceededFuture(permissions)
        }
    }

    @Test func `a client that may not watch the stream does not learn where it is`() throws {
        struct Nothing: Admission {
            func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Permissions> {
                eventLoop.makeSucceededFuture(Permissions())
            }
        }
        let relay = makeRelay(admission: Nothing())
        let (channel, _) = try relay.connect()
        try channel.writeInbound(opening(.subscribe))
        #expect(try channel.refusal() == .forbidden)
    }

    @Test func `players over HTTP are not sent on`() throws {
        let relay = makeRelay()
        let (_, connection) = try relay.connect()
        for carrier in Connection.Carrier.allCases {
            #expect(connection?.mayBeRedirected(over: carrier) == (carrier != .http))
        }
    }
}
