import NIOCore
import NIOEmbedded
import StreamProtocol
import Testing

@testable import StreamRelay

/// How long a stream's state lasts (`Protocol.md`, Stream state).
@Suite struct StreamStateTests {
    private let registry: StreamRegistry
    private let now = NIODeadline.now()
    private let name = StreamName.live

    init() {
        let store = ConfigurationStore(RelayConfiguration())
        registry = StreamRegistry(store, peers: PeerTable(store, now: now), memory: MemoryBudget(limit: .max))
    }

    private var afterTheLog: NIODeadline { now + StreamSettings().logDuration + .milliseconds(1) }

    private func publish(as instance: UInt64) throws -> (Stream, Stream.Grant) {
        try registry.publish(
            name,
            instance: InstanceID(high: 0, low: instance),
            from: .none,
            connection: SilentPublisher()
        )
    }

    private func sendTracks(_ stream: Stream, _ grant: Stream.Grant) throws {
        var entries = EntryFactory(epoch: grant.epoch)
        let table = try entries.tracks(epoch: grant.epoch)
        #expect(stream.append(table, by: grant))
    }

    @Test func `a stream is live from its first tracks on`() throws {
        let (stream, grant) = try publish(as: 1)
        #expect(stream.currentState.state == .waiting)
        try sendTracks(stream, grant)
        #expect(stream.currentState.state == .live)
    }

    @Test func `a publisher's welcome has the state that viewers know`() throws {
        let relay = EmbeddedRelay()
        func welcome(_ instance: UInt64) throws -> (EmbeddedChannel, Welcome?) {
            let (channel, _) = try relay.connect()
            try channel.writeInbound(opening(.publish, instance: instance))
            guard case .welcome(let welcome)? = try channel.messages().first else { return (channel, nil) }
            return (channel, welcome)
        }
        let (first, ofFirst) = try welcome(1)
        #expect(ofFirst?.state == .waiting)
        var entries = EntryFactory(epoch: 1)
        try first.writeInbound(try entries.tracks(epoch: 1).message)
        let (second, ofSecond) = try welcome(1)
        #expect(ofSecond?.state == .live, "it takes the place of its own connection")
        relay.eventLoop.run()
        _ = try second.finish(acceptAlreadyClosed: true)
        let (_, ofThird) = try welcome(2)
        #expect(ofThird?.state == .interrupted)
        #expect(ofThird?.epoch == 3)
        relay.eventLoop.run()
    }

    @Test func `an interruption lasts while there are viewers, and any publisher ends it`() throws {
        let (stream, grant) = try publish(as: 1)
        try sendTracks(stream, grant)
        _ = try registry.subscribe(name, waits: true)
        #expect(registry.endPublishing(stream, grant, isEnd: false, at: now))
        _ = registry.expire(at: now + .hours(24))
        #expect(registry.stream(name) === stream)
        #expect(stream.currentState.state == .interrupted)
        let (same, next) = try publish(as: 2)
        #expect(same === stream)
        #expect(next.epoch == grant.epoch + 1)
        #expect(stream.currentState.state == .interrupted, "until the publisher sends something")
        try sendTracks(stream, next)
        #expect(stream.currentState.state == .live)
    }

    @Test func `an interruption without viewers lasts as long as the log`() throws {
        let (stream, grant) = try publish(as: 1)
        #expect(registry.endPublishing(stream, grant, isEnd: false, at: now))
        _ = registry.expire(at: now + StreamSettings().logDuration)
        #expect(registry.stream(name) === stream)
        _ = registry.expire(at: afterTheLog)
        #expect(registry.stream(name) == nil)
    }

    @Test func `after the end of a stream its name belongs to another one`() throws {
        let (stream, grant) = try publish(as: 1)
        try sendTracks(stream, grant)
        _ = try registry.subscribe(name, waits: true)
        #expect(registry.endPublishing(stream, grant, isEnd: true, at: now))
        #expect(throws: ProtocolError.self) { try registry.subscribe(name, waits: false) }
        let other = try registry.subscribe(name, waits: true)
        #expect(other !== stream)
        #expect(other.streamInstance != stream.streamInstance)
        #expect(other.currentState.state == .waiting)
        #expect(other.currentState.epoch == 0)
    }
}
