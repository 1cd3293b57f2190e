import Logging
import NIOCore
import StreamProtocol

/// A connection that is made again whenever it is lost, until the owner is done or a retry cannot help.
struct PersistentConnection {
    /// The owner's reaction to an event.
    enum Reaction {
        case proceed
        /// Tell the relay that it broke the protocol, and close.
        case violation(ProtocolError)
    }

    /// The owner's decision after a connection is lost.
    enum LossAction {
        case reconnect
        /// Reconnect, also where the relay says that it does not help: the next hello is another.
        case reconnectAnyway
        /// Do not reconnect; ``run`` returns.
        case done
    }

    let configuration: ClientConfiguration
    private(set) var reconnectPolicy: ReconnectPolicy
    private let sampler: UplinkSampler.Report?
    /// Made for the first encrypted connection, because loading the machine's authorities takes time.
    private var tls: ClientTLSProvider?

    /// - Parameters:
    ///   - retriesFirstAttempt: Whether to retry if the very first attempt fails.
    ///   - followsNextStream: Whether to reconnect when the stream has ended.
    ///   - sampler: Is called on the event loop with the progress of the bytes that are sent.
    /// - Throws: ``ClientError`` if the configuration contradicts itself.
    init(
        _ configuration: ClientConfiguration,
        retriesFirstAttempt: Bool,
        followsNextStream: Bool = false,
        sampler: UplinkSampler.Report? = nil
    ) throws(ClientError) {
        self.sampler = sampler
        self.configuration = configuration
        tls = configuration.tls
        reconnectPolicy = ReconnectPolicy(
            try configuration.initialAddress(),
            backoff: configuration.backoff,
            retriesFirstAttempt: retriesFirstAttempt,
            followsNextStream: followsNextStream
        )
    }

    /// Connects, and reconnects whenever the connection is lost.
    ///
    /// - Parameters:
    ///   - hello: Makes the hello, from the relay's address and whether any relay has welcomed this client.
    ///   - connecting: Is called before each attempt.
    ///   - receive: Is called with each event, one after the other. While it runs, nothing is read.
    ///   - lost: Is called for each connection that ends or could not be made.
    ///   - waiting: Is called with the time until the next attempt.
    /// - Throws: `CancellationError`, a ``ClientError`` that a retry cannot help, or an error of `connecting`, `receive` or
    ///   `waiting`.
    nonisolated(nonsending) mutating func run(
        hello: (RelayAddress, Bool) -> Hello,
        connecting: nonisolated(nonsending) () async throws -> Void = {},
        receive: nonisolated(nonsending) (ConnectionEvent, RelayConnection) async throws -> Reaction,
        lost: (ClientError) -> LossAction,
        waiting: nonisolated(nonsending) (ClientError, Duration) async throws -> Void
    ) async throws {
        var generator = SystemRandomNumberGenerator()
        while true {
            try await connecting()
            let error = try await connect(
                hello: hello(reconnectPolicy.address, reconnectPolicy.hasBeenWelcomed),
                receive: receive
            )
            let action = lost(error)
            if case .done = action { return }
            try Task.checkCancellation()
            let retriesAnyway = if case .reconnectAnyway = action { true } else { false }
            switch reconnectPolicy.failed(error, retriesAnyway: retriesAnyway, at: .now(), using: &generator) {
            case .fail(let error): throw error
            case .redirect(let address, let pause):
                log(.info, "redirected", ["relay": "\(address)", "wait": "\(pause)"])
                guard pause > .zero else { continue }
                try await waiting(error, pause)
                try await Task.sleep(for: pause)
            case .retry(let pause):
                log(.notice, "reconnecting", ["reason": "\(error.reason)", "wait": "\(pause)"])
                try await waiting(error, pause)
                try await Task.sleep(for: pause)
            }
        }
    }

    /// Runs one connection, from the attempt to the end.
    ///
    /// - Returns: Why it ended.
    nonisolated(nonsending) private mutating func connect(
        hello: Hello,
        receive: nonisolated(nonsending) (ConnectionEvent, RelayConnection) async throws -> Reaction
    ) async throws -> ClientError {
        let address = reconnectPolicy.address
        let channel: RelayConnection.AsyncChannel
        do {
            channel = try await RelayConnection.open(
                to: address,
                hello: hello,
                configuration: configuration,
                tls: try tlsProvider(for: address),
                sampler: sampler
            )
        } catch {
            return error
        }
        return try await channel.executeThenClose { inbound, _ in
            let connection = RelayConnection(channel: channel.channel)
            let outcome = await outcome(of: connection, events: inbound, receive: receive)
            // Each end has a final message, of one side or the other, after which the channel closes itself.
            _ = try? await channel.channel.closeFuture.get()
            return try outcome.get()
        }
    }

    private mutating func tlsProvider(for address: RelayAddress) throws(ClientError) -> ClientTLSProvider? {
        guard address.scheme == .tls else { return nil }
        if tls == nil { tls = try ClientTLSProvider(configuration.security ?? ClientSecurity()) }
        return tls
    }

    /// Passes events to the owner until there are no more or the owner ends the connection.
    nonisolated(nonsending) private mutating func outcome(
        of connection: RelayConnection,
        events: NIOAsyncChannelInboundStream<ConnectionEvent>,
        receive: nonisolated(nonsending) (ConnectionEvent, RelayConnection) async throws -> Reaction
    ) async -> Result<ClientError, any Error> {
        let address = reconnectPolicy.address
        do {
            for try await event in events {
                if case .welcomed = event { welcomed(by: address) }
                do {
                    guard case .violation(let error) = try await receive(event, connection) else { continue }
                    connection.close(sending: .error(Ending(error)))
                    return .success(.violation(address, error))
                } catch {
                    connection.close(sending: Self.goodbye)
                    return .failure(error)
                }
            }
            return .success(.lost(address))
        } catch {
            if Task.isCancelled { connection.close(sending: Self.goodbye) }
            return .success(.lost(address, error))
        }
    }

    private static let goodbye = ProtocolMessage.goodbye(Ending(.done, "The client has stopped."))

    private mutating func welcomed(by address: RelayAddress) {
        reconnectPolicy.welcomed(at: .now())
        log(.info, "connected", ["relay": "\(address)"])
    }

    private func log(_ level: Logger.Level, _ message: Logger.Message, _ metadata: Logger.Metadata) {
        configuration.logger.log(
            level: level,
            message,
            metadata: metadata.merging(["stream": "\(reconnectPolicy.address.stream)"]) { first, _ in first }
        )
    }
}
