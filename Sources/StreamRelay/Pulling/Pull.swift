import Logging
import NIOCore
import Platform
import StreamProtocol

/// One stream that this relay takes from another relay, from the first client that asks for it until some time after the
/// last. May be used from any thread.
///
/// The task of an ``UpstreamProvider`` gives it what comes, and it keeps the stream as a publisher does.
public final class Pull: Sendable {
    /// A client whose hello waits. The promise is fulfilled when its hello can be answered.
    struct Waiter: Hashable {
        let promise: EventLoopPromise<Void>

        static func == (a: Waiter, b: Waiter) -> Bool { a.promise.futureResult === b.promise.futureResult }

        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(promise.futureResult)) }
    }

    private struct State {
        var machine: PullStateMachine<Waiter>
        /// Where the stream comes from, as operators know it.
        var origin: String
        /// `nil` before the first welcome.
        var stream: (Stream, Stream.Grant)?
        /// Sends a message upstream, after those before it; `nil` without a connection.
        var send: (@Sendable (ProtocolMessage) -> Void)?
        var reportedViewers: Int?
        /// What came since the last report to the metrics.
        var received = Traffic.Flow()
        /// Frames that came since the beginning.
        var frames = 0
        var task: Task<Void, Never>?

        /// Whether an attempt to connect is under way.
        var isAttempting = false

        var mustConnect: Bool { send == nil && !machine.isOver }
    }

    /// The name of the stream.
    public let name: StreamName
    /// Where the stream counts as one that is waited for, until the pull is forgotten.
    private let registration: PeerTable.Registration
    private let core: RelayCore
    private let state: Mutex<State>
    private let reception: Mutex<ReceptionMemory>

    init(_ name: StreamName, from origin: String, for registration: PeerTable.Registration, in core: RelayCore) {
        self.name = name
        self.registration = registration
        self.core = core
        let machine = PullStateMachine<Waiter>(of: core.id, welcomeTime: core.configuration.limits.upstreamWelcome)
        state = Mutex(State(machine: machine, origin: origin))
        reception = Mutex(ReceptionMemory(core.memory))
        core.memory.addPublishers(1)
        core.descriptors.addUnconnectedPulls(1)
    }

    /// Begins to connect. To be called once.
    func start(_ provider: any UpstreamProvider) {
        core.logger.info("pulling", metadata: ["stream": "\(name)", "origin": "\(state.withLock(\.origin))"])
        let task = Task { self.end(await provider.run(self)) }
        let isOver = state.withLock { state in
            if !state.machine.isOver { state.task = task }
            return state.machine.isOver
        }
        if isOver { task.cancel() }
    }

    /// The task that connects; `nil` before it and after the end.
    var task: Task<Void, Never>? { state.withLock { $0.task } }

    // MARK: Clients

    func join(
        _ waiter: Waiter,
        isRelay: Bool,
        path: RelayPath?,
        at now: NIODeadline
    ) -> PullStateMachine<Waiter>.Joining {
        state.withLock { $0.machine.join(waiter, isRelay: isRelay, path: path, at: now) }
    }

    /// The connection of a client that waits has closed.
    func leave(_ waiter: Waiter) {
        state.withLock { $0.machine.leave(waiter) }
        waiter.promise.succeed()
    }

    /// Time has passed: refuses clients that have waited too long, tells the relay upstream how many viewers there are,
    /// and ends a stream without viewers.
    ///
    /// - Returns: Whether the pull must be remembered.
    func tick(at now: NIODeadline) -> Bool {
        let (expired, isIdle, isRemembered, received) = state.withLock { state in
            defer { state.received = Traffic.Flow() }
            let hasViewers = state.stream?.0.hasViewers ?? false
            let (expired, isIdle) = state.machine.tick(hasViewers: hasViewers, at: now)
            return (expired, isIdle, state.machine.isRemembered(at: now), state.received)
        }
        core.metrics.received(received)
        for waiting in expired { waiting.waiter.promise.fail(ProtocolError.upstreamSilent) }
        if isIdle { end(.stopped) } else { sendViewerCount() }
        return isRemembered
    }

    /// Takes the stream no longer.
    func end(_ end: PullEnd) {
        let now = NIODeadline.now()
        let (waiting, stream, task) = withConnection { state in
            defer { (state.stream, state.send, state.task, state.isAttempting) = (nil, nil, nil, false) }
            return (state.machine.end(end, at: now), state.stream, state.task)
        }
        guard let waiting else { return }
        task?.cancel()
        core.memory.addPublishers(-1)
        let origin = state.withLock(\.origin)
        if let problem = end.problem {
            core.metrics.upstreamFailed()
            core.logger.error(
                "pull failed",
                metadata: ["stream": "\(name)", "origin": "\(origin)", "reason": "\(problem)"]
            )
        } else {
            let reason = end.explanation.map { ["reason": "\($0)"] as Logger.Metadata } ?? [:]
            core.logger.info(
                "pull ended",
                metadata: ["stream": "\(name)", "origin": "\(origin)"].merging(reason) { first, _ in first }
            )
        }
        if let (stream, grant) = stream {
            _ = core.registry.endPulling(stream, grant, isEnd: end == .endOfStream, at: now)
            if let ending = end.ending { core.endViewers(of: stream, with: ending) }
        }
        for client in waiting {
            // A publisher may have come, so that the stream is here after all.
            if end == .stopped || end == .withdrawn {
                client.waiter.promise.succeed()
            } else {
                client.waiter.promise.fail(end.refusal(ofRelay: client.isRelay))
            }
        }
    }

    /// No client is refused because of the end any more. To be called once, after it.
    func forget() { core.peers.endWaiting(registration) }

    /// Tells the relay upstream how many viewers there are, if the number has changed. The numbers go within the lock,
    /// because the last one must be the newest.
    private func sendViewerCount() {
        state.withLock { state in
            guard let viewers = state.stream?.0.viewerCount, viewers != state.reportedViewers, let send = state.send
            else { return }
            state.reportedViewers = viewers
            send(.viewerCount(ViewerCount(viewers: UInt32(clamping: viewers))))
        }
    }

    // MARK: Upstream

    /// Changes whether there is a connection, or an attempt to make one. One that must be made will need descriptors.
    private func withConnection<Result, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> Result {
        try state.withLock { state throws(Failure) in
            let (mustConnect, isAttempting) = (state.mustConnect, state.isAttempting)
            defer {
                if state.mustConnect != mustConnect { core.descriptors.addUnconnectedPulls(mustConnect ? -1 : 1) }
                if isAttempting, !state.isAttempting { core.descriptors.endAttempt() }
            }
            return try body(&state)
        }
    }

    /// Bytes of payload that this relay takes in a frame.
    package var frameLimit: Int { core.configuration.limits.frameLength }

    /// The event loop for connections upstream, one of the relay's; `nil` when the relay has ended.
    package var eventLoop: (any EventLoop)? { core.loops?.eventLoops.randomElement() }

    /// The stream comes from another relay with the next welcome. It goes on if that has the same one.
    package func changeOrigin(to origin: String) {
        let (hasChanged, stream) = state.withLock { state in
            defer { state.origin = origin }
            return (state.origin != origin, state.stream?.0)
        }
        guard hasChanged else { return }
        core.logger.notice("pull moved", metadata: ["stream": "\(name)", "origin": "\(origin)"])
        stream?.changeOrigin(to: origin)
    }

    /// Reserves the memory that a buffer needs for bytes from upstream; see ``ReceptionMemory/grow(by:after:at:)``.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/overloaded``.
    package func reserve(_ count: Int, after end: Int) throws(ProtocolError) {
        try reception.withLock { reception throws(ProtocolError) in
            try reception.grow(by: count, after: end, at: .now())
        }
    }

    /// Counts the memory that this buffer has.
    package func settle(_ capacity: Int) { reception.withLock { $0.settle(capacity) } }

    /// The path of the next hello upstream.
    package func path() -> RelayPath {
        var generator = SystemRandomNumberGenerator()
        return state.withLock { $0.machine.path(using: &generator) }
    }

    /// The relay upstream has refused the path of the last hello.
    ///
    /// - Returns: Whether another hello may help, because that path was another relay's.
    package func pathRefused() -> Bool {
        guard let refused = state.withLock({ $0.machine.pathRefused() }) else { return false }
        for client in refused { client.waiter.promise.fail(ProtocolError.upstreamLoop) }
        return true
    }

    /// The relay upstream has welcomed this relay.
    ///
    /// - Parameter send: Sends a message on this connection, in the order of its calls and without waiting, and does
    ///   nothing once it has closed.
    /// - Throws: ``ProtocolError`` if this relay cannot take the stream from there. Trying again does not help.
    package func welcomed(
        _ welcome: Welcome,
        send: @escaping @Sendable (ProtocolMessage) -> Void
    ) throws(ProtocolError) {
        let frameLimit = frameLimit
        let welcoming = try withConnection { state throws(ProtocolError) in
            state.send = send
            state.isAttempting = false
            state.reportedViewers = nil
            return try state.machine.welcomed(welcome, frameLimit: frameLimit)
        }
        switch welcoming {
        case .begin(let replacesEarlier): begin(welcome, replacesEarlier: replacesEarlier)
        case .resume(let pathHasChanged):
            guard let (stream, grant) = state.withLock({ $0.stream }) else { break }
            stream.reconnected(welcome.state, by: grant)
            guard pathHasChanged else { break }
            stream.changePath(welcome.path)
            core.endViewers(of: stream, onlyRelays: true, with: .moved)
        }
        core.metrics.upstreamConnected()
        sendViewerCount()
    }

    private func begin(_ welcome: Welcome, replacesEarlier: Bool) {
        let now = NIODeadline.now()
        let stream = Stream(
            pulling: name,
            welcome,
            from: state.withLock(\.origin),
            settings: core.configuration.settings(for: name),
            memory: core.memory
        )
        let grant = stream.beginPulling(self)
        let (earlier, isOver) = state.withLock { state in
            let earlier = state.stream
            state.stream = state.machine.isOver ? nil : (stream, grant)
            return (earlier, state.machine.isOver)
        }
        let isAdded = !isOver && core.registry.addPulled(stream, replacing: earlier?.0)
        if let (earlier, grant) = earlier {
            _ = core.registry.endPulling(earlier, grant, isEnd: false, at: now)
            core.endViewers(of: earlier, with: .moved)
        }
        // A publisher may have come in the meantime, or the end of this pull.
        guard isAdded else { return end(.stopped) }
        for client in state.withLock({ $0.machine.list() }) { client.waiter.promise.succeed() }
    }

    /// A message of the stream arrived. Clock offsets are relative to this relay's clock.
    ///
    /// - Throws: ``ProtocolError`` for a message that a relay must not send to this one.
    package func receive(_ message: ProtocolMessage) throws(ProtocolError) {
        let now = NIODeadline.now()
        let (step, stream) = try state.withLock { state throws(ProtocolError) in
            if case .frame(let frame) = message {
                state.frames += 1
                state.received.frames += 1
                state.received.bytes += frame.message.readableBytes
            }
            return (try state.machine.receive(message, at: now, allocator: ByteBufferAllocator()), state.stream)
        }
        guard let (stream, grant) = stream else { return }
        if let state = step.state { stream.setState(state, by: grant, at: now) }
        for entry in step.entries {
            var table: TrackTable?
            if case .retained(.tracks, _, _) = entry.content { table = step.table }
            _ = stream.append(entry, announcing: table, by: grant)
        }
    }

    /// The relay upstream has said when frames came to it.
    ///
    /// - Parameter errorBound: The times in `arrivals`, which are those of the local wall clock, are right to within this
    ///   many microseconds.
    package func receive(_ arrivals: Arrivals, errorBound: Int64) {
        guard let (stream, grant) = state.withLock(\.stream) else { return }
        stream.measureHop(
            after: arrivals,
            errorBound: errorBound,
            by: grant,
            at: .now(),
            wallTime: SystemClock.wallTime
        )
    }

    /// Frames that came since the beginning.
    package var frames: Int { state.withLock(\.frames) }

    /// Whether the relay upstream has a publisher at this moment, and is connected.
    package var isLive: Bool { state.withLock { $0.stream?.0 }?.isLiveUpstream ?? false }

    /// Whether this relay can take no more for now: an event loop with viewers is behind, or memory is exhausted.
    package var mustWait: Bool {
        guard let stream = state.withLock({ $0.stream?.0 }) else { return false }
        return (stream.wasBehind && stream.isBehind) || core.memory.isExhausted
    }

    /// The next attempt to connect upstream is about to begin. It ends with a welcome, or when it is lost.
    ///
    /// - Returns: `false` if it must wait, because this relay has too few descriptors.
    package func beginAttempt() -> Bool {
        guard core.descriptors.beginAttempt() else { return false }
        let begins = state.withLock { state in
            defer { state.isAttempting = !state.machine.isOver }
            return !state.machine.isOver && !state.isAttempting
        }
        if !begins { core.descriptors.endAttempt() }
        return true
    }

    /// The connection upstream is lost, or could not be made.
    package func lost() {
        let stream = withConnection { state in
            state.send = nil
            state.isAttempting = false
            return state.stream
        }
        guard let (stream, grant) = stream else { return }
        stream.disconnected(by: grant, at: .now())
    }
}

extension Pull: Stream.PublisherConnection {
    /// The publisher is a client of another relay.
    var participant: Participant? { nil }
    /// A publisher that comes to this relay may try again: the relay upstream, or its connection, may be lost.
    var lastActivity: NIODeadline { .uptimeNanoseconds(0) }

    func replaced() { end(.stopped) }
    func viewersJoined() { sendViewerCount() }
    func dismissed() { end(.stopped) }
    func refused(because error: ProtocolError) { end(.stopped) }

    func keyFrameRequested(_ track: TrackID) {
        core.metrics.recordKeyFrameRequest()
        state.withLock { $0.send }?(.keyFrameRequest(KeyFrameRequest(track: track)))
    }
}
