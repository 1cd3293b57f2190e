import NIOCore
import NIOExtras
import StreamProtocol

/// The relay's state on one event loop: the connections, and its shards of the streams that they watch.
///
/// One timer serves all of them. Belongs to its loop.
final class RelayLoop {
    /// How often connections that close, publishers that wait and lists check what is due.
    static let tickInterval = TimeAmount.milliseconds(250)

    /// Other connections check their timeouts at every fourth tick: they are many, and each check costs as much as
    /// sending a few bytes.
    static let ticksPerRound: UInt64 = 4

    /// The time between ticks that check every connection, while the loop needs no others: each tick wakes it up, which
    /// costs as much as a frame.
    static let restingInterval = TimeAmount.seconds(1)

    /// How many connections may be checked in one tick: so few take less time than a frame that goes to all of them.
    static let mostPerTick = 256

    /// How often the lag of every viewer is sampled, and the upkeep of the whole relay is done; a little less than a
    /// second, so that every fourth tick does it.
    static let secondInterval = TimeAmount.milliseconds(900)

    let eventLoop: any EventLoop
    let core: RelayCore
    /// Writes to the viewers in the lanes; `nil` if there are no lanes.
    let writer: (any FanOutWriter)?
    let encryptedSender = EncryptedSender()
    let turns: CatchUpTurns
    /// What a lane sends next. All shards use the same memory, one after the other.
    var messages = CoalescedMessages()
    var traffic = Traffic()
    private(set) var connections: [UInt64: Connection] = [:]
    /// The connections that may stay only to publish and have not sent their hello.
    private var candidates = PublisherCandidates()
    /// The connections that need a tick every ``tickInterval``.
    private var fastTicking: [UInt64: Connection] = [:]
    private var tickCount: UInt64 = 0
    /// Whether the next tick is due after ``restingInterval``.
    private var isResting = false
    private var shards: [ObjectIdentifier: StreamShard] = [:]
    private var scheduledTick: NIOScheduledCallback?
    /// Fulfilled when all connections have closed; `nil` until the relay drains.
    private var allClosed: EventLoopPromise<Void>?
    /// The activity that was reported.
    private var reported = RelayActivity()
    /// When the next tick is due.
    private var nextTick = NIODeadline.distantFuture
    private var nextSecond = NIODeadline.now()

    init(eventLoop: any EventLoop, core: RelayCore, writer: (any FanOutWriter)? = PlainSender()) {
        self.eventLoop = eventLoop
        self.core = core
        self.writer = writer
        turns = CatchUpTurns(on: eventLoop)
    }

    func start() {
        scheduleTick()
    }

    func stop() {
        scheduledTick?.cancel()
        scheduledTick = nil
        report()
    }

    /// A callback, because NIO's repeated tasks make a promise and a task for each time.
    private func scheduleTick() {
        let interval = isResting ? Self.restingInterval : Self.tickInterval
        nextTick = eventLoop.now + interval
        let handler = TickHandler(loop: NIOLoopBound(self, eventLoop: eventLoop))
        // An event loop that shuts down needs no ticks.
        scheduledTick = try? eventLoop.scheduleCallback(in: interval, handler: handler)
    }

    private struct TickHandler: NIOScheduledCallbackHandler, Sendable {
        let loop: NIOLoopBound<RelayLoop>

        func handleScheduledCallback(eventLoop: some EventLoop) {
            guard loop.value.scheduledTick != nil else { return }
            loop.value.tick()
            loop.value.scheduleTick()
        }
    }

    /// Reports the traffic since the last report to the metrics backend.
    private func report() {
        reported.bytesReceived += traffic.received.bytes
        reported.bytesSent += traffic.sentBytes
        traffic.report(to: core.metrics)
    }

    /// The activity until now.
    func activity() -> RelayActivity {
        report()
        var activity = reported
        activity.connections = connections.count
        return activity
    }

    /// Counts a new connection, and releases it when it closes. A trusted proxy's connection is counted by
    /// ``Connection/identify(by:)``, once the client's address is known. A connection that was reset already counts for
    /// no address.
    ///
    /// - Returns: Whether it may stay; `nil` if its proxy must send the client's address first.
    func open(_ channel: any Channel) -> (Connection, PeerTable.Decision?) {
        let isUncounted = core.configuration.isProxy(channel.remoteAddress) || channel.wasResetBeforeAccept
        let (registration, decision): (PeerTable.Registration, PeerTable.Decision?) =
            isUncounted ? (.none, nil) : core.peers.open(from: channel.remoteAddress, at: .now())
        core.metrics.connectionOpened()
        let connection = Connection(id: core.nextConnection(), channel: channel, registration: registration, loop: self)
        let isShort = core.memory.pressure >= .refusing
        connection.countMemory(MemoryBudget.perConnection)
        connections[connection.id] = connection
        // A closure that captures only the connection needs no allocation.
        channel.closeFuture.assumeIsolated().whenComplete { [connection] _ in connection.loop.closed(connection) }
        if isShort, decision == .accepted { return (connection, .refused(.outOfMemory)) }
        return (connection, decision)
    }

    /// Adds a connection that may stay only to publish, and ends another one if there are too many.
    func addCandidate(_ connection: Connection) {
        guard let evicted = candidates.add(connection.id, from: connection.registration.address) else { return }
        connections[evicted]?.evict()
    }

    /// A connection has sent its hello, or has begun with TLS or HTTP.
    func removeCandidate(_ connection: Connection) {
        candidates.remove(connection.id)
    }

