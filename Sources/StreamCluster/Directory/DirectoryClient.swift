import ClusterDirectory
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import Platform
import ServiceLifecycle
import StreamProtocol
import StreamRelay

/// Registers a relay's publications in a directory that several relays share, and knows those of the others. May be
/// used from any thread.
///
/// Pass it to the relay as `ProtocolHandlers(publications:)`, and to ``OriginConnector``, which takes streams from
/// where they are. It runs as a service: start it before the relay, so that it ends after it.
///
/// The directory is a hint. While etcd is away, publishers are accepted, and viewers are served from what is known.
public final class DirectoryClient: Service, Sendable {
    typealias Machine = DirectoryStateMachine<DirectoryGenerator>

    /// How often the machine looks at the time.
    private static let tickInterval = TimeAmount.milliseconds(200)
    /// Requests that are under way at once: more than the machine makes.
    private static let maximumTasks = 64

    private struct State {
        var machine: Machine
        /// The publications of this relay, with which their publishers can be refused.
        var publications: [StreamName: LocalPublication] = [:]
        var observer: (@Sendable (Set<StreamName>) -> Void)?
        var watch: (number: Int, task: Task<Void, Never>)?
        /// Watches up to this number are not needed any more.
        var stoppedWatch = 0
        var health: DirectoryHealth
        var connections = 0
        var refusals = 0
    }

    private let settings: DirectorySettings
    private let limits: DirectoryLimits
    private let etcdLimits: EtcdLimits
    private let tls: TLSConfiguration?
    private let eventLoopGroup: any EventLoopGroup
    private let clock: DirectoryClock
    private let generator: DirectoryGenerator
    private let logger: Logger
    private let state: Mutex<State>
    /// What is to be done, in order.
    private let actions: AsyncStream<DirectoryAction>
    private let continuation: AsyncStream<DirectoryAction>.Continuation

    /// Makes a client, which connects when it is run.
    ///
    /// - Parameter eventLoopGroup: Serves the connections to etcd. The caller shuts it down, after ``run()`` has
    ///   returned.
    /// - Throws: ``DirectoryError`` if a file of the settings cannot be read.
    public convenience init(
        _ settings: DirectorySettings,
        eventLoopGroup: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        logger: Logger
    ) throws(DirectoryError) {
        try self.init(settings, limits: DirectoryLimits(), eventLoopGroup: eventLoopGroup, logger: logger)
    }

    init(
        _ settings: DirectorySettings,
        limits: DirectoryLimits,
        etcdLimits: EtcdLimits = EtcdLimits(),
        eventLoopGroup: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        clock: DirectoryClock = .system,
        generator: DirectoryGenerator = .system,
        logger: Logger
    ) throws(DirectoryError) {
        tls = try settings.etcd.tlsConfiguration()
        self.settings = settings
        self.limits = limits
        self.etcdLimits = etcdLimits
        self.eventLoopGroup = eventLoopGroup
        self.clock = clock
        self.generator = generator
        self.logger = logger
        (actions, continuation) = AsyncStream.makeStream()
        let machine = Machine(
            .random(),
            at: settings.advertised.directoryText,
            limits: limits,
            generator: generator,
            now: clock.now()
        )
        let endpoint = settings.etcd.endpoints.first.map { "\($0)" } ?? ""
        state = Mutex(State(machine: machine, health: DirectoryHealth(endpoint)))
    }

    // MARK: What is known

    /// The directory at this moment.
    public var status: DirectoryStatus {
        let now = clock.now()
        return state.withLock { state in
            let (registered, unregistered) = state.machine.counts
            return DirectoryStatus(
                isCurrent: state.machine.isCurrent(at: now),
                lastAnswer: state.health.lastAnswer.map { now - $0 },
                endpoint: state.health.endpoint,
                problem: state.health.problem,
                streams: state.machine.streamCount,
                registered: registered,
                unregistered: unregistered,
                connections: state.connections,
                refusals: state.refusals
            )
        }
    }

    /// The streams that other relays have, in order of their names.
    public var streams: [DirectoryRecord] {
        state.withLock { $0.machine.elsewhere() }
            .map { DirectoryRecord(stream: $0.name, relay: $0.address) }
            .sorted { $0.stream.description < $1.stream.description }
    }

    func location(of stream: StreamName) -> Machine.Location { state.withLock { $0.machine.location(of: stream) } }

    /// Whether another relay has a publisher of the stream now, as far as is known.
    func isElsewhere(_ stream: StreamName) -> Bool { state.withLock { $0.machine.isElsewhere(stream) } }

    /// Whether the directory is known as it is now.
    var isCurrent: Bool {
        let now = clock.now()
        return state.withLock { $0.machine.isCurrent(at: now) }
    }

    /// Whether the directory will be known in a moment.
    var isStarting: Bool {
        let now = clock.now()
        return state.withLock { $0.machine.isStarting(at: now) }
    }

