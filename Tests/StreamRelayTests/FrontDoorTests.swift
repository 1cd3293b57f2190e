import NIOCore
import NIOEmbedded
import NIOExtras
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct FrontDoorTests {
    private static let clientHello: [UInt8] = [0x16, 0x03, 0x01, 0x00, 0x05, 0x01]
    private static let request = "GET /live.h264 HTTP/1.1\r\n\r\n"

    // MARK: Languages

    @Test func theFirstByteTellsTheLanguage() {
        let languages = (0...255 as ClosedRange<UInt8>).map { FirstBytes.language(of: $0) }
        #expect(languages.indices.filter { languages[$0] == .tls } == [0x16])
        #expect(languages.indices.filter { languages[$0] == .streamd } == [0x8F])
        #expect(languages.indices.filter { languages[$0] == .http } == Array(0x41...0x5A))
    }

    @Test(arguments: [1, 12, 13, 43])
    func aSessionGetsAllBytesWhereverTheyAreCut(first: Int) throws {
        let (channel, _) = try EmbeddedRelay().connect()
        var bytes = opening(.subscribe)
        let start = bytes.readSlice(length: first)
        try channel.writeInbound(#require(start))
        try channel.writeInbound(bytes)
        guard case .welcome? = try channel.messages().first else {
            Issue.record("no welcome")
            return
        }
        #expect(throws: NIOCore.ChannelPipelineError.self) {
            try channel.pipeline.syncOperations.handler(type: FrontDoor.self)
        }
    }

    @Test func whatIsNotUnderstoodIsToldSo() throws {
        let (channel, _) = try EmbeddedRelay().connect()
        try channel.writeInbound(ByteBuffer(bytes: [0x00, 0x01]))
        #expect(try channel.refusal() == .notThisProtocol)
    }

    @Test func httpIsServedFromItsFirstByte() throws {
        let door = FakeHTTP()
        let (channel, connection) = try EmbeddedRelay(doors: Doors(http: door)).connect()
        try channel.writeInbound(ByteBuffer(string: Self.request))
        #expect(try channel.readInbound(as: ByteBuffer.self) == ByteBuffer(string: Self.request))
        #expect(connection?.tenant is FakeHTTP.Handler)
    }

    @Test func withoutHTTPItsClientIsToldSo() throws {
        let (channel, _) = try EmbeddedRelay().connect()
        try channel.writeInbound(ByteBuffer(string: Self.request))
        #expect(try channel.refusal() == .notThisProtocol)
    }

    // MARK: TLS

    @Test func insideTLSTheLanguageIsToldAgain() throws {
        let door = FakeHTTP()
        let (channel, connection) = try EmbeddedRelay(doors: Doors(tls: FakeTLS(), http: door)).connect()
        try channel.writeInbound(ByteBuffer(bytes: Self.clientHello))
        #expect(connection?.isEncrypted == true)
        try channel.writeInbound(FakeTLS.record(ByteBuffer(string: Self.request)))
        #expect(try channel.readInbound(as: ByteBuffer.self) == ByteBuffer(string: Self.request))
    }

    @Test func aSessionInsideTLSKnowsThatItIsEncrypted() throws {
        let admission = RecordingAdmission()
        let relay = EmbeddedRelay(admission: admission, doors: Doors(tls: FakeTLS()))
        let (channel, _) = try relay.connect()
        try channel.writeInbound(ByteBuffer(bytes: Self.clientHello))
        try channel.writeInbound(FakeTLS.record(opening(.subscribe)))
        relay.eventLoop.run()
        #expect(admission.shown.map(\.isEncrypted) == [true])
    }

    @Test func tlsInsideTLSIsRefused() throws {
        let (channel, _) = try EmbeddedRelay(doors: Doors(tls: FakeTLS())).connect()
        try channel.writeInbound(ByteBuffer(bytes: Self.clientHello))
        try channel.writeInbound(FakeTLS.record(ByteBuffer(bytes: Self.clientHello)))
        #expect(try channel.refusal() == .notThisProtocol)
    }

    @Test func withoutACertificateTheAnswerIsAnAlert() throws {
        let (channel, _) = try EmbeddedRelay().connect()
        try channel.writeInbound(ByteBuffer(bytes: Self.clientHello))
        // Alert, a version, two bytes: fatal, handshake_failure.
        #expect(Array(try channel.sent().readableBytesView) == [21, 3, 1, 0, 2, 2, 40])
    }

    @Test func aCertificateThatCannotBeUsedClosesTheConnection() throws {
        let (channel, _) = try EmbeddedRelay(doors: Doors(tls: FakeTLS(isBroken: true))).connect()
        #expect(throws: FakeTLS.Broken.self) { try channel.writeInbound(ByteBuffer(bytes: Self.clientHello)) }
        #expect(!channel.isActive)
    }

    // MARK: Refusals

    private func full() throws -> EmbeddedRelay {
        let relay = EmbeddedRelay(doors: Doors(tls: FakeTLS(), http: FakeHTTP())) {
            $0.limits.all.connections = 1
        }
        _ = try relay.connect()
        return relay
    }

    @Test func whoIsTurnedAwayIsToldInTheProtocol() throws {
        let (channel, _) = try full().connect()
        #expect(try channel.sent().readableBytes == 0, "what it speaks is not known yet")
        try channel.writeInbound(opening(.subscribe))
        #expect(try channel.refusal() == .tooManyConnections)
    }

    @Test func whoIsTurnedAwayIsToldInHTTP() throws {
        let (channel, _) = try full().connect()
        try channel.writeInbound(ByteBuffer(string: Self.request))
        #expect(String(buffer: try channel.sent()) == "HTTP too-many-connections")
    }

    @Test func whoIsTurnedAwayIsToldInTLS() throws {
        let (channel, connection) = try full().connect()
        try channel.writeInbound(ByteBuffer(bytes: Self.clientHello))
        #expect(try channel.sent().readableBytesView.first == 21, "no handshake is made for the sake of a refusal")
        #expect(connection?.isEncrypted == false)
    }

    @Test func clearTextIsRefusedFromAfarWhereTLSIsRequired() throws {
        let relay = EmbeddedRelay(doors: Doors(tls: FakeTLS(), http: FakeHTTP())) { $0.requiresTLS = true }
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

    @Test func whatATurnedAwayClientSaysIsNotRead() throws {
        let (channel, _) = try full().connect()
        try channel.writeInbound(opening(.publish))
        _ = try channel.sent()
        try channel.writeInbound(opening(.publish))
        #expect(try channel.sent().readableBytes == 0)
    }

    @Test func whoIsTurnedAwayGivesNoPlaceBackTwice() throws {
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

    @Test func aFloodIsClosedAtOnce() throws {
        let relay = try full()
        let flood = try (0...PeerTable.farewells).map { _ in try relay.connect().channel }
        #expect(flood.lastIndex { $0.isActive } == PeerTable.farewells - 1)
    }

    // MARK: Deadlines

    @Test func whoSaysNothingIsToldSoAndThenClosed() throws {
        let relay = EmbeddedRelay()
        let (channel, connection) = try relay.connect()
        let door = try #require(connection?.tenant)
        let limit = relay.core.configuration.limits.handshake
        door.tick(at: .now() + limit - .seconds(1))
        #expect(try channel.sent().readableBytes == 0)
        door.tick(at: .now() + limit)
        #expect(try channel.refusal() == .handshakeTimeout)
        #expect(channel.isActive, "it is given a moment to read that")
        door.tick(at: .now() + FrontDoor.patience)
        #expect(!channel.isActive)
    }

    @Test func aHandshakeThatStopsInTheMiddleOfTLSEndsToo() throws {
        let relay = EmbeddedRelay(doors: Doors(tls: FakeTLS()))
        let (channel, connection) = try relay.connect()
        try channel.writeInbound(ByteBuffer(bytes: Self.clientHello))
        connection?.tenant?.tick(at: .now() + relay.core.configuration.limits.handshake)
        connection?.tenant?.tick(at: .now() + FrontDoor.patience)
        #expect(!channel.isActive)
    }

    @Test func theTimeForTheHelloIsCountedFromTheConnection() throws {
        let relay = EmbeddedRelay { $0.limits.handshake = .seconds(10) }
        let (channel, connection) = try relay.connect()
        let opened = NIODeadline.now()
        try channel.writeInbound(#require(opening(.subscribe).getSlice(at: 0, length: 3)))
        connection?.tenant?.tick(at: opened + .seconds(11))
        #expect(try channel.refusal() == .handshakeTimeout)
    }

    @Test func whoIsTurnedAwayAndSaysNothingIsGoneSoon() throws {
        let (channel, connection) = try full().connect()
        connection?.tenant?.tick(at: .now() + FrontDoor.patience)
        connection?.tenant?.tick(at: .now() + FrontDoor.patience + FrontDoor.patience)
        #expect(!channel.isActive)
    }

    // MARK: Ends

    @Test func whoComesWhileTheRelayGoesDownIsToldToComeBack() throws {
        let (channel, _) = try EmbeddedRelay().connect()
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

    @Test func aRelayThatGoesDownShakesHandsToSayGoodbyeInsideTLS() throws {
        let (channel, connection) = try EmbeddedRelay(doors: Doors(tls: FakeTLS())).connect()
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        try channel.writeInbound(ByteBuffer(bytes: Self.clientHello))
        #expect(connection?.isEncrypted == true)
        try channel.writeInbound(FakeTLS.record(opening(.subscribe)))
        #expect(!channel.isActive || connection?.tenant is FrontDoor, "no session begins")
    }

    @Test func whoSaysNothingDoesNotHoldUpARelayThatGoesDown() throws {
        let (channel, connection) = try EmbeddedRelay().connect()
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        connection?.tenant?.tick(at: .now() + FrontDoor.patienceWhileDraining + .milliseconds(1))
        #expect(!channel.isActive)
    }

    @Test(arguments: [(false, false), (true, true)])
    func whoEndsTLSWithoutAFarewellIsNoTrouble(isBroken: Bool, closes: Bool) throws {
        let (channel, _) = try EmbeddedRelay(doors: Doors(tls: FakeTLS())).connect()
        try channel.writeInbound(ByteBuffer(bytes: Self.clientHello))
        channel.pipeline.fireErrorCaught(isBroken ? FakeTLS.Broken() : FakeTLS.Truncated())
        #expect(channel.isActive != closes)
    }

    @Test func whoStopsSendingBeforeItHasSaidAnythingIsClosed() throws {
        let relay = EmbeddedRelay()
        let (channel, _) = try relay.connect()
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(!channel.isActive)
        relay.eventLoop.run()
        #expect(relay.loop.connections.isEmpty)
    }

    @Test func aPlaceIsFreeWhenItsConnectionHasClosed() throws {
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
