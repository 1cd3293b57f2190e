import NIOCore
import NIOEmbedded
import NIOExtras
import StreamProtocol
import Testing

@testable import StreamRelay

/// Connections of proxies that are trusted, and of those that only say so.
@Suite struct ProxiedConnectionTests {
    private static let proxy = "10.0.0.1"
    private static let header = "PROXY TCP4 203.0.113.9 10.0.0.2 50000 7450\r\n"

    private func makeRelay(
        _ admission: any Admission = OpenAdmission(),
        _ change: (inout RelayConfiguration) -> Void = { _ in }
    ) -> EmbeddedRelay {
        EmbeddedRelay(admission: admission, protocolHandlers: ProtocolHandlers(tls: FakeTLS(), http: FakeHTTP())) {
            $0.proxyNetworks = ["10.0.0.0/8", "2001:db8::/32"].compactMap { IPNetwork($0) }
            change(&$0)
        }
    }

    private func ending(_ channel: EmbeddedChannel) throws -> Ending? {
        if case .error(let ending)? = try channel.messages().last { ending } else { nil }
    }

    @Test func `the client's address counts, and what follows the header is served`() throws {
        let admission = RecordingAdmission()
        let relay = makeRelay(admission)
        let (channel, connection) = try relay.connect(from: Self.proxy)
        var bytes = ByteBuffer(string: Self.header)
        bytes.writeImmutableBuffer(opening(.subscribe))
        try channel.writeInbound(bytes)
        guard case .welcome? = try channel.messages().first else {
            Issue.record("no welcome")
            return
        }
        #expect(connection?.peer?.ipAddress == "203.0.113.9")
        #expect(connection?.peer?.port == 50_000)
        #expect(connection?.registration.address == .ipv4(0xCB00_7109))
        #expect(connection?.isEncrypted == false)
        #expect(admission.shown.map { $0.peer?.ipAddress } == ["203.0.113.9"])
    }