    /// Calls `observer` whenever something else is known of some streams, from the task of ``run()``. The last one
    /// counts.
    func observe(_ observer: @escaping @Sendable (Set<StreamName>) -> Void) {
        state.withLock { $0.observer = observer }
    }

    // MARK: Running

    /// Keeps the directory until the task is cancelled or shut down gracefully. Then the registrations of this relay
    /// are given up. Returns at the end only: a directory that is away is waited for. To be called once.
    public func run() async throws {
        let transport = EtcdTransport(tls: tls, on: eventLoopGroup, limits: etcdLimits, clock: clock)
        var generator = generator
        let client = EtcdClient(
            settings.etcd,
            keyPrefix: settings.keyPrefix,
            transport,
            first: .random(in: 0...Int(Int32.max), using: &generator)
        )
        _ = await cancelWhenGracefulShutdown { [self] in await serve(client) }
        // The end is not cancelled, too.
        await Task { [self] in
            await leave(client)
            await transport.shutdown()
        }.value
    }

    private func serve(_ client: EtcdClient) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                repeat {
                    advance { $0.tick(at: $1) }
                } while (try? await clock.sleep(Self.tickInterval)) != nil
            }
            var count = 0
            for await action in actions where !perform(action) {
                if count >= Self.maximumTasks {
                    _ = await group.next()
                    count -= 1
                }
                count += 1
                group.addTask { [self] in await request(action, client) }
            }
            group.cancelAll()
        }
    }

    private func leave(_ client: EtcdClient) async {
        guard let lease = state.withLock({ $0.machine.end() }) else { return }
        // Otherwise it ends by itself. The end of this relay does not wait for each member of etcd.
        _ = try? await clock.run(within: etcdLimits.answerTime) { try await client.revokeLease(lease) }
    }

    private func advance(_ event: (inout Machine, NIODeadline) -> [DirectoryAction]) {
        let now = clock.now()
        state.withLock { state in
            for action in event(&state.machine, now) { continuation.yield(action) }
        }
    }

    // MARK: Actions

    /// Does what needs no request.
    ///
    /// - Returns: `false` for an action that needs one.
    private func perform(_ action: DirectoryAction) -> Bool {
        switch action {
        case .changed(let names): state.withLock(\.observer)?(names)
        case .refuse(let name, let number, let refusal): refuse(name, number, refusal)
        case .becameCurrent(let isCurrent): becameCurrent(isCurrent)
        case .stopWatching(let number): stopWatching(number)
        case .grantLease, .keepLease, .write, .remove, .read, .check, .watch: return false
        }
        return true
    }

    /// Ends a watch, also one whose task has not begun.
    private func stopWatching(_ number: Int) {
        let task = state.withLock { state -> Task<Void, Never>? in
            state.stoppedWatch = max(state.stoppedWatch, number)
            return state.watch?.number == number ? state.watch?.task : nil
        }
        task?.cancel()
    }

    private func refuse(_ name: StreamName, _ number: UInt64, _ refusal: PublicationRefusal) {
        let publication = state.withLock { state -> LocalPublication? in
            guard state.publications[name]?.number == number else { return nil }
            state.refusals += 1
            return state.publications.removeValue(forKey: name)
        }
        guard let publication else { return }
        logger.notice("publisher refused", metadata: ["stream": "\(name)", "reason": "\(refusal)"])
        switch refusal {
        case .taken: publication.refuse(because: .takenElsewhere(name, retryAfter: retryTime))
        case .moved: publication.refuse(because: .movedElsewhere(name, retryAfter: retryTime))
        }
    }

    /// The milliseconds after which a refused publisher may try again: the registration in its way may be that of a
    /// relay that has ended.
    private var retryTime: UInt32 { UInt32(clamping: limits.leaseSeconds * 1_000) }

    private func becameCurrent(_ isCurrent: Bool) {
        let (endpoint, problem, streams) = state.withLock { state in
            if isCurrent {
                state.connections += 1
                state.health.becameCurrent()
            }
            return (state.health.endpoint, state.health.problem, state.machine.streamCount)
        }
        if isCurrent {
            logger.notice("directory connected", metadata: ["etcd": "\(endpoint)", "streams": "\(streams)"])
        } else {
            let reason = problem.map { ["reason": "\($0)"] as Logger.Metadata } ?? [:]
            logger.warning("directory lost", metadata: ["etcd": "\(endpoint)"].merging(reason) { first, _ in first })
        }
    }

    /// Makes a request, and passes on its answer.
    private func request(_ action: DirectoryAction, _ client: EtcdClient) async {
        switch action {
        case .grantLease(let seconds):
            let id = await attempt(client, isWrite: true) { try await $0.grantLease(seconds: seconds) }
            advance { $0.leaseAnswered(try? id.get(), at: $1) }
        case .keepLease(let id):
            let isThere = await attempt(client) { try await $0.keepLease(id) }
            advance { $0.keepAnswered(id, isThere: try? isThere.get(), at: $1) }
        case .write(let write):
            let answer = await attempt(client, isWrite: true) { try await $0.write(write) }
            advance { $0.writeAnswered(write, (try? answer.get()) ?? .failed, at: $1) }
        case .remove(let removal):
            let answer = await attempt(client, isWrite: true) { try await $0.remove(removal) }
            advance { $0.removalAnswered(removal, (try? answer.get()) ?? .failed, at: $1) }
        case .read(let read):
            let page = await attempt(client) { try await $0.read(read) }
            advance { $0.pageReceived(read.number, page.mapError(\.failure), at: $1) }
        case .check(let number, let isWhole):
            let summary = await attempt(client) { try await $0.summary(isWhole: isWhole) }
            advance { $0.checkAnswered(number, try? summary.get(), at: $1) }
        case .watch(let number, let revision): await watch(number, from: revision, client)
        case .changed, .refuse, .becameCurrent, .stopWatching: break
        }
    }

    private func watch(_ number: Int, from revision: Int64, _ client: EtcdClient) async {
        let task = Task { [self] in
            let end = await attempt(client) { client in
                try await client.watch(from: revision) { [self] event in
                    answered(client)
                    switch event {
                    case .opened(let moment): advance { $0.watchOpened(number, moment, at: $1) }
                    case .changes(let changes, let moment): advance { $0.watched(number, changes, moment, at: $1) }
                    }
                }
            }
            let failure = if case .failure(let error) = end { error.failure } else { RequestFailure.failed }
            advance { $0.watchEnded(number, because: failure, at: $1) }
        }
        let isStopped = state.withLock { state in
            state.watch = (number, task)
            return number <= state.stoppedWatch
        }
        if isStopped { task.cancel() }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// - Parameter isWrite: Whether etcd may refuse the request although it answers others.
    private func attempt<Answer: Sendable>(
        _ client: EtcdClient,
        isWrite: Bool = false,
        _ request: (EtcdClient) async throws -> Answer
    ) async -> Result<Answer, EtcdError> {
        do {
            let answer = try await request(client)
            answered(client, isWrite: isWrite)
            return .success(answer)
        } catch let error as EtcdError {
            failed(error, client, isWrite: isWrite)
            return .failure(error)
        } catch {
            return .failure(EtcdError(.unavailable, "The request was cancelled."))
        }
    }

    private func answered(_ client: EtcdClient, isWrite: Bool = false) {
        let now = clock.now()
        let endpoint = "\(client.endpoint)"
        state.withLock { state in
            let isCurrent = state.machine.isCurrent(at: now)
            state.health.answered(by: endpoint, isWrite: isWrite, isCurrent: isCurrent, at: now)
        }
    }

    private func failed(_ error: EtcdError, _ client: EtcdClient, isWrite: Bool) {
        let now = clock.now()
        let endpoint = "\(client.endpoint)"
        let isNews = state.withLock { state in
            let isCurrent = state.machine.isCurrent(at: now)
            return state.health.failed(error, by: endpoint, isWrite: isWrite, isCurrent: isCurrent, at: now)
        }
        let metadata: Logger.Metadata = ["reason": "\(error.reason)"]
        logger.log(level: isNews ? .warning : .debug, "etcd request failed", metadata: metadata)
    }
}

