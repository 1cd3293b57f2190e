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
