import NIOCore
import Platform
import StreamProtocol

/// The streams that a relay takes from other relays, by name. May be used from any thread.
///
/// Each name has one pull, however many clients ask for it at once. A pull counts as a stream that its first client waits
/// for, so the limits on these bound the connections upstream: for each address and token, and for the whole relay.
final class Pulls: Sendable {
    /// A client whose hello waits for a relay upstream.
    struct Wait {
        fileprivate let pull: Pull
        fileprivate let waiter: Pull.Waiter

        /// Is fulfilled when the hello can be answered, and fails with a ``ProtocolError``.
        var future: EventLoopFuture<Void> { waiter.promise.futureResult }

        /// The client's connection has closed.
        func leave() { pull.leave(waiter) }
    }

    private let provider: (any UpstreamProvider)?
    private let pulls = Mutex<[StreamName: Pull]>([:])

    init(_ provider: (any UpstreamProvider)?) { self.provider = provider }

    /// Whether another relay has a stream that is not published here.
    func presence(of name: StreamName) -> UpstreamPresence { provider?.presence(of: name) ?? .none }

    /// Where a client finds a stream itself; see ``UpstreamProvider/redirect(of:for:)``.
    func redirect(of name: StreamName, for role: Hello.Role) -> RedirectTarget? {
        provider?.redirect(of: name, for: role)
    }

    /// Whether a stream that other relays have comes from the one that the operator names, whatever is known of others.
    func isOriginFixed(_ name: StreamName) -> Bool { provider?.isOriginFixed(name) ?? true }

    /// How many streams are taken, or about to be. Those that have ended count until they are forgotten.
    var count: Int { pulls.withLock { $0.count } }

    /// The pull of a stream, for tests.
    func pull(of name: StreamName) -> Pull? { pulls.withLock { $0[name] } }

    /// A viewer, or a relay, asks for a stream.
    ///
    /// - Returns: `nil` if there is nothing to wait for.
    /// - Throws: ``ProtocolError`` where the client or the relay waits for too many streams.
    func join(
        _ hello: Hello,
        from registration: PeerTable.Registration,
        in core: RelayCore,
        on eventLoop: any EventLoop
    ) throws(ProtocolError) -> Wait? {
        guard let provider, let origin = provider.origin(of: hello.stream) else { return nil }
        let now = NIODeadline.now()
        let isRelay = hello.role == .relay
        let waiter = Pull.Waiter(promise: eventLoop.makePromise())
        let answer: (pull: Pull, joining: PullStateMachine<Pull.Waiter>.Joining)?
        do throws(ProtocolError) {
            answer = try pulls.withLock { pulls throws(ProtocolError) in
                // A stream that is known already is served from here, also while its publisher is away. A publisher that
                // comes after this ends the pull.
                guard core.registry.stream(hello.stream) == nil else { return nil }
                let join = { (pull: Pull) in
                    (pull, pull.join(waiter, isRelay: isRelay, path: isRelay ? hello.path : nil, at: now))
                }
                if let answer = pulls[hello.stream].map(join), answer.1 != .over { return answer }
                let pull = try make(hello.stream, origin, for: registration, in: core, &pulls)
                // The first hello upstream has the path of the client that waits.
                let answer = join(pull)
                pull.start(provider)
                return answer
            }
        } catch {
            waiter.promise.succeed()
            throw error
        }
        if let answer, answer.joining == .waits { return Wait(pull: answer.pull, waiter: waiter) }
        waiter.promise.succeed()
        if case .refused(let error)? = answer?.joining { throw error }
        return nil
    }

    /// - Throws: ``ProtocolError`` where the client or the relay takes too many streams from other relays, or the process
    ///   has few descriptors left. Streams that have ended count until they are forgotten.
    private func make(
        _ name: StreamName,
        _ origin: String,
        for registration: PeerTable.Registration,
        in core: RelayCore,
        _ pulls: inout [StreamName: Pull]
    ) throws(ProtocolError) -> Pull {
        pulls.removeValue(forKey: name)?.forget()
        let limit = core.configuration.limits.all.streams
        guard pulls.count < limit else { throw .tooManyPulls(limit) }
        guard !core.descriptors.areFew(for: 1) else { throw .noDescriptorsForPulls }
        try core.peers.beginWaiting(registration)
        let pull = Pull(name, from: origin, for: registration, in: core)
        pulls[name] = pull
        return pull
    }

    /// A publisher has come for a stream, so that it is no longer taken from another relay.
    func yield(_ name: StreamName) { pulls.withLock { $0[name] }?.end(.stopped) }

    /// Ends the pulls that are no longer needed, and forgets those that have ended.
    func tick(at now: NIODeadline) {
        for (name, pull) in pulls.withLock({ $0 }) where !pull.tick(at: now) {
            pulls.withLock { pulls in
                guard pulls[name] === pull else { return }
                pulls[name] = nil
                pull.forget()
            }
        }
    }

    /// Ends all pulls, and waits until their connections have closed.
    func stop() async {
        let all = pulls.withLock { pulls in
            defer { pulls = [:] }
            return pulls.values
        }
        let tasks = all.map(\.task)
        for pull in all { pull.end(.stopped) }
        for task in tasks { await task?.value }
        for pull in all { pull.forget() }
    }
}

extension ProtocolError {
    fileprivate static let noDescriptorsForPulls = ProtocolError(
        .overloaded,
        "This relay can take no more streams from other relays at the moment; come back in a moment.",
        retryAfter: 1_000
    )

    fileprivate static func tooManyPulls(_ limit: Int) -> ProtocolError {
        ProtocolError(
            .tooManyStreams,
            "This relay takes all the \(limit) streams from other relays that it may take; try again later."
        )
    }
}
