import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

/// A stream of another relay among the streams of this one.
@Suite struct PulledStreamTests {
    private let registry: StreamRegistry
    private let now = NIODeadline.now()
    private let memory = MemoryBudget(limit: .max)

    init() {
        var configuration = RelayConfiguration()
        configuration.limits.all.streams = 1
        let store = ConfigurationStore(configuration)
        registry = StreamRegistry(store, peers: PeerTable(store, now: now), memory: memory)
    }

    private func pulled(_ state: StreamState, epoch: UInt32 = 7) -> (stream: Stream, grant: Stream.Grant) {
        let welcome = Welcome.upstream(epoch: epoch, instance: 42, state: state)
        let stream = Stream(pulling: .live, welcome, from: "origin", settings: StreamSettings(), memory: memory)
        return (stream, stream.beginPulling(SilentPublisher()))
    }

    private func publish(_ name: StreamName = .live) throws -> Stream {
        try registry.publish(name, instance: .random(), from: .none, connection: SilentPublisher()).0
    }

    @Test func `it has the names of the welcome`() {
        let (stream, _) = pulled(.live)
        #expect(stream.streamInstance == 42)
        #expect(stream.currentState.epoch == 7)
        #expect(stream.currentState.state == .live)
        #expect(stream.upstreamFrameLength == 1_000)
    }

    @Test func `only the relay upstream says whether it is live`() throws {
        let (stream, grant) = pulled(.interrupted)
        let table = try TrackTable(epoch: 7, tracks: [Track(id: .zero, kind: .video, codec: .h264)])
        #expect(stream.append(LogEntry(table, arrival: now), announcing: table, by: grant))
        #expect(stream.currentState.state == .interrupted)
        stream.setState(.live, by: grant, at: now)
        #expect(stream.currentState.state == .live)
    }

    @Test func `a table of an earlier epoch does not lower the epoch`() throws {
        let (stream, grant) = pulled(.live)
        let table = try TrackTable(epoch: 5, tracks: [Track(id: .zero, kind: .video, codec: .h264)])
        #expect(stream.append(LogEntry(table, arrival: now), announcing: table, by: grant))
        #expect(stream.currentState.epoch == 7)
    }

    @Test func `a publisher gets the name of a stream that has none, and no other`() throws {
        let (waiting, _) = pulled(.waiting)
        #expect(registry.addPulled(waiting, replacing: nil))
        let stream = try publish()
        #expect(stream !== waiting && registry.stream(.live) === stream)
        #expect(!registry.addPulled(pulled(.live).stream, replacing: nil), "a stream of this relay has the name")
        #expect(!registry.addPulled(pulled(.live).stream, replacing: waiting))
    }

    @Test func `a publisher is refused while the origin has one`() throws {
        #expect(registry.addPulled(pulled(.live).stream, replacing: nil))
        #expect(errorCode { _ = try publish() } == .streamTaken)
    }

    @Test func `a publisher is refused while nobody knows whether the origin still has one`() throws {
        let (stream, grant) = pulled(.live)
        #expect(registry.addPulled(stream, replacing: nil))
        stream.disconnected(by: grant, at: now)
        #expect(stream.currentState.state == .interrupted)
        #expect(errorCode { _ = try publish() } == .streamTaken)
        stream.reconnected(.interrupted, by: grant)
        stream.disconnected(by: grant, at: now)
        #expect(errorCode { _ = try publish() } == .streamTaken, "its publisher may be back")
        stream.reconnected(.interrupted, by: grant)
        _ = try publish()
    }

    @Test func `a stream that has never had a publisher is nobody's`() throws {
        let (stream, grant) = pulled(.waiting)
        #expect(registry.addPulled(stream, replacing: nil))
        stream.disconnected(by: grant, at: now)
        #expect(stream.currentState.state == .waiting)
        _ = try publish()
    }

    @Test func `a stream whose pull has ended in the meantime is not added`() {
        let (stream, grant) = pulled(.live)
        #expect(registry.endPulling(stream, grant, isEnd: false, at: now))
        #expect(!registry.addPulled(stream, replacing: nil))
        #expect(registry.stream(.live) == nil)
    }

    @Test func `a publisher that a limit refuses takes no stream away`() throws {
        _ = try publish(StreamName("other"))
        let (waiting, _) = pulled(.waiting)
        #expect(registry.addPulled(waiting, replacing: nil))
        #expect(errorCode { _ = try publish() } == .tooManyStreams)
        #expect(registry.stream(.live) === waiting)
    }

    @Test func `viewers that do not wait need a publisher at the origin`() throws {
        let (stream, grant) = pulled(.waiting)
        #expect(registry.addPulled(stream, replacing: nil))
        #expect(errorCode { _ = try registry.subscribe(.live, waits: false) } == .streamNotFound)
        stream.setState(.live, by: grant, at: now)
        #expect(try registry.subscribe(.live, waits: false) === stream)
        #expect(stream.hasViewers)
    }

    @Test func `it stays until the pull ends it, and then its name is free`() {
        let (stream, grant) = pulled(.waiting)
        #expect(registry.addPulled(stream, replacing: nil))
        _ = registry.expire(at: now + .hours(1), presence: { _ in .possible })
        #expect(registry.stream(.live) === stream)
        #expect(registry.endPulling(stream, grant, isEnd: false, at: now))
        #expect(registry.stream(.live) == nil)
    }

    @Test func `viewers who wait here for a stream that another relay has are moved`() throws {
        let stream = try registry.subscribe(.live, waits: true)
        #expect(registry.expire(at: now).moved.isEmpty)
        #expect(registry.expire(at: now, presence: { _ in .possible }).moved.first === stream)
        #expect(registry.stream(.live) == nil)
    }
}
