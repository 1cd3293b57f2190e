import NIOCore
import Platform
import ServiceLifecycle

/// Shuts a listener down, once: gives notice to load balancers, then accepts no new connections, and sends a goodbye on
/// every existing one.
package final class Drain: Sendable {
    private let server: any Channel
    private let group: any EventLoopGroup
    private let notice: @Sendable () -> TimeAmount
    private let closeConnections: @Sendable (_ handsOver: Bool) -> EventLoopFuture<Void>
    private let done: EventLoopPromise<Void>
    private let hasBegun = Atomic(false)

    /// - Parameters:
    ///   - group: Serves the connections that `server` accepts.
    ///   - notice: How long the listener serves on after the drain has begun.
    ///   - closeConnections: Sends the goodbyes. Its argument is whether there was a notice, so that others have taken over.
    ///     Its future is fulfilled when all connections are closed.
    package init(
        of server: any Channel,
        on group: any EventLoopGroup,
        notice: @escaping @Sendable () -> TimeAmount = { .zero },
        _ closeConnections: @escaping @Sendable (_ handsOver: Bool) -> EventLoopFuture<Void>
    ) {
        self.server = server
        self.group = group
        self.notice = notice
        self.closeConnections = closeConnections
        done = server.eventLoop.makePromise()
    }

    /// Whether the drain has begun, its notice included.
    var isUnderWay: Bool { hasBegun.load(ordering: .relaxed) }

    /// - Returns: `false` if it had begun already.
    @discardableResult
    package func begin() -> Bool {
        guard !hasBegun.exchange(true, ordering: .relaxed) else { return false }
        let notice = notice()
        if notice > .zero {
            server.eventLoop.scheduleTask(in: notice) { self.stopAccepting(handsOver: true) }
        } else {
            stopAccepting(handsOver: false)
        }
        return true
    }

    private func stopAccepting(handsOver: Bool) {
        // An accepted connection that is not set up yet would be closed without a message. So the listener stops
        // accepting first, and closes once every event loop has set up its connections.
        server.pipeline.fireUserInboundEventTriggered(ListenerStopsEvent())
        server.setOption(.autoRead, value: false).whenComplete { [server, group, closeConnections, done] _ in
            let rounds = group.makeIterator().map { $0.submit {} }
            EventLoopFuture.andAllComplete(rounds, on: server.eventLoop).whenComplete { _ in
                // A failure means that the listener is closed already.
                server.close().whenComplete { _ in closeConnections(handsOver).cascade(to: done) }
            }
        }
    }

    /// Waits until the listener closes, and then until every connection is closed. Begins when the task is cancelled or
    /// shut down gracefully.
    ///
    /// - Returns: `false` if the listener closed although nothing had begun the drain.
    package func run() async -> Bool {
        await withTaskCancellationOrGracefulShutdownHandler {
            _ = try? await server.closeFuture.get()
        } onCancelOrGracefulShutdown: {
            self.begin()
        }
        let wasRequested = !begin()
        // The future fails if the event loops are shut down, and all connections with them.
        _ = try? await done.futureResult.get()
        return wasRequested
    }
}
