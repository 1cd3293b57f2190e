import NIOCore
import Platform
import StreamProtocol
import Testing

@testable import StreamRelay

/// What a relay tells other relays of its publishers, and what it does with their answers.
@Suite struct PublicationRegistrarTests {
    private let registrar = FakeRegistrar()
    private let registry: StreamRegistry
    private let now = NIODeadline.now()
    private let memory = MemoryBudget(limit: .max)
    private let instance = InstanceID(high: 0, low: 1)

    init() {
        let store = ConfigurationStore(RelayConfiguration())
        registry = StreamRegistry(
            store,
            peers: PeerTable(store, now: now),
            memory: memory,
            publications: registrar
        )
    }

    private func publish(
        _ connection: any Stream.PublisherConnection = SilentPublisher(),
        isOriginFixed: Bool = false
    ) throws -> (stream: Stream, grant: Stream.Grant) {
        try registry.publish(
            .live,
            instance: instance,
            from: .none,
            connection: connection,
            isOriginFixed: isOriginFixed
        )
    }

    /// Adds a stream of another relay in this state.
    private func pull(_ state: StreamState, isConnected: Bool = true) -> Stream {
        let welcome = Welcome(
            epoch: 1,
            streamInstance: 42,
            maximumFrameLength: 1_000,
            pingInterval: 5_000,
            maximumLatency: 2_000,
            state: state
        )
        let stream = Stream(pulling: .live, welcome, from: "origin", settings: StreamSettings(), memory: memory)
        let grant = stream.beginPulling(SilentPublisher())
        if !isConnected { stream.disconnected(by: grant, at: now) }
        #expect(registry.addPulled(stream, replacing: nil))
        return stream
    }

    private func isAccepted(isOriginFixed: Bool = false) -> Bool {
        do {
            _ = try publish(isOriginFixed: isOriginFixed)
            return true
        } catch {
            return false
        }
    }

    @Test func `a publication begins with each connection of its publisher, and ends with the last`() throws {
        let first = try publish()
        let second = try publish()
        #expect(!registry.endPublishing(first.stream, first.grant, isEnd: false, at: now), "it was replaced")
        #expect(registry.endPublishing(second.stream, second.grant, isEnd: false, at: now))
        #expect(registrar.events == ["began 1", "began 2", "ended 2"])
        _ = try publish()
        #expect(registry.remove(.live) != nil)
        #expect(registrar.events.suffix(2) == ["began 3", "ended 3"])
    }

    @Test func `a publication that ends its stream ends once`() throws {
        let only = try publish()
        #expect(registry.endPublishing(only.stream, only.grant, isEnd: true, at: now))
        #expect(registrar.events == ["began 1", "ended 1"])
    }

    @Test func `a publisher whose name is taken elsewhere may try again`() throws {
        registrar.claim = .taken(retryAfter: 5_000)
        let error = #expect(throws: ProtocolError.self) { try publish() }
        #expect(error?.code == .streamTaken && error?.retryAfter == 5_000)
        #expect(registrar.events.isEmpty)
    }

    @Test func `the same publisher takes its stream from another relay, also while that is live`() {
        registrar.claim = .moves
        _ = pull(.live)
        #expect(isAccepted())
    }

    @Test(arguments: [PublicationClaim.free, .unknown])
    func `another publisher does not take the name while the relay that has it sends the stream`(
        claim: PublicationClaim
    ) {
        let stream = pull(.live)
        registrar.claim = claim
        #expect(!isAccepted())
        #expect(registry.stream(.live) === stream)
    }

    @Test(arguments: [PublicationClaim.free, .unknown])
    func `another publisher takes the name of a relay that is lost, also while the directory is away`(
        claim: PublicationClaim
    ) {
        _ = pull(.live, isConnected: false)
        registrar.claim = claim
        #expect(isAccepted())
    }

    @Test(arguments: [PublicationClaim.free, .unknown, .moves])
    func `a relay that the operator names keeps the name`(claim: PublicationClaim) {
        _ = pull(.live, isConnected: false)
        registrar.claim = claim
        #expect(!isAccepted(isOriginFixed: true))
    }

    @Test func `a publisher is refused through its publication, unless it has been replaced`() throws {
        let publisher = RefusedPublisher()
        _ = try publish(publisher)
        let publication = try #require(registrar.publications.first)
        #expect(publication.stream == .live && publication.instance == instance)
        publication.refuse(because: .takenElsewhere(.live, retryAfter: 1))
        #expect(publisher.errors.map(\.code) == [.streamTaken])
        _ = try publish(RefusedPublisher())
        publication.refuse(because: .takenElsewhere(.live, retryAfter: 1))
        #expect(publisher.errors.count == 1)
    }

    @Test func `viewers without a publisher are moved at once where another relay has one`() throws {
        let turn = try publish()
        try turn.stream.addViewer()
        #expect(registry.expire(at: now, presence: { _ in .certain }).moved.isEmpty, "it has a publisher")
        #expect(registry.endPublishing(turn.stream, turn.grant, isEnd: false, at: now))
        #expect(registry.expire(at: now, presence: { _ in .possible }).moved.isEmpty, "it may return")
        #expect(registry.expire(at: now, presence: { _ in .certain }).moved.first === turn.stream)
    }

    @Test func `lists have the streams of other relays, once`() throws {
        _ = try registry.subscribe(.live, waits: true)
        let other = StreamList.Entry(name: try StreamName("other"), state: .live, kinds: [])
        let live = StreamList.Entry(name: .live, state: .live, kinds: [])
        let directory = SharedStreamDirectory().current(of: registry, and: { [live, other] }, at: now)
        let (entries, _, _) = directory.changes(after: 0, atMost: 10) { _, _ in true }
        #expect(Set(entries) == [live, other], "a stream that is waited for here is live there")
    }
}

/// A registrar that answers as a test says.
private final class FakeRegistrar: PublicationRegistrar {
    private let state = Mutex((claim: PublicationClaim.free, events: [String](), publications: [LocalPublication]()))

    var claim: PublicationClaim {
        get { state.withLock { $0.claim } }
        set { state.withLock { $0.claim = newValue } }
    }

    var events: [String] { state.withLock { $0.events } }
    var publications: [LocalPublication] { state.withLock { $0.publications } }

    func claim(_ stream: StreamName, for instance: InstanceID) -> PublicationClaim { claim }

    func publicationBegan(_ publication: LocalPublication) {
        state.withLock { state in
            state.events.append("began \(publication.number)")
            state.publications.append(publication)
        }
    }

    func publicationEnded(_ stream: StreamName, number: UInt64) {
        state.withLock { $0.events.append("ended \(number)") }
    }

    func streamsElsewhere() -> [StreamList.Entry] { [] }
    func relay(of stream: StreamName) -> String? { nil }
}

/// A publisher that records the errors with which it is refused.
private final class RefusedPublisher: Stream.PublisherConnection {
    let lastActivity = NIODeadline.now()
    let participant: Participant? = nil
    private let refusals = Mutex<[ProtocolError]>([])

    var errors: [ProtocolError] { refusals.withLock { $0 } }

    func replaced() {}
    func viewersJoined() {}
    func keyFrameRequested(_ track: TrackID) {}
    func dismissed() {}
    func refused(because error: ProtocolError) { refusals.withLock { $0.append(error) } }
}
