import ClusterDirectory
import Logging
import Platform
import StreamClient
import StreamProtocol
import StreamRelay

/// Takes streams from the relays that the operator has named, and others from those that a directory names. May be used
/// from any thread.
public final class OriginConnector: UpstreamProvider {
    /// The waits between attempts to connect are random. The longest is short, because viewers wait for the stream, and
    /// a relay has one connection for all of them.
    private static let backoff = Backoff(minimum: .milliseconds(200), maximum: .seconds(2))
    /// How often a connection that had to pause looks whether the relay takes more, or has descriptors for it again. A
    /// publisher's looks as often.
    private static let pause = Duration.milliseconds(250)
    /// How often a pull looks whether a directory that has just started is known.
    private static let startPause = Duration.milliseconds(50)
    /// For how long a connection that the directory contradicts may bring no frame. An entry is old for a moment where
    /// etcd was restored, and viewers wait this much longer for a stream that has moved without a word.
    package static let standardDoubtTime = Duration.milliseconds(500)
    /// How long another relay may take to welcome this one, which it may do only when a third one has.
    package static let standardConnectTimeout = Duration.seconds(5)
    /// The origin of a stream in the log, while the directory is not known yet.
    private static let unknownOrigin = "directory"

    private struct State {
        var settings: OriginSettings
        /// Which settings these are. The files that they name may have changed although the settings have not.
        var generation = 0
        var connections: [ObjectIdentifier: Connection] = [:]
    }

    /// What connects a pull to its origin, until the settings name another.
    private struct Connection {
        let pull: Pull
        let target: OriginSettings.Target
        let task: Task<Void, any Error>
        /// Whether the relay has welcomed this one, and the connection is not lost.
        var isConnected = false
        /// Whether the directory names another relay, and ``doubt(_:)`` watches whether frames come all the same.
        var isDoubted = false
    }

    /// What is known of where a stream comes from.
    private enum Resolution {
        case target(OriginSettings.Target)
        /// The directory is not known yet.
        case unknown
        case absent
    }

    /// Why a connection that is lost is not made again.
    private enum Departure: Error {
        /// No relay has the stream any more.
        case withdrawn
        /// Another relay has it.
        case moved
    }

    private let state: Mutex<State>
    /// Encrypt all connections of these settings, because loading authorities takes time.
    private let tls = Mutex<(providers: [ClientSecurity: ClientTLSProvider], generation: Int)>(([:], 0))
    private let directory: DirectoryClient?
    private let doubtTime: Duration
    private let connectTimeout: Duration
    private let clientName: String
    private let logger: Logger

    /// Makes a connector, which connects when a relay asks it to.
    ///
    /// - Parameters:
    ///   - directory: Names the relays of the streams for which the settings have no rule.
    ///   - clientName: The program's name and version, for the logs of other relays.
    public convenience init(
        _ settings: OriginSettings,
        directory: DirectoryClient? = nil,
        clientName: String,
        logger: Logger
    ) {
        self.init(
            settings,
            directory: directory,
            doubtTime: Self.standardDoubtTime,
            clientName: clientName,
            logger: logger
        )
    }

    /// - Parameters:
    ///   - doubtTime: See ``standardDoubtTime``.
    ///   - connectTimeout: How long another relay may take for its welcome.
    package init(
        _ settings: OriginSettings,
        directory: DirectoryClient?,
        doubtTime: Duration,
        connectTimeout: Duration = standardConnectTimeout,
        clientName: String,
        logger: Logger
    ) {
        state = Mutex(State(settings: settings))
        self.directory = directory
        self.doubtTime = doubtTime
        self.connectTimeout = connectTimeout
        self.clientName = clientName
        self.logger = logger
        directory?.observe { [weak self] names in self?.directoryChanged(names) }
    }

    /// Replaces the settings. A stream whose relay is another one now, or is verified in another way, is taken from
    /// there at once, and one that no relay has any more is not taken further. Other streams keep their connections;
    /// the token is for the next.
    public func apply(_ settings: OriginSettings) {
        let outdated = state.withLock { state in
            state.settings = settings
            state.generation += 1
            return state.connections.values.filter { isOutdated($0, settings) }
        }
        for connection in outdated { connection.task.cancel() }
    }

    /// What the directory knows of these streams has changed.
    private func directoryChanged(_ names: Set<StreamName>) {
        let outdated = state.withLock { state in
            state.connections.values.filter { connection in
                connection.target.isFromDirectory && names.contains(connection.target.address.stream)
                    && isOutdated(connection, state.settings)
            }
        }
        for connection in outdated {
            if connection.isConnected, connection.pull.isLive {
                Task { await doubt(connection) }
            } else {
                connection.task.cancel()
            }
        }
    }

