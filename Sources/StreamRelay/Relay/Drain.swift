import NIOCore
import NIOExtras
import Synchronization

/// The end of a listener: no new connections, a goodbye on every old one. Begun once, whoever begins it.
package final class Drain: Sendable {
    private let quiescing: ServerQuiescingHelper
    private let server: any Channel
    private let group: any EventLoopGroup
    private let done: EventLoopPromise<Void>
    private let hasBegun = Atomic(false)

    /// - Parameter group: Serves the connections that `server` accepts.
    package init(_ quiescing: ServerQuiescingHelper, of server: any Channel, on group: any EventLoopGroup) {
        self.quiescing = quiescing
        self.server = server
        self.group = group
        done = server.eventLoop.makePromise()
    }

    var isUnderWay: Bool { hasBegun.load(ordering: .relaxed) }

    /// - Returns: `false` when it had begun before.
    @discardableResult
    package func begin() -> Bool {
        guard !hasBegun.exchange(true, ordering: .relaxed) else { return false }
        // A connection that is accepted, but not set up yet, would be closed without a word. So none is accepted any
        // more, and those before are set up once every loop has come round.
        server.setOption(.autoRead, value: false).whenComplete { [server, group, quiescing, done] _ in
            let rounds = group.makeIterator().map { $0.submit {} }
            EventLoopFuture.andAllComplete(rounds, on: server.eventLoop).whenComplete { _ in
                quiescing.initiateShutdown(promise: done)
            }
        }
        return true
    }

    /// Returns when every connection is closed.
    package func isDone() async {
        // It fails where there was nothing to shut down, which is as good.
        _ = try? await done.futureResult.get()
    }
}
