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

    init(_ configuration: ClientConfiguration, isPatient: Bool) {
        self.configuration = configuration
        plan = ReconnectPlan(configuration.address, backoff: configuration.backoff, isPatient: isPatient)
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
            channel = try await RelayConnection.open(to: address, hello: hello, configuration: configuration)
        } catch {
            return error
        }
        return try await channel.executeThenClose { inbound, outbound in
            let connection = RelayConnection(channel: channel.channel, outbound: outbound)
            do {
                for try await event in inbound {
                    if case .welcomed = event { welcomed(by: address) }
                    do {
                        guard case .violation(let error) = try await receive(event, connection) else { continue }
                        connection.post(.error(Ending(error)))
                        return .violation(address, error)
                    } catch {
                        connection.post(.goodbye(Ending(.done, "The client has stopped.")))
                        throw OwnerError(cause: error)
                    }
                }
                return .lost(address)
            } catch let error as OwnerError {
                throw error.cause
            } catch {
                return .lost(address, error)
            }
        }
    }

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

/// What the owner threw: its own affair, not the connection's.
private struct OwnerError: Error {
    let cause: any Error
}
