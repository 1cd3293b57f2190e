import CoreMetrics
import Logging
import NIOCore
import Platform
import StreamProtocol

/// The state that all connections of a relay share. May be used from any thread.
final class RelayCore: Sendable {
    private enum Stage {
        case starting
        case running(RelayLoops, Drain)
        case ended
    }

    let admission: any Admission
    let protocolHandlers: ProtocolHandlers
    let registry: StreamRegistry
    let peers: PeerTable
    let memory: MemoryBudget
    let directory = SharedStreamDirectory()
    let metrics: RelayMetrics
    let descriptors = ListenerDescriptors()
    let pulls: Pulls
    private let stage = Mutex(Stage.starting)
    let startedAt = NIODeadline.now()
    let logger: Logger
    /// The relay's name in its welcomes.
    let name: String
    /// This relay on the paths of streams.
    let id = RelayID.random()
    private let configurationStore: ConfigurationStore
    private let lastConnection = Atomic<UInt64>(0)
    private let heapTrimmer = HeapTrimmer()
    /// When the upkeep is due; never before the relay listens.
    private let nextUpkeep = Atomic(NIODeadline.distantFuture.uptimeNanoseconds)

    init(
        configuration: RelayConfiguration,
        admission: any Admission,
        protocolHandlers: ProtocolHandlers = ProtocolHandlers(),
        name: String,
        metrics: RelayMetrics = RelayMetrics(NOOPMetricsHandler.instance),
        logger: Logger
    ) {
        configurationStore = ConfigurationStore(configuration)
        self.admission = admission
        self.protocolHandlers = protocolHandlers
        self.name = name
        self.metrics = metrics
        self.logger = logger
        pulls = Pulls(protocolHandlers.upstream)
        peers = PeerTable(configurationStore, now: .now())
        memory = MemoryBudget(limit: configuration.limits.memory)
        registry = StreamRegistry(
            configurationStore,
            peers: peers,
            memory: memory,
            publications: protocolHandlers.publications
        )
    }

    /// The configuration of this moment.
    var configuration: RelayConfiguration { configurationStore.current }

    /// One part of the configuration of this moment, for what is asked often: the whole is not copied.
    func setting<Value: Sendable>(_ part: (RelayConfiguration) -> Value) -> Value { configurationStore.setting(part) }

    /// Replaces the configuration. Connections that exceed the new limits stay.
    func apply(_ configuration: RelayConfiguration) {
        configurationStore.replace(with: configuration)
        memory.limit = configurationStore.limits.memory
        registry.applySettings()
    }

    /// Logs the refused connections in one line: a line for each would be a flood of its own.
    func report(_ refusals: PeerTable.Refusals) {
        guard let most = refusals.mostFrequent else { return }
        logger.warning(
            "connections refused",
            metadata: [
                "connections": "\(refusals.count)", "most-from": "\(most)", "of-those": "\(refusals.mostFrequentCount)",
            ]
        )
    }

    /// Does the work that is due once a second for the whole relay. The first event loop that comes to it does it, in
    /// its own tick: a timer of its own would wake one up once more.
    func upkeep(at now: NIODeadline) {
        let due = nextUpkeep.load(ordering: .relaxed)
        let next = (now + RelayLoop.secondInterval).uptimeNanoseconds
        guard now >= .uptimeNanoseconds(due),
            nextUpkeep.weakCompareExchange(expected: due, desired: next, ordering: .relaxed).exchanged
        else { return }
        report(peers.expire(at: now))
        let (totals, moved) = registry.expire(at: now, presence: pulls.presence)
        for stream in moved { endViewers(of: stream, with: .moved) }
        pulls.tick(at: now)
        metrics.record(totals, pulls: pulls.count)
        metrics.record(memory)
        heapTrimmer.update(counted: memory.used, on: loops?.eventLoops ?? [])
    }

    /// A number that no other connection has.
    func nextConnection() -> UInt64 { lastConnection.add(1, ordering: .relaxed).newValue }

    /// Refuses new work while memory is short, before anything else is given up.
    func checkMemory() throws(ProtocolError) {
        if memory.pressure >= .refusing { throw .outOfMemory }
    }

