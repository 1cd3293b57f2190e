import Logging
import Platform
import StreamClient
import StreamProtocol
import StreamRelay

/// Takes streams from the relays that the operator has named. May be used from any thread.
public final class OriginConnector: UpstreamProvider {
    /// The waits between attempts to connect are random. The longest is short, because viewers wait for the stream, and a
    /// relay has one connection for all of them.
    private static let backoff = Backoff(minimum: .milliseconds(200), maximum: .seconds(2))
    /// How often a connection that had to pause looks whether the relay takes more. A publisher's looks as often.
    private static let pause = Duration.milliseconds(250)

    private struct State {
        var settings: OriginSettings
        /// Which settings these are. The files that they name may have changed although the settings have not.
        var generation = 0
        var connections: [ObjectIdentifier: Connection] = [:]
    }

    /// What connects a pull to its origin, until the settings name another.
    private struct Connection {
        let target: OriginSettings.Target
        let task: Task<Void, any Error>
    }

    private let state: Mutex<State>
    /// Encrypts all connections of these settings, because loading authorities takes time; `nil` before the first.
    private let tls = Mutex<(provider: ClientTLSProvider, generation: Int)?>(nil)
    private let clientName: String
    private let logger: Logger

    /// Makes a connector, which connects when a relay asks it to.
    ///
    /// - Parameter clientName: The program's name and version, for the logs of other relays.
    public init(_ settings: OriginSettings, clientName: String, logger: Logger) {
        state = Mutex(State(settings: settings))
        self.clientName = clientName
        self.logger = logger
    }

    /// Replaces the settings. A stream whose relay is another one now, or is verified in another way, is taken from there
    /// at once, and one that no relay has any more is not taken further. Other streams keep their connections; the token
    /// is for the next.
    public func apply(_ settings: OriginSettings) {
        let outdated = state.withLock { state in
            state.settings = settings
            state.generation += 1
            return state.connections.values.filter { settings.target(of: $0.target.address.stream) != $0.target }
        }
        for connection in outdated { connection.task.cancel() }
    }

    /// The address of the stream's origin.
    public func origin(of stream: StreamName) -> String? {
        state.withLock { $0.settings.address(of: stream) }.map { "\($0.endpoint)" }
    }

    /// Takes a stream from its origin.
    public func run(_ pull: Pull) async -> PullEnd {
        while let connection = connect(pull) {
            pull.changeOrigin(to: connection.target.address.endpoint)
            let result = await withTaskCancellationHandler {
                await connection.task.result
            } onCancel: {
                connection.task.cancel()
            }
            state.withLock { $0.connections[ObjectIdentifier(pull)] = nil }
            guard case .failure(let error) = result else { return .stopped }
            guard error is CancellationError, !Task.isCancelled else { return PullEnd(error) }
            // New settings have ended the connection.
            pull.lost()
        }
        return .withdrawn
    }

    /// - Returns: `nil` if no relay has the stream any more.
    private func connect(_ pull: Pull) -> Connection? {
        state.withLock { state in
            guard let target = state.settings.target(of: pull.name) else { return nil }
            let generation = state.generation
            let task = Task { try await receive(pull, from: target, generation) }
            let connection = Connection(target: target, task: task)
            state.connections[ObjectIdentifier(pull)] = connection
            return connection
        }
    }

    /// Connects, and connects again whenever the connection is lost.
    private func receive(_ pull: Pull, from target: OriginSettings.Target, _ generation: Int) async throws {
        let receiver = UpstreamReceiver(
            client(target, of: pull, tls: tls(for: target, generation)),
            path: { pull.path() },
            pathRefused: { pull.pathRefused() },
            token: { [self] address in state.withLock { $0.settings.token(for: address, of: pull.name) } }
        )
        try await receiver.run { event in
            switch event {
            case .welcomed(let welcome, let send): try pull.welcomed(welcome, send: send)
            case .message(let message): try pull.receive(message)
            case .disconnected: pull.lost()
            }
            while pull.mustWait { try await Task.sleep(for: Self.pause) }
        }
    }

    func client(
        _ target: OriginSettings.Target,
        of pull: Pull,
        tls: ClientTLSProvider?
    ) -> ClientConfiguration {
        var client = ClientConfiguration(target.address)
        client.security = target.security
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

    /// - Returns: `nil` without TLS, and where the authorities cannot be read: the connection then fails with the reason.
    func tls(for target: OriginSettings.Target, _ generation: Int) -> ClientTLSProvider? {
        guard target.isEncrypted else { return nil }
        return tls.withLock { tls in
            if let tls, tls.generation == generation { return tls.provider }
            guard let provider = try? ClientTLSProvider(target.security ?? ClientSecurity()) else { return nil }
            tls = (provider, generation)
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
