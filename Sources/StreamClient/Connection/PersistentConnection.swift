import Logging
import NIOCore
import StreamProtocol

/// A connection that is made again whenever it is lost, until its owner has what it wants or nothing more can be done.
struct PersistentConnection {
    /// What the owner makes of an event.
    enum Reaction {
        case goOn
        /// Tell the relay that it broke the protocol, and close.
        case violation(ProtocolError)
    }

    /// What the owner wants once a connection is lost.
    enum Loss {
        case reconnect
        /// That was the end; ``run`` returns.
        case done
    }

    let configuration: ClientConfiguration
    private(set) var plan: ReconnectPlan
    private let gauge: UplinkGauge.Report?
    /// Made when the first encrypted connection is: reading what a machine trusts takes a while.
    private var tls: TLSOpener?

    /// - Parameter gauge: Is told on the event loop how far what is sent has come.
    /// - Throws: ``ClientError`` where the configuration contradicts itself.
    init(
        _ configuration: ClientConfiguration,
        isPatient: Bool,
        gauge: UplinkGauge.Report? = nil
    ) throws(ClientError) {
        self.gauge = gauge
        self.configuration = configuration
        plan = ReconnectPlan(try configuration.home(), backoff: configuration.backoff, isPatient: isPatient)
    }

    /// Connects, and connects again.
    ///
    /// - Parameters:
    ///   - hello: What to say first; is given the relay's address and whether any relay has welcomed this client.
    ///   - receive: Is given each event, one after the other; while it runs, nothing more is read.
    ///   - lost: Is told of each connection that ends, or could not be made.
    ///   - waiting: Is told how long it will be until the next attempt.
    /// - Throws: `CancellationError`, the `Ending` that a relay meant for good, a ``ClientError`` that trying again
    ///   cannot help, or what `receive` or `waiting` throw.
    nonisolated(nonsending) mutating func run(
        hello: (RelayAddress, Bool) -> Hello,
        receive: nonisolated(nonsending) (ConnectionEvent, RelayConnection) async throws -> Reaction,
        lost: (ClientError) -> Loss,
        waiting: nonisolated(nonsending) (ClientError, Duration) async throws -> Void
    ) async throws {
        var generator = SystemRandomNumberGenerator()
        while true {
            let error = try await connect(hello: hello(plan.address, plan.hasBeenWelcomed), receive: receive)
            guard case .reconnect = lost(error) else { return }
            try Task.checkCancellation()
            switch plan.failed(error, at: .now(), using: &generator) {
            case .giveUp(let error): throw error
            case .follow(let address): log(.info, "sent on to another relay", ["relay": "\(address)"])
            case .retry(let pause):
                log(.notice, "\(error.reason) Trying again.", ["wait": "\(pause)"])
                try await waiting(error, pause)
                try await Task.sleep(for: pause)
            }
        }
    }

    /// One connection, from the attempt to the end.
    ///
    /// - Returns: Why it ended.
    nonisolated(nonsending) private mutating func connect(
        hello: Hello,
        receive: nonisolated(nonsending) (ConnectionEvent, RelayConnection) async throws -> Reaction
    ) async throws -> ClientError {
        let address = plan.address
        let channel: RelayConnection.AsyncChannel
        do {
            channel = try await RelayConnection.open(
                to: address,
                hello: hello,
                configuration: configuration,
                tls: try opener(for: address),
                gauge: gauge
            )
        } catch {
            return error
        }
        return try await channel.executeThenClose { inbound, _ in
            let connection = RelayConnection(channel: channel.channel)
            let outcome = await outcome(of: connection, events: inbound, receive: receive)
            // Every end has a last word, of one side or the other, and the channel closes itself after that.
            _ = try? await channel.channel.closeFuture.get()
            return try outcome.get()
        }
    }

    private mutating func opener(for address: RelayAddress) throws(ClientError) -> TLSOpener? {
        guard address.scheme == .tls else { return nil }
        if tls == nil { tls = try TLSOpener(configuration.security ?? ClientSecurity()) }
        return tls
    }

    /// Hands on events until there are no more, or until somebody has had enough.
    nonisolated(nonsending) private mutating func outcome(
        of connection: RelayConnection,
        events: NIOAsyncChannelInboundStream<ConnectionEvent>,
        receive: nonisolated(nonsending) (ConnectionEvent, RelayConnection) async throws -> Reaction
    ) async -> Result<ClientError, any Error> {
        let address = plan.address
        do {
            for try await event in events {
                if case .welcomed = event { welcomed(by: address) }
                do {
                    guard case .violation(let error) = try await receive(event, connection) else { continue }
                    connection.leave(saying: .error(Ending(error)))
                    return .success(.violation(address, error))
                } catch {
                    connection.leave(saying: Self.farewell)
                    return .failure(error)
                }
            }
            return .success(.lost(address))
        } catch {
            if Task.isCancelled { connection.leave(saying: Self.farewell) }
            return .success(.lost(address, error))
        }
    }

    private static let farewell = Message.goodbye(Ending(.done, "The client has stopped."))

    private mutating func welcomed(by address: RelayAddress) {
        plan.welcomed(at: .now())
        log(.info, "connected", ["relay": "\(address)"])
    }

    private func log(_ level: Logger.Level, _ message: Logger.Message, _ metadata: Logger.Metadata) {
        configuration.logger.log(
            level: level,
            message,
            metadata: metadata.merging(["stream": "\(plan.address.stream)"]) { first, _ in first }
        )
    }
}
