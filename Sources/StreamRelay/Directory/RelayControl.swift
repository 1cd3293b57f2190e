import NIOCore
import StreamProtocol

/// A running relay as its operators see it: who is there, and how to be rid of them.
///
/// Everything is gathered when it is asked for, on the event loops that it belongs to; nothing is kept for it.
public struct RelayControl: Sendable {
    private let core: RelayCore

    init(_ core: RelayCore) {
        self.core = core
    }

    // MARK: The relay

    /// What the relay calls itself.
    public var name: String { core.name }

    /// How long the relay has been there.
    public var age: TimeAmount { .now() - core.madeAt }

    /// Whether new connections are welcome: it listens, and has not been told to stop.
    public var isAccepting: Bool { core.life.drain.map { !$0.isUnderWay } ?? false }

    /// Whether it was told to stop.
    public var isDraining: Bool { core.life.hasEnded || core.life.drain?.isUnderWay ?? false }

    /// Descriptors that are reserved for those who run the relay: the admin listener's connections, and files.
    package var reservedDescriptors: DescriptorReserve { core.descriptors.admin }

    /// Whether whoever connects from `peer` may do without TLS.
    package func takesClear(from peer: SocketAddress?) -> Bool { core.configuration.takesClear(from: peer) }

    /// Ends the relay as a termination signal does: no new connections, and a goodbye on every old one that tells when
    /// to come back.
    ///
    /// - Returns: `false` where it does not listen yet, or has been told before.
    @discardableResult
    public func drain() -> Bool { core.life.drain?.begin() ?? false }

    /// Whether every event loop does what it is asked to, within `patience`.
    ///
    /// - Parameter eventLoop: Where the answer is given, and the time measured; not one of the relay's.
    public func isResponsive(within patience: TimeAmount, tellingOn eventLoop: any EventLoop) -> EventLoopFuture<Bool> {
        let eventLoops = core.life.loops?.eventLoops ?? []
        let answered = eventLoop.makePromise(of: Bool.self)
        let alarm = eventLoop.scheduleTask(in: patience) { answered.succeed(false) }
        EventLoopFuture.andAllComplete(eventLoops.map { $0.submit {} }, on: eventLoop).whenComplete { _ in
            alarm.cancel()
            answered.succeed(true)
        }
        return answered.futureResult
    }

    /// What all connections together have moved.
    public func activity() async -> RelayActivity {
        await eachLoop { $0.activity() }.reduce(into: RelayActivity()) { $0.add($1) }
    }

    // MARK: Streams

    /// The streams that are published or waited for, by name.
    public func streams() async -> [StreamStatus] {
        let now = NIODeadline.now()
        return core.registry.all().map { $0.status(at: now) }.sorted { $0.name.description < $1.name.description }
    }

    /// The names of all streams that are published or waited for, in order.
    package func streamNames() -> [StreamName] {
        core.registry.all().map(\.name).sorted { $0.description < $1.description }
    }

    /// Whether there is a stream of this name.
    package func has(_ name: StreamName) -> Bool { core.registry.stream(name) != nil }

    /// The stream of this name, if it is published or waited for.
    package func status(of name: StreamName) -> StreamStatus? {
        core.registry.stream(name)?.status(at: .now())
    }

    /// The stream of this name, if it is published or waited for.
    public func stream(_ name: StreamName) async -> StreamStatus? { status(of: name) }

    /// Sends the publisher and all viewers of a stream away for good. Its name is free at once.
    ///
    /// - Returns: `false` where there is no such stream.
    public func close(stream name: StreamName) async -> Bool {
        guard let stream = core.registry.forget(name) else { return false }
        _ = await eachLoop { loop in
            for connection in loop.connections.values where connection.session?.watches(stream) == true {
                connection.dismiss()
            }
        }
        stream.dismissPublisher()
        return true
    }

    // MARK: Connections

    /// All connections, in the order in which they came.
    public func connections() async -> [ConnectionStatus] {
        await eachLoop { loop in
            let now = NIODeadline.now()
            return loop.connections.values.map { $0.status(at: now) }
        }.flatMap(\.self).sorted { $0.id < $1.id }
    }

    /// Sends whoever has this connection away for good. A stream that it publishes waits for another publisher, as
    /// it does whenever one is lost.
    ///
    /// - Returns: `false` where there is no such connection.
    public func close(connection id: UInt64) async -> Bool {
        await eachLoop { loop in
            guard let connection = loop.connections[id] else { return false }
            connection.dismiss()
            return true
        }.contains(true)
    }

    private func eachLoop<Result: Sendable>(
        _ ask: @escaping @Sendable (RelayLoop) -> Result
    ) async -> [Result] {
        await core.life.loops?.each(ask) ?? []
    }
}
