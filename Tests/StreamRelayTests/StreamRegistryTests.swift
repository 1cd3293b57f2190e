import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

/// Which address a stream counts for, and for how long.
@Suite struct StreamRegistryTests {
    private let peers: PeerTable
    private let registry: StreamRegistry
    private let now = NIODeadline.now()

    init() {
        var configuration = RelayConfiguration()
        configuration.limits.perAddress.streams = 1
        configuration.limits.all.streams = 2
        let store = ConfigurationStore(configuration)
        peers = PeerTable(store, now: now)
        registry = StreamRegistry(store, peers: peers, memory: MemoryBudget(limit: .max))
    }

    /// Longer than a log keeps anything.
    private var later: NIODeadline { now + StreamSettings().logDuration + .seconds(1) }

    private func registration(_ address: String) throws -> PeerTable.Registration {
        peers.open(from: try SocketAddress(ipAddress: address, port: 1), at: now).0
    }

    /// A publisher's turn.
    private struct Turn {
        let stream: Stream
        let grant: Stream.Grant
    }

    private func publish(
        _ name: String,
        from registration: PeerTable.Registration,
        as instance: UInt64 = 1
    ) throws -> Turn {
        let (stream, grant) = try registry.publish(
            StreamName(name),
            instance: InstanceID(high: 0, low: instance),
            from: registration,
            connection: SilentPublisher()
        )
        return Turn(stream: stream, grant: grant)
    }

    private func leave(_ turn: Turn, isEnd: Bool = false) {
        #expect(registry.endPublishing(turn.stream, turn.grant, isEnd: isEnd, at: now))
    }

