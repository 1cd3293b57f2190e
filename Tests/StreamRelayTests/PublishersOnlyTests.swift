import NIOCore
import NIOEmbedded
import StreamProtocol
import Testing

@testable import StreamRelay

/// Publishers at an address that has reached its limits through viewers and clients that were not admitted.
@Suite struct PublishersOnlyTests {
    private static let clientHello: [UInt8] = [0x16, 0x03, 0x01, 0x00, 0x05, 0x01]

    /// A relay on which the address has all the connections it may have.
    private func crowded(_ admission: any Admission = OpenAdmission()) throws -> EmbeddedRelay {
        let relay = EmbeddedRelay(
            admission: admission,
            protocolHandlers: ProtocolHandlers(tls: FakeTLS(), http: FakeHTTP())
        ) {
            $0.limits.perAddress.connections = 1
        }
        let (viewer, _) = try relay.connect()
        try viewer.writeInbound(opening(.subscribe))
        #expect(try viewer.refusal() == nil)
        return relay
    }

    @Test func `a publisher is accepted where viewers use all connections of its address`() throws {
        let relay = try crowded()
        let (channel, connection) = try relay.connect()
        try channel.writeInbound(opening(.publish))
        guard case .welcome? = try channel.messages().first else {
            Issue.record("no welcome")
            return
        }
        #expect(connection?.publishOnlyReason == nil)
    }

    @Test func `a viewer is refused there, and its token is not checked`() throws {
        let admission = RecordingAdmission()
        let relay = try crowded(admission)
        let (channel, _) = try relay.connect()
        let count = admission.shown.count
        try channel.writeInbound(opening(.subscribe))
        #expect(try channel.refusal() == .tooManyFromAddress)
        #expect(admission.shown.count == count)
    }

    @Test func `inside TLS a publisher is accepted as well`() throws {
        let relay = try crowded()
        let (channel, connection) = try relay.connect()
        try channel.writeInbound(ByteBuffer(bytes: Self.clientHello))
        #expect(connection?.isEncrypted == true)
        try channel.writeInbound(FakeTLS.record(opening(.publish)))
        guard case .welcome? = try channel.messages().first else {
            Issue.record("no welcome")
            return
        }
    }

