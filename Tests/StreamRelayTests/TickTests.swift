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
        relay = EmbeddedRelay(metrics: RelayMetrics(backend))
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
        #expect(try ticks(in: .seconds(1)) == 1)
        #expect(try counts() == [0, 1, 2, 3])
    }

    /// NIO reads all that is left when a write fails.
    @Test func `bytes that come while the number is sent are behind those before them`() throws {
        let socket = DeliveringWhileWriting()
        let (publisher, _) = try relay.connect(through: socket)
        try publisher.writeInbound(opening(.publish))
        let viewers = try (0..<2).map { _ in
            let viewer = try relay.connect().channel
            try viewer.writeInbound(opening(.subscribe))
            relay.eventLoop.run()
            return viewer
        }
        let table = try TrackTable(epoch: 1, tracks: [Track(id: .zero, kind: .video, codec: .h264)])
        let header = FrameHeader(
            track: .zero,
            flags: .randomAccess,
            epoch: 1,
            sequence: 0,
            decodeTime: 0,
            presentationTime: 0
        )
        var bytes = ProtocolMessage.tracks(table).encoded()
        ProtocolMessage.frame(Frame(header, payload: [UInt8](repeating: 1, count: 1_000))).write(to: &bytes)
        socket.bytes = bytes.getSlice(at: bytes.writerIndex - 500, length: 500)
        try publisher.writeInbound(bytes.getSlice(at: 0, length: bytes.readableBytes - 500))
        #expect(socket.bytes == nil, "the number was sent")
        // Each round serves at least one of them.
        for _ in viewers { relay.eventLoop.advanceTime(by: CatchUpTurns.interval) }
        for viewer in viewers {
            let messages = try viewer.messages()
            #expect(messages.contains { if case .frame = $0 { true } else { false } }, "\(messages)")
        }
        #expect(try publisher.refusal() == nil)
    }

    @Test func `a list has four ticks a second, until it is closed`() throws {
        let (channel, _) = try relay.connect()
        try channel.writeInbound(opening(.list))
        #expect(try ticks(in: .seconds(1)) == 4)
        channel.close(promise: nil)
        #expect(try ticks(in: RelayLoop.tickInterval) == 1)
        #expect(try ticks(in: .seconds(2)) == 2)
    }

    @Test func `a tick that comes soon is not put off`() throws {
        let counter = Counter()
        try relay.connect().connection?.connectionHandler = counter
        #expect(try ticks(in: .milliseconds(900)) == 0)
        try relay.connect().channel.writeInbound(opening(.list))
        #expect(try ticks(in: .milliseconds(100)) == 1)
        #expect(counter.ticks == 1)
        #expect(try ticks(in: .seconds(1)) == 4)
    }

    private final class Counter: ConnectionHandler {
        var ticks = 0
        func tick(at now: NIODeadline) { ticks += 1 }
    }

    @Test(arguments: [1, 2 * RelayLoop.mostPerTick]) func `each connection is checked once a second`(count: Int) throws
    {
        let counters = try (0..<count).map { _ in
            let counter = Counter()
            try relay.connect().connection?.connectionHandler = counter
            return counter
        }
        // The loop may have to find out how many they are.
        _ = try ticks(in: RelayLoop.restingInterval)
        let before = counters.map(\.ticks)
        _ = try ticks(in: .seconds(4))
        #expect(zip(counters, before).allSatisfy { $0.ticks - $1 == 4 })
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
        #expect(publisher.isReading == false)
        #expect(try ticks(in: RelayLoop.tickInterval) == 1)
        #expect(publisher.isReading == true)
        #expect(try ticks(in: .seconds(2)) <= 3, "and rests again")
    }
}

extension EmbeddedChannel {
    /// What the relay has set last; `nil` if it has set nothing.
    var isReading: Bool? {
        options.last { $0.option is ChannelOptions.Types.AutoReadOption }?.value as? Bool
    }
}