    /// The welcome for a publisher or viewer of `stream`.
    func welcome(to stream: Stream, epoch: UInt32, state: StreamState, bound: TimeAmount) -> Welcome {
        let configuration = configuration
        var welcome = Welcome(
            epoch: epoch,
            streamInstance: stream.streamInstance,
            maximumFrameLength: stream.upstreamFrameLength ?? UInt32(clamping: configuration.limits.frameLength),
            pingInterval: UInt32(clamping: configuration.pingInterval.nanoseconds / 1_000_000),
            maximumLatency: UInt32(clamping: bound.nanoseconds / 1_000_000),
            state: state,
            relayName: name
        )
        welcome.grease = .random()
        return welcome
    }

    /// The welcome for a client that lists streams.
    func welcomeToList() -> Welcome {
        let configuration = configuration
        var welcome = Welcome(
            epoch: 0,
            streamInstance: 0,
            maximumFrameLength: UInt32(clamping: configuration.limits.frameLength),
            pingInterval: UInt32(clamping: configuration.pingInterval.nanoseconds / 1_000_000),
            maximumLatency: 0,
            state: .waiting,
            relayName: name
        )
        welcome.grease = .random()
        return welcome
    }

    /// The latency bound of a viewer of `stream` that asks for `requested` milliseconds.
    func latencyBound(of stream: StreamName, requested: UInt32?) -> TimeAmount {
        let most = configurationStore.settings(for: stream).maximumLatency
        return requested.map { min(max(.milliseconds(Int64($0)), RelayConfiguration.minimumLatency), most) } ?? most
    }

    /// Batch intervals are rounded down to this, so that viewers with similar intervals are sent their frames together.
    static let batchStep = TimeAmount.milliseconds(10)

    /// The batch interval of a viewer of `stream` that asks for `requested` milliseconds: at most half its latency
    /// bound, so that no viewer jumps because of it.
    func batch(of stream: StreamName, requested: UInt32?, bound: TimeAmount) -> TimeAmount {
        let batch = requested.map { .milliseconds(Int64($0)) } ?? configurationStore.settings(for: stream).batch
        let steps = min(batch, .nanoseconds(bound.nanoseconds / 2)).nanoseconds / Self.batchStep.nanoseconds
        return Self.batchStep * steps
    }

    /// The streams of this relay and of the others, for lists.
    func streamDirectory(at now: NIODeadline) -> StreamDirectory {
        directory.current(of: registry, and: { protocolHandlers.publications?.streamsElsewhere() ?? [] }, at: now)
    }

    // MARK: Paths of streams

    // Protocol.md, Path.

    /// Refuses a relay that would send a stream back to this one: both would wait for each other.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/relayLoop``.
    func checkPath(of hello: Hello) throws(ProtocolError) {
        guard hello.role == .relay, hello.path?.contains(id) == true else { return }
        throw ProtocolError(
            .relayLoop,
            "This relay waits for '\(hello.stream)' from the relay that asks for it; take the stream from another relay."
        )
    }

    /// The path of the welcome; `nil` for a client that is no relay.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/relayLoop`` if the stream passes too many relays.
    func path(for hello: Hello, of stream: Stream) throws(ProtocolError) -> RelayPath? {
        guard hello.role == .relay else { return nil }
        return try RelayPath([id] + (stream.upstreamPath?.relays ?? []))
    }

    /// Ends the viewers of a stream, or only the relays among them.
    func endViewers(of stream: Stream, onlyRelays: Bool = false, with ending: Ending) {
        guard let loops else { return }
        for eventLoop in loops.eventLoops {
            eventLoop.execute {
                guard let loop = loops[eventLoop] else { return }
                for session in loop.connections.values.compactMap(\.session) where session.watches(stream) {
                    if !onlyRelays || session.viewer?.isRelay == true { session.end(with: ending) }
                }
            }
        }
    }

    // MARK: Lifecycle

    /// The relay listens.
    func begin(_ loops: RelayLoops, _ drain: Drain) {
        stage.withLock { $0 = .running(loops, drain) }
        nextUpkeep.store(NIODeadline.now().uptimeNanoseconds, ordering: .relaxed)
    }

    func end() { stage.withLock { $0 = .ended } }

    /// The event loops; `nil` before the relay listens and after it has ended.
    var loops: RelayLoops? { stage.withLock { if case .running(let loops, _) = $0 { loops } else { nil } } }

    var drain: Drain? { stage.withLock { if case .running(_, let drain) = $0 { drain } else { nil } } }

    var hasEnded: Bool { stage.withLock { if case .ended = $0 { true } else { false } } }
}