    private func refusal(_ body: () throws -> Turn) -> ErrorCode? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? ProtocolError)?.code
        }
    }

    @Test func `a stream without publisher counts for its address until the time to return is over`() throws {
        let here = try registration("203.0.113.1")
        leave(try publish("a", from: here))
        #expect(refusal { try publish("b", from: here) } == .tooManyFromAddress)
        _ = registry.expire(at: now)
        #expect(refusal { try publish("b", from: here) } == .tooManyFromAddress)
        _ = registry.expire(at: later)
        #expect(refusal { try publish("b", from: here) } == nil)
    }

    @Test func `a publisher that returns to its own stream counts once`() throws {
        let here = try registration("203.0.113.1")
        leave(try publish("a", from: here))
        let turn = try publish("a", from: here, as: 2)
        #expect(refusal { try publish("b", from: here) } == .tooManyFromAddress)
        leave(turn, isEnd: true)
        #expect(refusal { try publish("b", from: here) } == nil)
    }

    @Test func `a replaced publisher takes nothing with it when it leaves`() throws {
        let here = try registration("203.0.113.1")
        let ghost = try publish("a", from: here)
        _ = try publish("a", from: here)
        #expect(!registry.endPublishing(ghost.stream, ghost.grant, isEnd: false, at: now))
        #expect(refusal { try publish("b", from: here) } == .tooManyFromAddress)
    }

    @Test func `a stream that continues from elsewhere counts there`() throws {
        let (here, there) = (try registration("203.0.113.1"), try registration("203.0.113.2"))
        leave(try publish("a", from: here))
        _ = try publish("a", from: there)
        #expect(refusal { try publish("b", from: there) } == .tooManyFromAddress)
        #expect(refusal { try publish("b", from: here) } == nil)
    }

    @Test func `a refused stream is not counted`() throws {
        let (here, there) = (try registration("203.0.113.1"), try registration("203.0.113.2"))
        _ = try publish("a", from: here)
        #expect(refusal { try publish("a", from: there, as: 2) } == .streamTaken)
        #expect(refusal { try publish("b", from: there) } == nil)
    }

    @Test func `a stream that the operator closed is not counted, nor is its publisher's end`() throws {
        let here = try registration("203.0.113.1")
        let closed = try publish("a", from: here)
        #expect(try registry.remove(StreamName("a")) === closed.stream)
        _ = try publish("a", from: here)
        leave(closed)
        #expect(refusal { try publish("b", from: here) } == .tooManyFromAddress)
    }

    @Test func `viewers that come and go do not change the measured rate`() throws {
        let turn = try publish("a", from: registration("203.0.113.1"))
        let track = Track(id: .zero, kind: .video, codec: .h264)
        let table = try TrackTable(epoch: turn.grant.epoch, tracks: [track])
        let frame = ByteBuffer(repeating: 0, count: 2_000)
        _ = turn.stream.append(
            LogEntry(
                message: ByteBuffer(),
                content: .retained(.tracks, epoch: turn.grant.epoch, tracks: TrackSet(.zero)),
                kinds: .all,
                arrival: now
            ),
            announcing: table,
            by: turn.grant
        )
        // 30 frames of 2,000 bytes a second, and after each of them viewers that leave.
        for index in 1...300 {
            let time = now + .nanoseconds(Int64(index) * 1_000_000_000 / 30)
            let content = LogEntry.Content.frame(
                track: .zero,
                epoch: turn.grant.epoch,
                sequence: UInt64(index),
                isRandomAccess: false
            )
            let entry = LogEntry(message: frame, content: content, kinds: TrackKinds(.video), arrival: time)
            #expect(turn.stream.append(entry, by: turn.grant))
            for _ in 0..<5 {
                let stream = try registry.subscribe(StreamName("a"), waits: true)
                registry.unsubscribe(stream, at: time)
            }
            if index.isMultiple(of: 30) { _ = registry.expire(at: time) }
        }
        let status = turn.stream.status(at: now + .milliseconds(10_010))
        #expect(abs(status.bitRate - 480_000) < 10_000)
        #expect(abs(status.tracks[0].frameRate - 30) < 0.5)
    }

    @Test func `viewers that wait for absent publishers do not keep others from publishing`() throws {
        for (name, address) in [("a", "203.0.113.1"), ("b", "203.0.113.2")] {
            let turn = try publish(name, from: registration(address))
            _ = try registry.subscribe(StreamName(name), waits: true)
            #expect(registry.endPublishing(turn.stream, turn.grant, isEnd: false, at: now - .seconds(60)))
        }
        _ = registry.expire(at: now)
        #expect(refusal { try publish("c", from: registration("203.0.113.1")) } == nil)
    }

    // MARK: Streams that are waited for

    private func wait(_ name: String, from registration: PeerTable.Registration) -> ErrorCode? {
        do {
            _ = try registry.subscribe(StreamName(name), waits: true, from: registration)
            return nil
        } catch {
            return error.code
        }
    }

    /// Fault 5.
    @Test func `one address may not take all streams that may be waited for`() throws {
        let (here, there) = (try registration("203.0.113.1"), try registration("203.0.113.2"))
        #expect(wait("a", from: here) == nil)
        #expect(wait("b", from: here) == .tooManyFromAddress)
        #expect(wait("a", from: here) == nil, "the same stream is none more")
        #expect(wait("b", from: there) == nil)
    }

    @Test func `a stream is no longer counted as waited for when it is published or gone`() throws {
        let here = try registration("203.0.113.1")
        let stream = try registry.subscribe(StreamName("a"), waits: true, from: here)
        let turn = try publish("a", from: registration("203.0.113.2"))
        #expect(wait("b", from: here) == nil)
        leave(turn, isEnd: true)
        registry.unsubscribe(stream, at: now)
        let waited = try #require(registry.stream(StreamName("b")))
        registry.unsubscribe(waited, at: now)
        #expect(wait("c", from: here) == nil)
    }

    @Test func `a client that waits for streams may publish as many as without`() throws {
        let here = try registration("203.0.113.1")
        #expect(wait("a", from: here) == nil)
        #expect(refusal { try publish("b", from: here) } == nil)
    }

    @Test func `streams left to waiting viewers count where they were published`() throws {
        let here = try registration("203.0.113.1")
        for name in ["a", "b"] {
            let turn = try publish(name, from: here)
            #expect(wait(name, from: here) == nil)
            #expect(registry.endPublishing(turn.stream, turn.grant, isEnd: false, at: now - .seconds(60)))
            _ = registry.expire(at: now)
        }
        #expect(refusal { try publish("c", from: here) } == .tooManyFromAddress)
        #expect(refusal { try publish("a", from: here) } == nil, "a publisher that returns makes no new one")
        #expect(refusal { try publish("c", from: registration("203.0.113.2")) } == nil)
    }
}

/// A publisher that ignores the requests of its stream.
final class SilentPublisher: Stream.PublisherConnection {
    let lastActivity = NIODeadline.now()
    let participant: Participant? =
        Participant(connection: 1, peer: nil, isEncrypted: false, carrier: .streamd, since: 0)

    func replaced() {}
    func viewersJoined() {}
    func keyFrameRequested(_ track: TrackID) {}
    func dismissed() {}
    func refused(because error: ProtocolError) {}
}
