import NIOCore
import StreamProtocol

/// A running relay as its operators see it: its streams and connections, and how to end them.
///
/// A status is gathered on the event loops when it is asked for. Nothing is kept for it.
public struct RelayControl: Sendable {
    let core: RelayCore

    init(_ core: RelayCore) {
        self.core = core
    }

    // MARK: The relay

    /// The relay's name.
    public var name: String { core.name }

    /// How long the relay has existed.
    public var age: TimeAmount { .now() - core.startedAt }

    /// Whether new clients should come: the relay listens, and does not drain. It still accepts them during
    /// ``RelayConfiguration/drainNotice``.
    public var isAccepting: Bool { core.drain.map { !$0.isUnderWay } ?? false }

    /// Whether the relay drains or has ended.
    public var isDraining: Bool { core.hasEnded || core.drain?.isUnderWay ?? false }

    /// Descriptors for the operator: the admin listener's connections, and files.
    package var reservedDescriptors: DescriptorReserve { core.descriptors.admin }

    /// Whether listeners must leave the free descriptors to others.
    package var areDescriptorsFew: Bool { core.descriptors.areFew }

    /// Whether a client at `peer` may connect without TLS.
    package func acceptsUnencrypted(from peer: SocketAddress?) -> Bool {
        core.configuration.acceptsUnencrypted(from: peer)
    }

    /// Ends the relay as a termination signal does: no new connections, and a goodbye on every existing one that says
    /// when to come back.
    ///
    /// - Returns: `false` if the relay does not listen yet, or drains already.
    @discardableResult
    public func drain() -> Bool { core.drain?.begin() ?? false }

    /// Whether every event loop runs a task within `timeout`.
    ///
    /// - Parameter eventLoop: Measures the time and answers; not one of the relay's.
    public func isResponsive(within timeout: TimeAmount, on eventLoop: any EventLoop) -> EventLoopFuture<Bool> {
        let eventLoops = core.loops?.eventLoops ?? []
        let answered = eventLoop.makePromise(of: Bool.self)
        let timer = eventLoop.scheduleTask(in: timeout) { answered.succeed(false) }
        EventLoopFuture.andAllComplete(eventLoops.map { $0.submit {} }, on: eventLoop).whenComplete { _ in
            timer.cancel()
            answered.succeed(true)
        }
        return answered.futureResult
    }

    /// What all connections together have moved.
    public func activity() async -> RelayActivity {
        await onEachLoop { $0.activity() }.reduce(into: RelayActivity()) { $0.add($1) }
    }

    // MARK: Streams

    /// The streams that are published or waited for, by name.
    public func streams() async -> [StreamStatus] {
        let receptions = await receptions()
        let now = NIODeadline.now()
        return core.registry.all().map { stream in
            var status = stream.status(at: now)
            status.reception = receptions[stream.name]
            return status
        }.sorted { $0.name.description < $1.name.description }
    }

    /// The names of all streams that are published or waited for, in order.
    package func streamNames() -> [StreamName] {
        core.registry.all().map(\.name).sorted { $0.description < $1.description }
    }

    /// Whether a stream of this name is published or waited for.
    package func has(_ name: StreamName) -> Bool { core.registry.stream(name) != nil }

    /// The names of all streams of this relay and of the others that it knows, in order.
    package func streamNamesEverywhere() -> [StreamName] {
        guard let publications = core.protocolHandlers.publications else { return streamNames() }
        let elsewhere = publications.streamsElsewhere().map(\.name)
        return Set(elsewhere + core.registry.all().map(\.name)).sorted { $0.description < $1.description }
    }

    /// Whether another relay has a stream of this name.
    package func isElsewhere(_ name: StreamName) -> Bool {
        core.protocolHandlers.publications?.relay(of: name) != nil
    }

    /// The status of a stream of this relay; otherwise, of one that another relay has, what is known of it here: that
    /// it is live, and where. `nil` if there is no such stream.
    package func statusEverywhere(of name: StreamName) -> StreamStatus? {
        let status = status(of: name)
        guard status?.state ?? .waiting == .waiting, let relay = core.protocolHandlers.publications?.relay(of: name)
        else { return status }
        return StreamStatus(
            name: name,
            epoch: 0,
            state: .live,
            publisher: nil,
            source: StreamStatus.Source(origin: relay, path: nil),
            tracks: [],
            viewers: status?.viewers ?? 0,
            framesReceived: 0,
            bytesReceived: 0,
            log: StreamStatus.Log(entries: 0, bytes: 0, duration: .zero),
            history: nil
        )
    }

    /// The status of this stream; `nil` if it is neither published nor waited for.
    package func status(of name: StreamName) -> StreamStatus? {
        core.registry.stream(name)?.status(at: .now())
    }

    /// The status of this stream; `nil` if it is neither published nor waited for.
    public func stream(_ name: StreamName) async -> StreamStatus? { status(of: name) }

    /// Ends the publisher and all viewers of a stream for good. Its name is free at once.
    ///
    /// - Returns: `false` if there is no such stream.
    public func close(stream name: StreamName) async -> Bool {
        guard let stream = core.registry.remove(name) else { return false }
        _ = await onEachLoop { loop in
            for connection in loop.connections.values where connection.session?.watches(stream) == true {
                connection.dismiss()
            }
        }
        stream.dismissPublisher()
        return true
    }

    // MARK: Connections

    /// All connections, in the order of their arrival.
    public func connections() async -> [ConnectionStatus] {
        await onEachLoop { loop in
            let now = NIODeadline.now()
            return loop.connections.values.map { $0.status(at: now) }
        }.flatMap(\.self).sorted { $0.id < $1.id }
    }

    /// Ends a connection for good. A stream that it publishes waits for another publisher, as it does whenever a
    /// publisher is lost.
    ///
    /// - Returns: `false` if there is no such connection.
    public func close(connection id: UInt64) async -> Bool {
        await onEachLoop { loop in
            guard let connection = loop.connections[id] else { return false }
            connection.dismiss()
            return true
        }.contains(true)
    }

    func onEachLoop<Result: Sendable>(
        _ ask: @escaping @Sendable (RelayLoop) -> Result
    ) async -> [Result] {
        await core.loops?.each(ask) ?? []
    }
}

/// What the connections of a relay, or of one of its event loops, have moved together.
public struct RelayActivity: Hashable, Sendable {
    /// All open connections.
    public var connections = 0
    /// Bytes of messages since the relay was started, without those of TLS and HTTP.
    public var bytesReceived = 0
    /// Bytes of messages since the relay was started, without those of TLS and HTTP.
    public var bytesSent = 0

    mutating func add(_ other: RelayActivity) {
        connections += other.connections
        bytesReceived += other.bytesReceived
        bytesSent += other.bytesSent
    }
}