    @Test func `TLS handshakes of clients without admission have their own measure`() throws {
        let relay = try crowded()
        // Other clients use the measure up. A slow machine gives some of it back before the client comes.
        var isRefused = false
        for _ in 0..<1_000 where !isRefused {
            let (channel, connection) = try relay.connect()
            let (registration, now) = (try #require(connection?.registration), NIODeadline.now())
            while relay.core.peers.takeTLSHandshake(registration, at: now) {}
            try channel.writeInbound(ByteBuffer(bytes: Self.clientHello))
            relay.eventLoop.advanceTime(by: CatchUpTurns.interval)
            isRefused = connection?.isEncrypted == false
            if isRefused { #expect(try channel.sent().readableBytesView.first == 21) }
        }
        #expect(isRefused)
    }

    @Test func `HTTP requests have their own measure`() throws {
        let relay = try crowded()
        var answer = ""
        for _ in 0..<1_000 where answer.isEmpty {
            let (channel, connection) = try relay.connect()
            let (registration, now) = (try #require(connection?.registration), NIODeadline.now())
            while relay.core.peers.takeHTTPRequest(registration, at: now) {}
            try channel.writeInbound(ByteBuffer(string: "GET /live HTTP/1.1\r\n\r\n"))
            answer = String(buffer: try channel.sent())
        }
        #expect(answer == "HTTP too-many-from-address")
    }

    @Test func `a silent client has less time and learns the reason`() throws {
        let relay = try crowded()
        let (channel, connection) = try relay.connect()
        let connectionHandler = try #require(connection?.connectionHandler)
        connectionHandler.tick(at: .now() + relay.core.configuration.limits.publisherHandshake)
        #expect(try channel.refusal() == .tooManyFromAddress)
    }

    @Test func `in a flood the newest client stays, and other addresses keep their slots`() throws {
        let relay = try crowded()
        let neighbours = ["203.0.113.1", "203.0.113.2"]
        let (viewer, _) = try relay.connect(from: neighbours[1])
        try viewer.writeInbound(opening(.subscribe))
        let (other, _) = try relay.connect(from: neighbours[1])
        let flood = try (0..<2 * PublisherCandidates.maximumCount).map { _ in try relay.connect().channel }
        #expect(flood.count { $0.isActive } == PublisherCandidates.maximumCount - 1)
        #expect(flood.last?.isActive == true && other.isActive)
        try other.writeInbound(opening(.publish, instance: 2))
        guard case .welcome? = try other.messages().first else {
            Issue.record("no welcome")
            return
        }
    }

    @Test func `a publisher during its TLS handshake is not evicted by a flood`() throws {
        let relay = try crowded()
        let (publisher, _) = try relay.connect()
        try publisher.writeInbound(ByteBuffer(bytes: Self.clientHello))
        _ = try (0..<2 * PublisherCandidates.maximumCount).map { _ in try relay.connect().channel }
        try publisher.writeInbound(FakeTLS.record(opening(.publish, instance: 2)))
        guard case .welcome? = try publisher.messages().first else {
            Issue.record("no welcome")
            return
        }
    }

    @Test func `a publisher's hello does not need what others have used up`() throws {
        let relay = EmbeddedRelay()
        let (stranger, connection) = try relay.connect()
        try stranger.writeInbound(ByteBuffer(bytes: [Preface.firstByte]))
        let registration = try #require(connection?.registration)
        // Used up at a time that the clock does not reach, so that nothing is given back.
        _ = relay.core.peers.takeControlTraffic(.max, from: registration, at: .now() + .hours(1))
        let (viewer, _) = try relay.connect()
        try viewer.writeInbound(opening(.subscribe))
        #expect(try viewer.refusal() == .rateExceeded)
        let (publisher, _) = try relay.connect()
        try publisher.writeInbound(opening(.publish))
        #expect(try publisher.refusal() == nil)
        let (talker, _) = try relay.connect()
        try talker.writeInbound(ByteBuffer(bytes: [Preface.firstByte]))
        try talker.writeInbound(ByteBuffer(repeating: 0, count: Connection.helloBytes))
        #expect(try talker.refusal() == .rateExceeded)
    }

    /// Fault 2: a thousand viewers that sent useless bytes closed their address for a minute.
    @Test func `bytes of admitted viewers are charged only to them`() throws {
        let relay = EmbeddedRelay()
        var pongs = ByteBuffer()
        for _ in 0..<1_000 { ProtocolMessage.pong(Pong(sent: 1, received: 2, answered: 3)).write(to: &pongs) }
        // More bytes than an address may send in a burst.
        for _ in 0..<400 {
            let (viewer, _) = try relay.connect()
            try viewer.writeInbound(opening(.subscribe))
            try viewer.writeInbound(pongs)
            try viewer.close().wait()
        }
        let (viewer, _) = try relay.connect()
        try viewer.writeInbound(opening(.subscribe))
        #expect(try viewer.refusal() == nil)
    }
}

@Suite struct PublisherCandidatesTests {
    private let one = PeerAddress.ipv4(1)
    private let two = PeerAddress.ipv4(2)

    @Test func `the oldest candidate is evicted for the newest`() {
        var candidates = PublisherCandidates()
        let evicted = (0..<UInt64(PublisherCandidates.maximumCount) + 2).map { candidates.add($0, from: one) }
        #expect(evicted.compactMap(\.self) == [0, 1])
        #expect(candidates.count == PublisherCandidates.maximumCount)
    }

    @Test func `an address evicts its own candidates`() {
        var candidates = PublisherCandidates()
        for id in 0..<UInt64(PublisherCandidates.maximumCount) { _ = candidates.add(id, from: id == 0 ? two : one) }
        let evicted = [candidates.add(100, from: one), candidates.add(101, from: two), candidates.add(102, from: nil)]
        #expect(evicted == [1, 0, 2])
    }

    @Test func `a candidate that left is not evicted`() {
        var candidates = PublisherCandidates()
        for id in 0..<UInt64(PublisherCandidates.maximumCount) { _ = candidates.add(id, from: one) }
        candidates.remove(0)
        candidates.remove(0)
        let evicted = [candidates.add(100, from: one), candidates.add(101, from: one)]
        #expect(evicted == [nil, 1])
    }
}
