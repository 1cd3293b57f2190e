import NIOCore
import Platform

/// Decides what a listener does when the system has no descriptors for new connections. Called on the listener's event
/// loop.
package protocol ExhaustionPolicy {
    /// A connection could not be accepted, or was one of the last. Frees a descriptor, if it can.
    ///
    /// - Returns: Whether to go on at once, without a pause.
    func makeRoom() -> Bool

    /// The listener pauses until `resume` is called, on any thread, or ``hasRoom()`` says that it need not.
    func paused(_ resume: @escaping @Sendable () -> Void)

    /// Whether there are descriptors for new connections.
    func hasRoom() -> Bool

    /// Refuses connections that wait to be accepted. Called when the listener pauses, and ten times a second until it
    /// resumes.
    ///
    /// - Parameter listener: The listening socket.
    /// - Returns: How many were refused.
    func refuseWaiting(at listener: CInt) -> Int

    /// Logs and counts failures and refusals. Called at most once a second.
    func report(failures: Int, refused: Int)
}

/// Connects a listening channel to an ``AcceptPause``. It pauses while few descriptors are free (``FreeDescriptors``).
/// Without a pause, it would try to accept all the time while the process has none.
///
/// NIO keeps a listening socket registered after `accept` has failed with `EMFILE`, and epoll reports the same waiting
/// connection at once again: that is a loop that takes a whole core.
package final class AcceptErrorHandler: ChannelInboundHandler {
    package typealias InboundIn = any Channel

    /// How often a paused listener refuses waiting connections, and checks whether it may resume.
    static let tickInterval = TimeAmount.milliseconds(100)

    private let policy: any ExhaustionPolicy
    private var pause = AcceptPause()
    private var context: ChannelHandlerContext?
    private var ticks: Scheduled<Void>?
    private let areDescriptorsFew: () -> Bool

    /// - Parameter areDescriptorsFew: Asked at each connection.
    package init(_ policy: any ExhaustionPolicy, areDescriptorsFew: @escaping () -> Bool) {
        self.policy = policy
        self.areDescriptorsFew = areDescriptorsFew
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        ticks?.cancel()
        self.context = nil
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ListenerStopsEvent { pause.stop() }
        context.fireUserInboundEventTriggered(event)
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Before the connection is known to the policy, which may close one of those that it knows.
        let mustPause = areDescriptorsFew() && !policy.makeRoom()
        context.fireChannelRead(data)
        if mustPause, pause.ranShort(at: context.eventLoop.now) { stopAccepting(context) }
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let code = (error as? IOError)?.errnoCode, AcceptPause.isExhaustion(code) else {
            return context.fireErrorCaught(error)
        }
        guard !policy.makeRoom() else { return }
        let now = context.eventLoop.now
        if pause.acceptFailed(at: now) { return stopAccepting(context) }
        log(at: now)
        scheduleTick()
    }

    private func stopAccepting(_ context: ChannelHandlerContext) {
        context.channel.setOption(.autoRead, value: false).whenFailure { _ in }
        let this = NIOLoopBound(self, eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        policy.paused { eventLoop.execute { this.value.resume() } }
        refuseWaiting()
        log(at: eventLoop.now)
        scheduleTick()
    }

    private func tick() {
        ticks = nil
        guard let context else { return }
        let now = context.eventLoop.now
        if pause.isPaused {
            refuseWaiting()
            if pause.isRetryDue(at: now), policy.hasRoom() { resume() }
        }
        log(at: now)
        scheduleTick()
    }

    private func scheduleTick() {
        guard ticks == nil, pause.needsTicks, let context else { return }
        ticks = context.eventLoop.assumeIsolated().scheduleTask(in: Self.tickInterval) { [self] in tick() }
    }

    private func resume() {
        guard let context, pause.resume() else { return }
        context.channel.setOption(.autoRead, value: true).whenFailure { _ in }
    }

    private func refuseWaiting() {
        let listener = try? context?.channel.pipeline.syncOperations
            .withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { $0 }
        guard let listener else { return }
        pause.refused(policy.refuseWaiting(at: listener))
    }

    private func log(at now: NIODeadline) {
        guard let logRecord = pause.logRecord(at: now) else { return }
        policy.report(failures: logRecord.failures, refused: logRecord.refused)
    }
}

/// A listener is about to close, and accepts no more connections.
struct ListenerStopsEvent: Sendable {}