    private func closed(_ connection: Connection) {
        connections[connection.id] = nil
        candidates.remove(connection.id)
        fastTicking[connection.id] = nil
        connection.connectionHandler = nil
        connection.session = nil
        connection.releaseMemory()
        core.peers.close(connection.registration)
        core.metrics.connectionClosed()
        core.descriptors.closed()
        if connections.isEmpty { allClosed?.succeed() }
    }

    /// Whether other relays take the streams over while this one drains.
    private var isHandingOver = false
    /// Milliseconds after which the viewers of a stream come back then.
    private var returns: [StreamName: ClosedRange<UInt32>] = [:]

    /// Whether the relay drains.
    var isDraining: Bool { allClosed != nil }

    /// Says goodbye on every connection.
    ///
    /// - Parameter handover: When other relays begin to take the streams over, one after the other; see ``Handover``. `nil`
    ///   to say it to all now.
    /// - Returns: A future that is fulfilled when all of them are closed.
    func drain(handover: NIODeadline? = nil) -> EventLoopFuture<Void> {
        let allClosed = allClosed ?? eventLoop.makePromise()
        self.allClosed = allClosed
        isHandingOver = handover != nil
        if let handover {
            for step in 0..<Handover.steps {
                let isLast = step == Handover.steps - 1
                eventLoop.assumeIsolated().scheduleTask(deadline: handover + Handover.interval * step) { [self] in
                    sayGoodbye { isLast || $0.session?.streamName.map(Handover.step) == step }
                }
            }
        } else {
            sayGoodbye { _ in true }
        }
        if connections.isEmpty { allClosed.succeed() }
        return allClosed.futureResult
    }

    /// Publishers come first. The viewers of a stream are counted before one of them leaves.
    private func sayGoodbye(where isDue: (Connection) -> Bool) {
        let due = connections.values.filter { !$0.isLeaving && isDue($0) }
        if isHandingOver {
            for stream in due.compactMap({ $0.session?.viewer?.stream }) where returns[stream.name] == nil {
                returns[stream.name] = Handover.returns(ofViewers: stream.ownViewerCount)
            }
        }
        for publishes in [true, false] {
            for connection in due where (connection.session?.publisher != nil) == publishes && !connection.isLeaving {
                connection.isLeaving = true
                connection.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            }
        }
    }

    /// The goodbye of a session that leaves because the relay drains. Relays come back as soon as publishers do: viewers
    /// wait behind them.
    func goodbye(to session: SessionHandler) -> Ending {
        if session.publisher != nil { return Ending(ProtocolError.drainingPublisher) }
        guard isHandingOver, let viewer = session.viewer else { return Ending(ProtocolError.draining) }
        guard !viewer.isRelay, let range = returns[viewer.stream.name] else {
            return Ending(ProtocolError.drainingPublisher)
        }
        return Ending(ProtocolError.draining(returningAfter: range))
    }

    /// Gives a connection a tick every ``tickInterval`` from now on.
    func enableFastTicks(_ connection: Connection) {
        guard connections[connection.id] != nil else { return }
        fastTicking[connection.id] = connection
        // A tick that is due cannot be cancelled any more, and one that is due soon need not be.
        guard isResting, let scheduledTick, nextTick > eventLoop.now + Self.tickInterval else { return }
        scheduledTick.cancel()
        isResting = false
        scheduleTick()
    }

    /// Gives a connection a tick once a second again.
    func disableFastTicks(_ connection: Connection) {
        fastTicking[connection.id] = nil
    }

    /// Whether one tick a second is enough. Little memory may be in use: frames can take much more until the next tick.
    private var mayRest: Bool {
        fastTicking.isEmpty && connections.count <= Self.mostPerTick && core.memory.isMostlyFree
    }

    /// This loop's shard of a stream, made for its first viewer.
    func shard(of stream: Stream, wrapping: (any FrameWrapping)? = nil) -> StreamShard {
        let shard = stream.shard(on: self, wrapping: wrapping)
        shards[ObjectIdentifier(shard)] = shard
        return shard
    }

    func remove(_ shard: StreamShard) {
        shards[ObjectIdentifier(shard)] = nil
    }

    private func tick() {
        let now = NIODeadline.now()
        core.metrics.recordLoopDelay(max(.zero, eventLoop.now - nextTick))
        // A tick before or after a rest is one for all connections.
        let isForAll = isResting || mayRest
        isResting = false
        for connection in fastTicking.values { connection.connectionHandler?.tick(at: now) }
        tickCount += 1
        for (id, connection) in connections
        where (isForAll || (id ^ tickCount) % Self.ticksPerRound == 0) && fastTicking[id] == nil {
            connection.connectionHandler?.tick(at: now)
        }
        connections.shrink()
        evictForMemory(at: now)
        checkShards(at: now)
        report()
        core.upkeep(at: now)
        isResting = isForAll && mayRest
    }

    /// Drops old entries, and samples the lag of each viewer, once a second.
    private func checkShards(at now: NIODeadline) {
        guard now >= nextSecond else { return }
        nextSecond = now + Self.secondInterval
        for shard in shards.values {
            shard.expire(at: now)
            shard.forEachLag(at: now) { core.metrics.recordLag($0, of: $1) }
        }
    }
}

extension Channel {
    /// Whether the client reset the connection before the relay accepted it. The system no longer knows the client's
    /// address then, but still delivers the bytes that it sent.
    var wasResetBeforeAccept: Bool { remoteAddress == nil && localAddress?.ipBits != nil }
}
