import NIOCore
import NIOEmbedded
import NIOExtras
import RelayTestSupport
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct ProtocolDetectionHandlerTests {
    private static let clientHello: [UInt8] = [0x16, 0x03, 0x01, 0x00, 0x05, 0x01]
    private static let request = "GET /live.h264 HTTP/1.1\r\n\r\n"

    // MARK: Languages

    @Test func `the first byte tells the protocol`() {
        let protocols = (0...255 as ClosedRange<UInt8>).map { DetectedProtocol(firstByte: $0) }
        #expect(protocols.indices.filter { protocols[$0] == .tls } == [0x16])
        #expect(protocols.indices.filter { protocols[$0] == .streamd } == [0x8F])
        #expect(protocols.indices.filter { protocols[$0] == .http } == Array(0x41...0x5A))
    }

    @Test(arguments: [1, 12, 13, 43])
    func `a session gets all bytes wherever they are cut`(first: Int) throws {
        let relay = EmbeddedRelay()
        let (channel, _) = try relay.connect()
        var bytes = opening(.subscribe)
        let start = bytes.readSlice(length: first)
        try channel.writeInbound(#require(start))
        try channel.writeInbound(bytes)
        guard case .welcome? = try channel.messages().first else {
            Issue.record("no welcome")
            return
        }
        #expect(throws: NIOCore.ChannelPipelineError.self) {
            try channel.pipeline.syncOperations.handler(type: ProtocolDetectionHandler.self)
        }
    }

    /// Otherwise the rest began another session, which nothing ended, on each connection that was reset after its hello.
    @Test func `bytes that arrive while a session writes belong to it`() throws {
        var rest = opening(.subscribe)
        let slice = rest.readSlice(length: Preface.length)
        let preface = try #require(slice)
        let relay = EmbeddedRelay()
        let (channel, _) = try relay.connect(through: DeliveringWhileWriting(rest))
        try channel.writeInbound(preface)
        let messages = try channel.messages()
        guard messages.count == 1, case .welcome? = messages.first else {
            Issue.record("\(messages) instead of a welcome")
            return
        }
    }

    /// TLS may hand over what it has read after the channel has closed. Nothing would end a session that began then.
    @Test func `bytes that come after the channel has closed begin nothing`() throws {
        let relay = EmbeddedRelay()
        let (channel, _) = try relay.connect()
        // Its handlers are removed in a later turn of the loop.
        channel.close(promise: nil)
        channel.pipeline.fireChannelRead(opening(.subscribe))
        #expect(throws: NIOCore.ChannelPipelineError.self) {
            try channel.pipeline.syncOperations.handler(type: SessionHandler.self)
        }
    }

    @Test func `an unknown protocol is refused with an error`() throws {
        let relay = EmbeddedRelay()
        let (channel, _) = try relay.connect()
        try channel.writeInbound(ByteBuffer(bytes: [0x00, 0x01]))
        #expect(try channel.refusal() == .notThisProtocol)
    }

    @Test func `HTTP is served from its first byte`() throws {
        let relay = EmbeddedRelay(protocolHandlers: ProtocolHandlers(http: FakeHTTP()))
        let (channel, connection) = try relay.connect()
        try channel.writeInbound(ByteBuffer(string: Self.request))
        #expect(try channel.readInbound(as: ByteBuffer.self) == ByteBuffer(string: Self.request))
        #expect(connection?.connectionHandler is FakeHTTP.Handler)
    }

    @Test func `without HTTP its client gets an error`() throws {
        let relay = EmbeddedRelay()
        let (channel, _) = try relay.connect()
        try channel.writeInbound(ByteBuffer(string: Self.request))
        #expect(try channel.refusal() == .notThisProtocol)
    }

    // MARK: TLS

    @Test func `inside TLS the protocol is detected again`() throws {
        let relay = EmbeddedRelay(protocolHandlers: ProtocolHandlers(tls: FakeTLS(), http: FakeHTTP()))
        let (channel, connection) = try relay.connect()
        try channel.writeInbound(ByteBuffer(bytes: Self.clientHello))
        #expect(connection?.isEncrypted == true)
        try channel.writeInbound(FakeTLS.record(ByteBuffer(string: Self.request)))
        #expect(try channel.readInbound(as: ByteBuffer.self) == ByteBuffer(string: Self.request))
    }

    @Test func `a session inside TLS knows that it is encrypted`() throws {
        let admission = RecordingAdmission()
        let relay = EmbeddedRelay(admission: admission, protocolHandlers: ProtocolHandlers(tls: FakeTLS()))
        let (channel, _) = try relay.connect()
        try channel.writeInbound(ByteBuffer(bytes: Self.clientHello))
        try channel.writeInbound(FakeTLS.record(opening(.subscribe)))
        relay.eventLoop.run()
        #expect(admission.shown.map(\.isEncrypted) == [true])
    }

    /// Takes all the time of a loop's turns.
    private final class Busy: TurnTaker {
        func takeTurn(at now: NIODeadline) {
            while NIODeadline.now() - now < TurnBudget.turn {}
        }
    }

    @Test func `a handshake waits while the loop has no time for one`() throws {
        let relay = EmbeddedRelay(protocolHandlers: ProtocolHandlers(tls: FakeTLS(), http: FakeHTTP()))
        let others = try (0..<3).map { _ in try relay.connect() }
        relay.loop.turns.enqueue(Busy())
        for (channel, connection) in others {
            let hello = ByteBuffer(bytes: Self.clientHello)
            try channel.writeInbound(hello.getSlice(at: 0, length: 1))
            try channel.writeInbound(hello.getSlice(at: 1, length: hello.readableBytes - 1))
            #expect(connection?.isEncrypted == false)
            #expect(channel.isReading == false)
        }
        others[1].channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        relay.eventLoop.advanceTime(by: CatchUpTurns.interval)
        #expect(others.allSatisfy { $0.connection?.isEncrypted == false }, "the first turn takes all the time")
        for _ in others { relay.eventLoop.advanceTime(by: CatchUpTurns.interval) }
        #expect(others.map { $0.connection?.isEncrypted } == [true, false, true])
        #expect(others[2].channel.isReading == true)
        try others[2].channel.writeInbound(FakeTLS.record(ByteBuffer(string: Self.request)))
        #expect(try others[2].channel.readInbound(as: ByteBuffer.self) == ByteBuffer(string: Self.request))
    }

    @Test func `TLS inside TLS is refused`() throws {
        let relay = EmbeddedRelay(protocolHandlers: ProtocolHandlers(tls: FakeTLS()))
        let (channel, _) = try relay.connect()
        try channel.writeInbound(ByteBuffer(bytes: Self.clientHello))
        try channel.writeInbound(FakeTLS.record(ByteBuffer(bytes: Self.clientHello)))
        #expect(try channel.refusal() == .notThisProtocol)
    }

    @Test func `without a certificate TLS is answered with an alert`() throws {
        let relay = EmbeddedRelay()
        let (channel, _) = try relay.connect()
        try channel.writeInbound(ByteBuffer(bytes: Self.clientHello))
        // Alert, a version, two bytes: fatal, handshake_failure.
        #expect(Array(try channel.sent().readableBytesView) == [21, 3, 1, 0, 2, 2, 40])
    }

    @Test func `a certificate that cannot be used closes the connection`() throws {
        let relay = EmbeddedRelay(protocolHandlers: ProtocolHandlers(tls: FakeTLS(isBroken: true)))
        let (channel, _) = try relay.connect()
        #expect(throws: FakeTLS.Broken.self) { try channel.writeInbound(ByteBuffer(bytes: Self.clientHello)) }
        #expect(!channel.isActive)
    }

    // MARK: Refusals

    private func full() throws -> EmbeddedRelay {
        let relay = EmbeddedRelay(protocolHandlers: ProtocolHandlers(tls: FakeTLS(), http: FakeHTTP())) {
            $0.limits.all.connections = 1
            $0.limits.refusal = .seconds(30)
        }
        _ = try relay.connect()
        return relay
    }

    @Test func `a refused client gets an error in the protocol`() throws {
        let relay = try full()
        let (channel, _) = try relay.connect()
        #expect(try channel.sent().readableBytes == 0, "what it speaks is not known yet")
        try channel.writeInbound(opening(.subscribe))
        #expect(try channel.refusal() == .tooManyConnections)
    }

    @Test func `a refused client gets a response in HTTP`() throws {
        let relay = try full()
        let (channel, _) = try relay.connect()
        try channel.writeInbound(ByteBuffer(string: Self.request))
        #expect(String(buffer: try channel.sent()) == "HTTP too-many-connections")
    }

    @Test func `a refused client gets an alert in TLS`() throws {
        let relay = try full()
        let (channel, connection) = try relay.connect()
        try channel.writeInbound(ByteBuffer(bytes: Self.clientHello))
        #expect(try channel.sent().readableBytesView.first == 21, "no handshake is made for the sake of a refusal")
        #expect(connection?.isEncrypted == false)
    }

    @Test func `clear text from other machines is refused where TLS is required`() throws {
        let relay = EmbeddedRelay(protocolHandlers: ProtocolHandlers(tls: FakeTLS(), http: FakeHTTP())) {
            $0.requiresTLS = true
        }
        let (channel, _) = try relay.connect()
        try channel.writeInbound(opening(.subscribe))
        #expect(try channel.refusal() == .encryptionRequired)
        let (web, _) = try relay.connect()
        try web.writeInbound(ByteBuffer(string: Self.request))
        #expect(String(buffer: try web.sent()) == "HTTP encryption-required")
        let (near, _) = try relay.connect(from: "127.0.0.1")
        try near.writeInbound(opening(.subscribe))
        #expect(try near.refusal() == nil)
    }

    @Test func `what a refused client sends is not read`() throws {
        let relay = try full()
        let (channel, _) = try relay.connect()
        try channel.writeInbound(opening(.publish))
        _ = try channel.sent()
        try channel.writeInbound(opening(.publish))
        #expect(try channel.sent().readableBytes == 0)
    }

    @Test func `a refused connection gives its slot back once`() throws {
        let relay = try full()
        for _ in 0..<3 {
            let (channel, _) = try relay.connect()
            try channel.close().wait()
        }
        relay.eventLoop.run()
        let (channel, _) = try relay.connect()
        try channel.writeInbound(opening(.subscribe))
        #expect(try channel.refusal() == .tooManyConnections)
    }

    @Test func `a flood is closed at once`() throws {
        let relay = try full()
        let flood = try (0...PeerTable.maximumLingeringCloses).map { _ in try relay.connect().channel }
        #expect(flood.lastIndex { $0.isActive } == PeerTable.maximumLingeringCloses - 1)
    }

    // MARK: Deadlines

    @Test func `a silent client is closed without a byte, which a browser would take for a response`() throws {
        let relay = EmbeddedRelay()
        let (channel, connection) = try relay.connect()
        let handler = try #require(connection?.connectionHandler)
        let deadline = try #require(connection?.handshakeDeadline)
        handler.tick(at: deadline)
        #expect(channel.isActive)
        handler.tick(at: deadline + .nanoseconds(1))
        #expect(!channel.isActive)
        #expect(try channel.sent().readableBytes == 0)
    }

    @Test func `a client that stops in its first message gets an error and is closed`() throws {
        let relay = EmbeddedRelay()
        let (channel, connection) = try relay.connect()
        try channel.writeInbound(ByteBuffer(string: "P"))
        let handler = try #require(connection?.connectionHandler)
        let deadline = try #require(connection?.handshakeDeadline)
        handler.tick(at: deadline)
        #expect(try channel.sent().readableBytes == 0)
        handler.tick(at: deadline + .nanoseconds(1))
        #expect(try channel.refusal() == .handshakeTimeout)
        #expect(channel.isActive, "it is given a moment to read that")
        handler.tick(at: deadline + .nanoseconds(2) + RelayLimits().refusal)
        #expect(!channel.isActive)
    }

    @Test func `a TLS handshake that stops half way times out`() throws {
        let relay = EmbeddedRelay(protocolHandlers: ProtocolHandlers(tls: FakeTLS()))
        let (channel, connection) = try relay.connect()
        try channel.writeInbound(ByteBuffer(bytes: Self.clientHello))
        connection?.connectionHandler?.tick(at: .now() + relay.core.configuration.limits.handshake)
        connection?.connectionHandler?.tick(at: .now() + RelayLimits().refusal)
        #expect(!channel.isActive)
    }

    @Test func `the time for the hello counts from the connection`() throws {
        let relay = EmbeddedRelay { $0.limits.handshake = .seconds(10) }
        let (channel, connection) = try relay.connect()
        let opened = NIODeadline.now()
        try channel.writeInbound(#require(opening(.subscribe).getSlice(at: 0, length: 3)))
        connection?.connectionHandler?.tick(at: opened + .seconds(11))
        #expect(try channel.refusal() == .handshakeTimeout)
    }

    @Test func `a refused client that is silent is closed soon`() throws {
        let relay = try full()
        let (channel, connection) = try relay.connect()
        let handler = try #require(connection?.connectionHandler)
        let opened = NIODeadline.now()
        handler.tick(at: opened)
        #expect(try channel.sent().readableBytes == 0, "it may still say what it speaks")
        handler.tick(at: opened + .seconds(31))
        #expect(try channel.refusal() == .tooManyConnections)
        #expect(channel.isActive, "it is given a moment to read that")
        handler.tick(at: opened + .seconds(62))
        #expect(!channel.isActive)
    }

    // MARK: Ends

    @Test func `a client that connects during the shutdown is asked to come back`() throws {
        let relay = EmbeddedRelay()
        let (channel, _) = try relay.connect()
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(channel.isActive, "what it is about to say would be answered by a reset")
        try channel.writeInbound(opening(.subscribe))
        guard case .goodbye(let ending)? = try channel.messages().last else {
            Issue.record("no goodbye")
            return
        }
        #expect(ending.code == .draining)
        #expect(ending.retryAfter > 0)
    }

    @Test func `a relay that shuts down completes the handshake to say goodbye inside TLS`() throws {
        let relay = EmbeddedRelay(protocolHandlers: ProtocolHandlers(tls: FakeTLS()))
        let (channel, connection) = try relay.connect()
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        try channel.writeInbound(ByteBuffer(bytes: Self.clientHello))
        #expect(connection?.isEncrypted == true)
        try channel.writeInbound(FakeTLS.record(opening(.subscribe)))
        #expect(!channel.isActive || connection?.connectionHandler is ProtocolDetectionHandler, "no session begins")
    }

    @Test func `a silent client does not delay the shutdown`() throws {
        let relay = EmbeddedRelay()
        let (channel, connection) = try relay.connect()
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        connection?.connectionHandler?.tick(
            at: .now() + ProtocolDetectionStateMachine.drainingRefusalTimeout + .milliseconds(1)
        )
        #expect(!channel.isActive)
    }

    @Test(arguments: [(false, false), (true, true)])
    func `TLS that ends without close_notify is not an error`(isBroken: Bool, closes: Bool) throws {
        let relay = EmbeddedRelay(protocolHandlers: ProtocolHandlers(tls: FakeTLS()))
        let (channel, _) = try relay.connect()
        try channel.writeInbound(ByteBuffer(bytes: Self.clientHello))
        channel.pipeline.fireErrorCaught(isBroken ? FakeTLS.Broken() : FakeTLS.Truncated())
        #expect(channel.isActive != closes)
    }

    @Test func `a client that closes its side before it sends anything is closed`() throws {
        let relay = EmbeddedRelay()
        let (channel, _) = try relay.connect()
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(!channel.isActive)
        relay.eventLoop.run()
        #expect(relay.loop.connections.isEmpty)
    }

    @Test func `a slot is free when its connection has closed`() throws {
        let relay = EmbeddedRelay {
            $0.limits.perAddress.connections = 1
            $0.limits.perAddress.connectionsPerSecond = 1_000_000_000
        }
        let (first, _) = try relay.connect()
        try first.close().wait()
        relay.eventLoop.run()
        let (second, _) = try relay.connect()
        try second.writeInbound(opening(.subscribe))
        #expect(try second.refusal() == nil)
    }
}