    /// Watches a connection that the directory contradicts, until it brings no more frames, or the directory agrees. The
    /// entry may be older than the connection: etcd may come back with a backup.
    private func doubt(_ connection: Connection) async {
        let key = ObjectIdentifier(connection.pull)
        let isFirst = state.withLock { state in
            guard state.connections[key]?.task == connection.task, state.connections[key]?.isDoubted == false else {
                return false
            }
            state.connections[key]?.isDoubted = true
            return true
        }
        guard isFirst else { return }
        var frames = connection.pull.frames
        while (try? await Task.sleep(for: doubtTime)) != nil {
            let isContradicted = state.withLock { state in
                guard let present = state.connections[key], present.task == connection.task else { return false }
                guard !isOutdated(present, state.settings) else { return true }
                state.connections[key]?.isDoubted = false
                return false
            }
            guard isContradicted else { return }
            guard connection.pull.frames > frames else { return connection.task.cancel() }
            frames = connection.pull.frames
        }
    }

    /// Whether a stream comes from elsewhere now. A directory may have lost a relay that goes on with the stream, so a
    /// connection that lasts is kept.
    private func isOutdated(_ connection: Connection, _ settings: OriginSettings) -> Bool {
        switch resolve(connection.target.address.stream, settings) {
        case .target(let target): target != connection.target
        case .absent: !connection.target.isFromDirectory || !connection.isConnected
        case .unknown: false
        }
    }

    private func resolve(_ stream: StreamName, _ settings: OriginSettings) -> Resolution {
        if let target = settings.target(of: stream) { return .target(target) }
        switch directory?.location(of: stream) {
        case .relay(let relay): return settings.target(of: stream, at: relay).map { .target($0) } ?? .absent
        case .unknown: return directory?.isStarting == true ? .unknown : .absent
        case .absent, nil: return .absent
        }
    }

    private func resolve(_ stream: StreamName) -> Resolution {
        state.withLock { resolve(stream, $0.settings) }
    }

    // MARK: What a relay asks

    /// The address of the relay that has the stream.
    public func origin(of stream: StreamName) -> String? {
        switch resolve(stream) {
        case .target(let target): target.address.endpoint
        case .unknown: Self.unknownOrigin
        case .absent: nil
        }
    }

    /// Whether a rule names a relay for the stream, or the directory one that has it.
    public func presence(of stream: StreamName) -> UpstreamPresence {
        if isOriginFixed(stream) { return .possible }
        if isCertainlyElsewhere(stream) { return .certain }
        // What was known a while ago does not move viewers whose publisher may come back here.
        return directory?.isElsewhere(stream) == true ? .possible : .none
    }

    /// Whether a rule names a relay for the stream.
    public func isOriginFixed(_ stream: StreamName) -> Bool {
        state.withLock { $0.settings.address(of: stream) } != nil
    }

    /// The relay that a rule names for the stream; for viewers, also the relay of the directory that has it now. While
    /// the directory is not known as it is, viewers are served here, where the stream is taken from another relay as
    /// soon as that is known. A publisher may register the stream here. Clients encrypt as this relay does, because more
    /// is not known.
    public func redirect(of stream: StreamName, for role: Hello.Role) -> RedirectTarget? {
        guard isOriginFixed(stream) || role != .publish && isCertainlyElsewhere(stream),
            case .target(let target) = resolve(stream)
        else { return nil }
        let scheme = target.isEncrypted ? RelayAddress.Scheme.tls : .streamd
        return try? RedirectTarget("\(scheme)://\(target.address.endpoint)")
    }

    private func isCertainlyElsewhere(_ stream: StreamName) -> Bool {
        guard let directory else { return false }
        return directory.isElsewhere(stream) && directory.isCurrent
    }

    // MARK: Pulls

    /// Takes a stream from the relay that has it.
    public func run(_ pull: Pull) async -> PullEnd {
        while let connection = await connect(pull) {
            pull.changeOrigin(to: connection.target.address.endpoint)
            let result = await withTaskCancellationHandler {
                await connection.task.result
            } onCancel: {
                connection.task.cancel()
            }
            state.withLock { $0.connections[ObjectIdentifier(pull)] = nil }
            guard case .failure(let error) = result else { return .stopped }
            let departure = error as? Departure
            if departure == .withdrawn { return .withdrawn }
            guard departure != nil || error is CancellationError, !Task.isCancelled else { return PullEnd(error) }
            // New settings, or another relay that has the stream, have ended the connection.
            pull.lost()
        }
        return .withdrawn
    }

