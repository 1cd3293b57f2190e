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
