import NIOCore
import Synchronization

/// The end of a listener: no new connections, a goodbye on every old one. Begun once, whoever begins it.
package final class Drain: Sendable {
    private let server: any Channel
    private let group: any EventLoopGroup
    private let farewell: @Sendable () -> EventLoopFuture<Void>
    private let done: EventLoopPromise<Void>
    private let hasBegun = Atomic(false)

    /// - Parameters:
    ///   - group: Serves the connections that `server` accepts.
    ///   - farewell: Says goodbye on all of them; what it returns is fulfilled once they are closed.
    package init(
        of server: any Channel,
        on group: any EventLoopGroup,
        _ farewell: @escaping @Sendable () -> EventLoopFuture<Void>
    ) {
        self.server = server
        self.group = group
        self.farewell = farewell
        done = server.eventLoop.makePromise()
    }

    var isUnderWay: Bool { hasBegun.load(ordering: .relaxed) }

    /// - Returns: `false` when it had begun before.
    @discardableResult
    package func begin() -> Bool {
        guard !hasBegun.exchange(true, ordering: .relaxed) else { return false }
        // A connection that is accepted, but not set up yet, would be closed without a word. So none is accepted any
        // more, and those before are set up once every loop has come round.
        server.pipeline.fireUserInboundEventTriggered(ListenerStopsEvent())
        server.setOption(.autoRead, value: false).whenComplete { [server, group, farewell, done] _ in
            let rounds = group.makeIterator().map { $0.submit {} }
            EventLoopFuture.andAllComplete(rounds, on: server.eventLoop).whenComplete { _ in
                // Somebody else may have closed it already, which is as good.
                server.close().whenComplete { _ in farewell().cascade(to: done) }
            }
        }
        return true
    }

    /// Returns when every connection is closed.
    package func isDone() async {
        // It fails where the event loops are gone, and everything with them.
        _ = try? await done.futureResult.get()
    }
}
