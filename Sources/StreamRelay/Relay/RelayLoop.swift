import NIOCore
import NIOExtras
import StreamProtocol

/// What the relay keeps on one event loop: the connections, and its shards of the streams that they watch.
///
/// One timer serves all of them. Belongs to its loop.
final class RelayLoop {
    /// How often publishers and whoever is about to go look at their clocks. A viewer count waits this long at the
    /// most, and a publisher that rests while nobody watches must start within a second.
    static let tickInterval = TimeAmount.milliseconds(250)

    /// All others do so at every fourth tick: they are many, and looking at each costs as much as sending a few bytes.
    static let ticksPerRound: UInt64 = 4

    /// How often the lag of every viewer is looked at; a little less than a second, so that every fourth tick does.
    static let lookInterval = TimeAmount.milliseconds(900)

    let eventLoop: any EventLoop
    let core: RelayCore
    /// Writes to the viewers in the lanes; `nil` where there are to be no lanes.
    let writer: (any FanOutWriter)?
    let turns: CatchUpTurns
    var traffic = Traffic()
    private(set) var connections: [UInt64: Connection] = [:]
    /// Those among them that may stay only to publish and have not said yet whether they do.
    private var candidates = PublisherCandidates()
    /// Those among them that are told of every tick.
    private var pressing: [UInt64: Connection] = [:]
    private var tickCount: UInt64 = 0
    private var shards: [ObjectIdentifier: StreamShard] = [:]
    private var ticks: RepeatedTask?
    /// Once everybody is told to go: that all have gone.
    private var emptied: EventLoopPromise<Void>?
    /// What was reported.
    private var moved = RelayActivity()
    private var punctuality = Punctuality()
    private var nextLook = NIODeadline.now()

    init(eventLoop: any EventLoop, core: RelayCore, writer: (any FanOutWriter)? = PlainSender()) {
        self.eventLoop = eventLoop
        self.core = core
        self.writer = writer
        turns = CatchUpTurns(on: eventLoop)
    }

    func start() {
        let this = NIOLoopBound(self, eventLoop: eventLoop)
        punctuality.expect(at: .now() + Self.tickInterval)
        ticks = eventLoop.scheduleRepeatedTask(initialDelay: Self.tickInterval, delay: Self.tickInterval) { _ in
            this.value.tick()
        }
    }

    func stop() {
        ticks?.cancel()
        ticks = nil
        report()
    }

    /// Tells the metrics backend what was moved since it was last told.
    private func report() {
        moved.bytesReceived += traffic.received.bytes
        moved.bytesSent += traffic.sentBytes
        traffic.report(to: core.metrics)
    }

    /// What was moved until now.
    func activity() -> RelayActivity {
        report()
        var activity = moved
        activity.connections = connections.count
        return activity
    }

    /// Counts a new connection in, and out again when it closes. One of a trusted proxy is counted by
    /// ``Connection/identify(by:)``, once it is known where its client is.
    ///
    /// - Returns: Whether it may stay; `nil` where its proxy must say first where it comes from.
    func open(_ channel: any Channel) -> (Connection, PeerTable.Verdict?) {
        let isProxy = core.configuration.isProxy(channel.remoteAddress)
        let (seat, verdict): (PeerTable.Seat, PeerTable.Verdict?) =
            isProxy ? (.none, nil) : core.peers.open(from: channel.remoteAddress, at: .now())
        core.metrics.connectionOpened()
        let connection = Connection(id: core.nextConnection(), channel: channel, seat: seat, loop: self)
        let isShort = core.memory.pressure >= .refusing
        connection.take(MemoryBudget.perConnection)
        connections[connection.id] = connection
        // A closure of the connection alone takes no memory of its own.
        channel.closeFuture.assumeIsolated().whenComplete { [connection] _ in connection.loop.closed(connection) }
        if isShort, verdict == .stays { return (connection, .refused(.outOfMemory)) }
        return (connection, verdict)
    }

    /// Remembers a connection that may stay only to publish, and ends another one where there are too many.
    func addCandidate(_ connection: Connection) {
        guard let evicted = candidates.add(connection.id, from: connection.seat.address) else { return }
        connections[evicted]?.evict()
    }

    /// A connection has said what it wants.
    func removeCandidate(_ connection: Connection) {
        candidates.remove(connection.id)
    }

    private func closed(_ connection: Connection) {
        connections[connection.id] = nil
        candidates.remove(connection.id)
        pressing[connection.id] = nil
        connection.tenant = nil
        connection.session = nil
        connection.giveBack()
        core.peers.close(connection.seat)
        core.metrics.connectionClosed()
        core.descriptors.closed()
        if connections.isEmpty { emptied?.succeed() }
    }

    /// Whether everybody has been told that the relay goes down.
    var isDraining: Bool { emptied != nil }

    /// Says goodbye on every connection.
    ///
    /// - Returns: What is fulfilled once all of them are closed.
    func drain() -> EventLoopFuture<Void> {
        let emptied = emptied ?? eventLoop.makePromise()
        self.emptied = emptied
        for connection in connections.values {
            connection.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
        if connections.isEmpty { emptied.succeed() }
        return emptied.futureResult
    }

    /// From now on a connection is told of every tick.
    func press(_ connection: Connection) {
        guard connections[connection.id] != nil else { return }
        pressing[connection.id] = connection
    }

    /// This loop's shard of a stream, made when the first viewer comes.
    func shard(of stream: Stream) -> StreamShard {
        let shard = stream.shard(on: self)
        shards[ObjectIdentifier(shard)] = shard
        return shard
    }

    func forget(_ shard: StreamShard) {
        shards[ObjectIdentifier(shard)] = nil
    }

    private func tick() {
        let now = NIODeadline.now()
        if let delay = punctuality.arrived(at: now) { core.metrics.loopWasLate(by: delay) }
        for connection in pressing.values { connection.tenant?.tick(at: now) }
        tickCount += 1
        for (id, connection) in connections where (id ^ tickCount) % Self.ticksPerRound == 0 && pressing[id] == nil {
            connection.tenant?.tick(at: now)
        }
        for shard in shards.values { shard.tidy(at: now) }
        relieveMemory(at: now)
        look(at: now)
        report()
        // The next tick is due this long after the end of this one.
        punctuality.expect(at: .now() + Self.tickInterval)
    }

    /// Looks at how far behind each viewer is, once a second.
    private func look(at now: NIODeadline) {
        guard now >= nextLook else { return }
        nextLook = now + Self.lookInterval
        for shard in shards.values {
            shard.forEachLag(at: now) { core.metrics.sawLag($0, of: $1) }
        }
    }
}