    @Test func `a header is read wherever it is cut`() throws {
        let relay = makeRelay()
        var bytes = ByteBuffer(string: Self.header)
        bytes.writeImmutableBuffer(opening(.subscribe))
        for cut in 1..<bytes.readableBytes {
            let (channel, _) = try relay.connect(from: Self.proxy)
            var rest = bytes
            let piece = rest.readSlice(length: cut)
            try channel.writeInbound(#require(piece))
            try channel.writeInbound(rest)
            guard case .welcome? = try channel.messages().first else {
                Issue.record("no welcome when cut at \(cut)")
                return
            }
        }
    }

    @Test func `clients are limited by their own address, and the proxy is not`() throws {
        let relay = makeRelay { $0.limits.perAddress.connections = 1 }
        func refusal(_ client: String) throws -> ErrorCode? {
            let (channel, _) = try relay.connect(from: Self.proxy)
            try channel.writeInbound(ByteBuffer(string: "PROXY TCP4 \(client) 10.0.0.2 50000 7450\r\n"))
            try channel.writeInbound(opening(.subscribe))
            return try channel.refusal()
        }
        #expect(try (1...5).map { try refusal("203.0.113.\($0)") } == [nil, nil, nil, nil, nil])
        #expect(try refusal("203.0.113.1") == .tooManyFromAddress)
    }

    @Test func `slots are given back`() throws {
        let relay = makeRelay { $0.limits.all.connections = 2 }
        for header in [Self.header, "PROXY UNKNOWN\r\n", ""] {
            for _ in 0..<2 {
                let (channel, _) = try relay.connect(from: Self.proxy)
                try channel.writeInbound(ByteBuffer(string: header))
                try channel.close().wait()
            }
            relay.eventLoop.run()
        }
        let later = NIODeadline.now() + .minutes(5)
        let decisions = (0..<2).map { _ in relay.core.peers.openForProxy(at: later).1 }
        #expect(decisions == [.accepted, .accepted])
    }

    @Test func `a proxy's own connection keeps its address`() throws {
        let relay = makeRelay { $0.limits.perAddress.connections = 0 }
        let (channel, connection) = try relay.connect(from: Self.proxy)
        try channel.writeInbound(ByteBuffer(bytes: ProxyHeaderTests.binary(command: 0x20, family: 0, [])))
        try channel.writeInbound(opening(.subscribe))
        #expect(try channel.refusal() == nil)
        #expect(connection?.peer?.ipAddress == Self.proxy)
        #expect(connection?.registration.address == nil)
    }

    @Test(arguments: [(0x01, true), (0x00, false)] as [(UInt8, Bool)])
    func `TLS at the proxy counts as encryption`(flags: UInt8, isEncrypted: Bool) throws {
        let admission = RecordingAdmission()
        let relay = makeRelay(admission) { $0.requiresTLS = true }
        let (channel, connection) = try relay.connect(from: "2001:db8::1")
        let header = ProxyHeaderTests.binary(ProxyHeaderTests.ipv4 + ProxyHeaderTests.tls(flags))
        try channel.writeInbound(ByteBuffer(bytes: header))
        try channel.writeInbound(opening(.subscribe))
        #expect(try channel.refusal() == (isEncrypted ? nil : .encryptionRequired))
        #expect(connection?.isEncrypted == isEncrypted)
        #expect(connection?.hasTLS == false)
        #expect(admission.shown.map(\.isEncrypted) == (isEncrypted ? [true] : []))
    }

    @Test func `a proxy may pass TLS on`() throws {
        let relay = makeRelay()
        let (channel, connection) = try relay.connect(from: Self.proxy)
        try channel.writeInbound(ByteBuffer(string: Self.header))
        try channel.writeInbound(ByteBuffer(bytes: [0x16, 0x03, 0x01]))
        #expect(connection?.hasTLS == true)
        try channel.writeInbound(FakeTLS.record(opening(.subscribe)))
        #expect(try channel.refusal() == nil)
    }

    @Test func `a connection of a named network without a header is refused with a sentence`() throws {
        let relay = makeRelay()
        let (channel, _) = try relay.connect(from: Self.proxy)
        try channel.writeInbound(opening(.subscribe))
        let ending = try ending(channel)
        #expect(ending?.code == .notThisProtocol)
        #expect(ending?.reason.contains("one of the relay's proxies") == true)
        let (web, _) = try relay.connect(from: Self.proxy)
        try web.writeInbound(ByteBuffer(string: "GET / HTTP/1.1\r\n\r\n"))
        #expect(String(buffer: try web.sent()) == "HTTP not-this-protocol")
    }

    @Test func `where the header may be missing, a connection without it counts for its own address`() throws {
        let relay = makeRelay {
            $0.proxyHeaderIsOptional = true
            $0.limits.perAddress.connections = 1
        }
        let (channel, connection) = try relay.connect(from: Self.proxy)
        try channel.writeInbound(opening(.subscribe))
        #expect(try channel.refusal() == nil)
        #expect(connection?.peer?.ipAddress == Self.proxy)
        #expect(connection?.registration.address == .ipv4(0x0A00_0001))
        let (second, _) = try relay.connect(from: Self.proxy)
        try second.writeInbound(opening(.subscribe))
        #expect(try second.refusal() == .tooManyFromAddress)
        let (proxied, client) = try relay.connect(from: Self.proxy)
        try proxied.writeInbound(ByteBuffer(string: Self.header))
        try proxied.writeInbound(opening(.subscribe))
        #expect(try proxied.refusal() == nil)
        #expect(client?.peer?.ipAddress == "203.0.113.9")
    }

    @Test(arguments: [Array(header.utf8), ProxyHeaderTests.binary()])
    func `a header from any other address is refused with a sentence`(header: [UInt8]) throws {
        for cut in 1...header.count {
            let relay = makeRelay()
            let (channel, connection) = try relay.connect()
            try channel.writeInbound(ByteBuffer(bytes: header[..<cut]))
            if cut < header.count, channel.isActive { try channel.writeInbound(ByteBuffer(bytes: header[cut...])) }
            let ending = try ending(channel)
            #expect(ending?.code == .notThisProtocol)
            #expect(ending?.reason.contains("one of the relay's proxies") == true)
            #expect(connection?.peer?.ipAddress == "203.0.113.1")
        }
    }

    @Test(arguments: ["POST / HTTP/1.1\r\n\r\n", "PUT / HTTP/1.1\r\n\r\n", "PROPFIND / HTTP/1.1\r\n\r\n"])
    func `HTTP that begins like a header is HTTP`(request: String) throws {
        for cut in 1..<request.utf8.count {
            let relay = makeRelay()
            let (channel, _) = try relay.connect()
            try channel.writeInbound(ByteBuffer(bytes: Array(request.utf8)[..<cut]))
            try channel.writeInbound(ByteBuffer(bytes: Array(request.utf8)[cut...]))
            var served = ByteBuffer()
            while var bytes = try channel.readInbound(as: ByteBuffer.self) { served.writeBuffer(&bytes) }
            #expect(String(buffer: served) == request)
        }
    }

    @Test func `a proxy that never sends a header has the usual time`() throws {
        let relay = makeRelay()
        let (channel, connection) = try relay.connect(from: Self.proxy)
        try channel.writeInbound(ByteBuffer(string: "PROXY"))
        let connectionHandler = try #require(connection?.connectionHandler)
        connectionHandler.tick(at: .now() + relay.core.configuration.limits.handshake)
        #expect(try channel.refusal() == .handshakeTimeout)
    }

    @Test func `a shutdown is announced behind a proxy too`() throws {
        let relay = makeRelay()
        let (channel, _) = try relay.connect(from: Self.proxy)
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        try channel.writeInbound(ByteBuffer(string: Self.header))
        try channel.writeInbound(opening(.subscribe))
        guard case .goodbye(let ending)? = try channel.messages().last else {
            Issue.record("no goodbye")
            return
        }
        #expect(ending.code == .draining)
    }
}
