import NIOCore
import NIOEmbedded
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct RelayLoopTests {
    private let relay = EmbeddedRelay()

    @Test func `a loop is drained once the last connection is closed`() throws {
        let channels = try (1...2).map { _ in try relay.connect().channel }
        for channel in channels { try channel.writeInbound(opening(.subscribe)) }
        var isDrained = false
        relay.loop.drain().assumeIsolated().whenComplete { _ in isDrained = true }
        for channel in channels {
            #expect(!isDrained)
            guard case .goodbye(let ending)? = try channel.messages().last else {
                Issue.record("no goodbye")
                return
            }
            #expect(ending.code == .draining)
            channel.close(promise: nil)
            relay.eventLoop.run()
        }
        #expect(isDrained)
    }

    @Test func `publishers come back before viewers`() throws {
        let channels = try [Hello.Role.publish, .subscribe, .relay].map { role in
            let (channel, _) = try relay.connect()
            try channel.writeInbound(opening(role))
            return channel
        }
        _ = relay.loop.drain()
        let waits = try channels.map { channel in
            guard case .goodbye(let ending)? = try channel.messages().last else { throw NoGoodbye() }
            return ending.retryAfter
        }
        #expect((20...200).contains(waits[0]))
        #expect(waits[1...].allSatisfy { (200...1_000).contains($0) })
    }

    private struct NoGoodbye: Error {}

    @Test func `clients leave stream by stream when others take over, and those without a stream last`() throws {
        var clients: [StreamName: [(channel: EmbeddedChannel, connection: Connection)]] = [:]
        for number in 0..<100 {
            let name = try StreamName("camera-\(number)")
            clients[name] = try [Hello.Role.publish, .subscribe, .subscribe].map { role in
                let (channel, connection) = try relay.connect()
                try channel.writeInbound(opening(role, of: name))
                return (channel, try #require(connection))
            }
        }
        let idle = try #require(try relay.connect().connection)
        _ = relay.loop.drain(handover: relay.eventLoop.now)
        var stepsWithGoodbyes = 0, left = 0
        for step in 0..<Handover.steps {
            relay.eventLoop.advanceTime(by: step == 0 ? .zero : Handover.interval)
            let leaving = clients.values.map { $0.count(where: \.connection.isLeaving) }
            #expect(leaving.allSatisfy { [0, 3].contains($0) }, "all clients of a stream leave together")
            #expect(idle.isLeaving == (step == Handover.steps - 1))
            if leaving.reduce(0, +) > left { stepsWithGoodbyes += 1 }
            left = leaving.reduce(0, +)
        }
        #expect(left == 300)
        #expect(stepsWithGoodbyes > Handover.steps / 2)
        for client in clients.values.joined() {
            guard case .goodbye(let ending)? = try client.channel.messages().last else { throw NoGoodbye() }
            #expect(ending.code == .draining)
            #expect(ending.retryAfter <= 400)
        }
    }

    @Test func `many viewers of a stream come back over a longer time`() {
        #expect(Handover.returns(ofViewers: 1) == 250...400)
        #expect(Handover.returns(ofViewers: 1_000) == 250...750)
        #expect(Handover.returns(ofViewers: 100_000) == 250...1_000)
    }

    @Test func `when others take over, viewers come back after their publisher, and relays with it`() throws {
        let clients = try [Hello.Role.subscribe, .publish, .subscribe, .relay].map { role in
            let (channel, _) = try relay.connect()
            try channel.writeInbound(opening(role))
            return channel
        }
        _ = relay.loop.drain(handover: relay.eventLoop.now)
        relay.eventLoop.advanceTime(by: Handover.interval * Handover.steps)
        let waits = try clients.map { channel in
            guard case .goodbye(let ending)? = try channel.messages().last else { throw NoGoodbye() }
            return ending.retryAfter
        }
        #expect((20...200).contains(waits[1]))
        #expect((20...200).contains(waits[3]))
        #expect((250...400).contains(waits[0]) && (250...400).contains(waits[2]))
    }

    @Test func `a loop without connections is drained at once`() throws {
        var isDrained = false
        relay.loop.drain().assumeIsolated().whenComplete { _ in isDrained = true }
        #expect(isDrained)
    }

    @Test func `a client that comes to a drained loop is asked to come back`() throws {
        _ = relay.loop.drain()
        let (channel, _) = try relay.connect()
        try channel.writeInbound(opening(.subscribe))
        guard case .goodbye(let ending)? = try channel.messages().last else {
            Issue.record("no goodbye")
            return
        }
        #expect(ending.code == .draining)
    }
}
