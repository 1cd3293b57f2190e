import NIOCore
import NIOExtras
import Synchronization

/// The end of a listener: no new connections, a goodbye on every old one. Begun once, whoever begins it.
package final class Drain: Sendable {
    private let quiescing: ServerQuiescingHelper
    private let done: EventLoopPromise<Void>
    private let hasBegun = Atomic(false)

    package init(_ quiescing: ServerQuiescingHelper, on eventLoop: any EventLoop) {
        self.quiescing = quiescing
        done = eventLoop.makePromise()
    }

    var isUnderWay: Bool { hasBegun.load(ordering: .relaxed) }

    /// - Returns: `false` when it had begun before.
    @discardableResult
    package func begin() -> Bool {
        guard !hasBegun.exchange(true, ordering: .relaxed) else { return false }
        quiescing.initiateShutdown(promise: done)
        return true
    }

    /// Returns when every connection is closed.
    package func isDone() async {
        // It fails where there was nothing to shut down, which is as good.
        _ = try? await done.futureResult.get()
    }
}
