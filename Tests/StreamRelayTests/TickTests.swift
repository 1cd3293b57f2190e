import MetricsTestKit
import NIOCore
import NIOEmbedded
import RelayTestSupport
import StreamProtocol
import Testing

@testable import StreamRelay

/// How often an event loop wakes up while nothing arrives.
@Suite struct TickTests {
    private let backend = TestMetrics()
    private let relay: EmbeddedRelay

    init() throws {
        let core = RelayCore(
            configuration: RelayConfiguration(),
            admission: OpenAdmission(),
            name: "test",
            metrics: RelayMetrics(backend),
            logger: .silent
        )
        relay = EmbeddedRelay(core: core)
        relay.loop.start()
        // The first tick finds that the loop may rest.
        #expect(try ticks(in: RelayLoop.tickInterval) == 1)
    }

    /// How many ticks there are in a time: each takes one sample of the loop's delay.
    private func ticks(in time: TimeAmount) throws -> Int {
        let before = try count()
        relay.eventLoop.advanceTime(by: time)
        return try count() - before
    }

    private func count() throws -> Int {
        try backend.expectTimer("streamd_event_loop_delay_seconds").values.count
    }

    @Test(arguments: [Hello.Role.publish, .subscribe, .relay]) func `a loop with few clients ticks once a second`(
        role: Hello.Role
    ) throws {
        let (channel, _) = try relay.connect()
        try channel.writeInbound(opening(role))
        // A publisher's first viewer count does not wait for a second.
        #expect(try ticks(in: .seconds(1)) <= 2)
        #expect(try ticks(in: .seconds(3)) == 3)
    }

    @Test func `a publisher learns the number of its viewers at a tick, or when it sends`() throws {
        let (publisher, _) = try relay.connect()
        try publisher.writeInbound(opening(.publish))
        var sent = try publisher.sent()
        func counts() throws -> [UInt32] {
            sent.writeImmutableBuffer(try publisher.sent())
            return try sent.inputs().messages.compactMap {
                if case .viewerCount(let count) = $0 { count.viewers } else { nil }
            }
        }
        #expect(try counts() == [])
        #expect(try ticks(in: RelayLoop.tickInterval) == 1)
        #expect(try counts() == [0])
        for _ in 0..<2 {
            try relay.connect().channel.writeInbound(opening(.subscribe))
            relay.eventLoop.run()
        }
        #expect(try counts() == [0, 1], "the first viewer is told at once")
        try publisher.writeInbound(ProtocolMessage.ping(Ping(sent: 1)).encoded())
        #expect(try counts() == [0, 1, 2])
        try relay.connect().channel.writeInbound(opening(.subscribe))
        try publisher.writeInbound(ProtocolMessage.ping(Ping(sent: 2)).encoded())
        #expect(try counts() == [0, 1, 2], "a few times a second, and not for each message")
        #expect(try ticks(in: .seconds(1)) == 1)
        #expect(try counts() == [0, 1, 2, 3])
    }

    @Test func `a list has four ticks a second, until it is closed`() throws {
        let (channel, _) = try relay.connect()
        try channel.writeInbound(opening(.list))
        #expect(try ticks(in: .seconds(1)) == 4)
        channel.close(promise: nil)
        #expect(try ticks(in: RelayLoop.tickInterval) == 1)
        #expect(try ticks(in: .seconds(2)) == 2)
    }

    @Test func `many connections are not checked in one tick`() throws {
        for _ in 0...RelayLoop.mostPerTick { _ = try relay.connect() }
        #expect(try ticks(in: RelayLoop.restingInterval) == 1)
        #expect(try ticks(in: .seconds(1)) == 4)
    }

    @Test func `where much memory is in use, it is looked at four times a second`() throws {
        let memory = relay.core.memory
        memory.add(memory.limit / 2, to: .logs)
        #expect(try ticks(in: RelayLoop.restingInterval) == 1)
        #expect(try ticks(in: .seconds(1)) == 4)
        memory.add(-memory.limit / 2, to: .logs)
        #expect(try ticks(in: RelayLoop.tickInterval) == 1)
        #expect(try ticks(in: .seconds(2)) == 2)
    }

    @Test func `a publisher that waits for memory goes on within a quarter of a second`() throws {
        let (publisher, _) = try relay.connect()
        try publisher.writeInbound(opening(.publish))
        #expect(try ticks(in: .seconds(2)) <= 3)
        let memory = relay.core.memory
        memory.add(memory.limit, to: .logs)
        let table = try TrackTable(epoch: 1, tracks: [Track(id: .zero, kind: .video, codec: .h264)])
        try publisher.writeInbound(ProtocolMessage.tracks(table).encoded())
        memory.add(-memory.limit, to: .logs)
        #expect(try ticks(in: RelayLoop.tickInterval) == 1)
        #expect(try ticks(in: .seconds(2)) <= 3, "and rests again")
    }
}