    /// - Returns: `nil` if no relay has the stream any more.
    private func connect(_ pull: Pull) async -> Connection? {
        if directory != nil {
            while case .unknown = resolve(pull.name) {
                guard (try? await Task.sleep(for: Self.startPause)) != nil else { return nil }
            }
        }
        return state.withLock { state in
            guard case .target(let target) = resolve(pull.name, state.settings) else { return nil }
            let generation = state.generation
            let task = Task { try await receive(pull, from: target, generation) }
            let connection = Connection(pull: pull, target: target, task: task)
            state.connections[ObjectIdentifier(pull)] = connection
            return connection
        }
    }

    /// - Throws: ``Departure`` if the connection is lost, and it is known that the stream is elsewhere, or nowhere.
    private func setConnected(_ isConnected: Bool, _ pull: Pull) throws {
        let departure: Departure? = state.withLock { state in
            guard let connection = state.connections[ObjectIdentifier(pull)] else { return nil }
            state.connections[ObjectIdentifier(pull)]?.isConnected = isConnected
            guard !isConnected else { return nil }
            return switch resolve(pull.name, state.settings) {
            case .absent: .withdrawn
            case .target(let target): target == connection.target ? nil : .moved
            case .unknown: nil
            }
        }
        if let departure { throw departure }
    }

    /// Connects, and connects again whenever the connection is lost.
    private func receive(_ pull: Pull, from target: OriginSettings.Target, _ generation: Int) async throws {
        let receiver = UpstreamReceiver(
            client(target, of: pull, tls: tls(for: target, generation)),
            path: { pull.path() },
            pathRefused: { pull.pathRefused() },
            token: { [self] address in
                state.withLock { state in
                    target.isFromDirectory
                        ? state.settings.token(for: address, insteadOf: target)
                        : state.settings.token(for: address, of: pull.name)
                }
            }
        )
        try await receiver.run { event in
            switch event {
            case .connecting:
                try await beginAttempt(pull)
            case .welcomed(let welcome, let send):
                try pull.welcomed(welcome, send: send)
                try setConnected(true, pull)
            case .message(let message): try pull.receive(message)
            case .arrivals(let arrivals, let errorBound): pull.receive(arrivals, errorBound: errorBound)
            case .disconnected:
                pull.lost()
                try setConnected(false, pull)
            }
            while pull.mustWait { try await Task.sleep(for: Self.pause) }
        }
    }

    /// Waits until the relay can take more and has descriptors for another connection.
    private func beginAttempt(_ pull: Pull) async throws {
        while pull.mustWait { try await Task.sleep(for: Self.pause) }
        guard !pull.beginAttempt() else { return }
        logger.warning(
            "no file descriptor for another relay",
            metadata: [
                "stream": "\(pull.name)", "advice": "raise the limit of open files, or lower max-connections",
            ]
        )
        repeat {
            try await Task.sleep(for: Self.pause)
        } while pull.mustWait || !pull.beginAttempt()
    }

    func client(
        _ target: OriginSettings.Target,
        of pull: Pull,
        tls: ClientTLSProvider?
    ) -> ClientConfiguration {
        var client = ClientConfiguration(target.address)
        client.security = target.security
        client.connectTimeout = connectTimeout
        client.clientName = clientName
        client.backoff = Self.backoff
        client.maximumFrameLength = pull.frameLimit
        client.logger = logger
        client.tls = tls
        client.reception = ReceptionGauge(
            grow: { count, end throws(ProtocolError) in try pull.reserve(count, after: end) },
            settle: { pull.settle($0) }
        )
        // Without a loop the relay has ended, and so has the pull.
        if let eventLoop = pull.eventLoop { client.eventLoopGroup = eventLoop }
        return client
    }

    /// - Returns: `nil` without TLS, and where the authorities cannot be read: the connection then fails with the
    ///   reason.
    func tls(for target: OriginSettings.Target, _ generation: Int) -> ClientTLSProvider? {
        guard target.isEncrypted else { return nil }
        let security = target.security ?? ClientSecurity()
        return tls.withLock { tls in
            if tls.generation != generation { tls = ([:], generation) }
            if let provider = tls.providers[security] { return provider }
            guard let provider = try? ClientTLSProvider(security) else { return nil }
            tls.providers[security] = provider
            return provider
        }
    }
}

extension PullEnd {
    /// The end for an error of ``UpstreamReceiver``.
    init(_ error: any Error) {
        switch error {
        case is CancellationError: self = .stopped
        case let error as ProtocolError: self = error.code == .relayLoop ? .loop(error.reason) : .refused(error.reason)
        case let error as ClientError:
            switch error.ending?.code {
            case .endOfStream?: self = .endOfStream
            case .dismissed?: self = .dismissed
            case .relayLoop?: self = .loop(error.reason)
            default: self = .refused(error.description)
            }
        default: self = .refused("\(error)")
        }
    }
}