extension DirectoryClient: PublicationRegistrar {
    /// What the directory says of a publisher.
    public func claim(_ stream: StreamName, for instance: InstanceID) -> PublicationClaim {
        let publisher = PublisherDigest(instance, of: stream)
        let now = clock.now()
        return state.withLock { state in
            switch state.machine.claim(stream, for: publisher, at: now) {
            case .unknown: return .unknown
            case .free: return .free
            case .moves: return .moves
            case .taken:
                state.refusals += 1
                return .taken(retryAfter: retryTime)
            }
        }
    }

    /// Registers a publication.
    public func publicationBegan(_ publication: LocalPublication) {
        let publisher = PublisherDigest(publication.instance, of: publication.stream)
        state.withLock { $0.publications[publication.stream] = publication }
        advance { $0.publicationBegan(publication.stream, by: publisher, publication.number, at: $1) }
    }

    /// Removes the registration of a publication.
    public func publicationEnded(_ stream: StreamName, number: UInt64) {
        state.withLock { state in
            if state.publications[stream]?.number == number { state.publications[stream] = nil }
        }
        advance { $0.publicationEnded(stream, number, at: $1) }
    }

    /// The streams of other relays, as entries of a list. The kinds of their tracks are not known.
    public func streamsElsewhere() -> [StreamList.Entry] {
        state.withLock { $0.machine.elsewhere() }.map { StreamList.Entry(name: $0.name, state: .live, kinds: []) }
    }

    /// The address of the relay that has a stream.
    public func relay(of stream: StreamName) -> String? {
        state.withLock { state in
            guard state.machine.isElsewhere(stream), case .relay(let address) = state.machine.location(of: stream)
            else { return nil }
            return address
        }
    }
}
