import CoreMetrics
import Logging
import NIOCore
import StreamProtocol
import Synchronization

/// What all sessions of a relay share.
final class RelayCore: Sendable {
    let admission: any Admission
    let doors: Doors
    let registry: StreamRegistry
    let peers: PeerTable
    let memory: MemoryBudget
    let metrics: RelayMetrics
    let descriptors = ListenerDescriptors()
    let life = RelayLife()
    let madeAt = NIODeadline.now()
    let logger: Logger
    /// What the relay calls itself in a welcome.
    let name: String
    private let current: Mutex<RelayConfiguration>
    private let lastConnection = Atomic<UInt64>(0)

    init(
        configuration: RelayConfiguration,
        admission: any Admission,
        doors: Doors = Doors(),
        name: String,
        metrics: RelayMetrics = RelayMetrics(NOOPMetricsHandler.instance),
        logger: Logger
    ) {
        current = Mutex(configuration)
        self.admission = admission
        self.doors = doors
        self.name = name
        self.metrics = metrics
        self.logger = logger
        peers = PeerTable(limits: configuration.limits, now: .now())
        memory = MemoryBudget(limit: configuration.limits.memory)
        registry = StreamRegistry(configuration, peers: peers, memory: memory)
    }

    /// What holds now; it may change while the relay runs.
    var configuration: RelayConfiguration { current.withLock { $0 } }

    /// From now on `configuration` holds. Nobody who is connected is thrown out.
    func apply(_ configuration: RelayConfiguration) {
        current.withLock { $0 = configuration }
        peers.apply(configuration.limits)
        memory.limit = configuration.limits.memory
        registry.apply(configuration)
    }

    /// One line tells of all who were turned away: one for each would be a flood of its own.
    func report(_ refusals: PeerTable.Refusals) {
        guard let most = refusals.most else { return }
        logger.warning(
            "turned away",
            metadata: ["connections": "\(refusals.count)", "most-from": "\(most)", "of-those": "\(refusals.ofMost)"]
        )
    }

    /// A number that no other connection has.
    func nextConnection() -> UInt64 { lastConnection.add(1, ordering: .relaxed).newValue }

    /// The least latency bound: a viewer who may not be behind at all would jump at every hiccup of its network.
    static let leastLatency = TimeAmount.milliseconds(200)

    /// The latency bound that holds for a viewer of `stream` who asks for `wish` milliseconds.
    func latencyBound(of stream: StreamName, wish: UInt32?) -> TimeAmount {
        let most = configuration.settings(for: stream).maximumLatency
        return wish.map { min(max(.milliseconds(Int64($0)), Self.leastLatency), most) } ?? most
    }

    /// Viewers who ask for about the same batch have the same one, so that their frames go out together.
    static let batchStep = TimeAmount.milliseconds(10)

    /// For how long frames are gathered for a viewer of `stream` who asks for `wish` milliseconds and may fall behind by
    /// `bound`: at most half of it, so that nobody jumps for having waited.
    func batch(of stream: StreamName, wish: UInt32?, bound: TimeAmount) -> TimeAmount {
        let batch = wish.map { .milliseconds(Int64($0)) } ?? configuration.settings(for: stream).batch
        let steps = min(batch, .nanoseconds(bound.nanoseconds / 2)).nanoseconds / Self.batchStep.nanoseconds
        return Self.batchStep * steps
    }
}
