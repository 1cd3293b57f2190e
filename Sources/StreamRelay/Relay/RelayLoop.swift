import NIOCore
import StreamProtocol

/// What the relay keeps on one event loop: the connections, and its shards of the streams that they watch.
///
/// One timer serves all of them. Belongs to its loop.
final class RelayLoop {
    /// How often sessions look at their clocks. A viewer count waits this long at the most, and a publisher that
    /// rests while nobody watches must start within a second.
    static let tickInterval = TimeAmount.milliseconds(250)

    let eventLoop: any EventLoop
    let core: RelayCore
    var traffic = Traffic()
    private(set) var connections: [UInt64: Connection] = [:]
    private var shards: [ObjectIdentifier: StreamShard] = [:]
    private var ticks: RepeatedTask?

    init(eventLoop: any EventLoop, core: RelayCore) {
        self.eventLoop = eventLoop
        self.core = core
    }

    func start() {
        let this = NIOLoopBound(self, eventLoop: eventLoop)
        ticks = eventLoop.scheduleRepeatedTask(initialDelay: Self.tickInterval, delay: Self.tickInterval) { _ in
            this.value.tick()
        }
    }

    func stop() {
        ticks?.cancel()
        ticks = nil
        traffic.report(to: core.metrics)
    }

    /// Counts a new connection in, and out again when it closes.
    ///
    /// - Returns: Whether it may stay.
    func open(_ channel: any Channel) -> (Connection, PeerTable.Verdict) {
        let (seat, verdict) = core.peers.open(from: channel.remoteAddress, at: .now())
        core.metrics.connections.enter()
        let connection = Connection(id: core.nextConnection(), channel: channel, seat: seat, loop: self)
        connections[connection.id] = connection
        channel.closeFuture.assumeIsolated().whenComplete { [self] _ in
            connections[connection.id] = nil
            connection.tenant = nil
            connection.session = nil
            core.peers.close(seat)
            core.metrics.connections.leave()
        }
        return (connection, verdict)
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
        for connection in connections.values { connection.tenant?.tick(at: now) }
        for shard in shards.values { shard.tidy(at: now) }
        traffic.report(to: core.metrics)
    }
}
