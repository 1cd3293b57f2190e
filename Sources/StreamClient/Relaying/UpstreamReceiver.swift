import NIOCore
import StreamProtocol

/// Receives a stream for a relay that sends it on: as a client of the role *relay*, which reconnects as a
/// ``StreamWatcher`` does and gets each message as it came.
package struct UpstreamReceiver: Sendable {
    private let configuration: ClientConfiguration
    private let path: @Sendable () -> RelayPath
    private let pathRefused: @Sendable () -> Bool
    private let token: @Sendable (RelayAddress) -> AccessToken?

    /// - Parameters:
    ///   - configuration: The relay and the stream, and how to connect.
    ///   - path: The path of each hello (`Protocol.md`, Path).
    ///   - pathRefused: The relay has refused the path of the last hello with `relay-loop`. Returns whether the path of the
    ///     next hello may help.
    ///   - token: The token of each hello to a relay, to which a redirect may have led.
    package init(
        _ configuration: ClientConfiguration,
        path: @escaping @Sendable () -> RelayPath,
        pathRefused: @escaping @Sendable () -> Bool,
        token: @escaping @Sendable (RelayAddress) -> AccessToken?
    ) {
        self.configuration = configuration
        self.path = path
        self.pathRefused = pathRefused
        self.token = token
    }

    /// Receives the stream until it ends or connecting again does not help.
    ///
    /// `body` is called with one event after the other, and nothing is read from the network while it runs. If it throws
    /// a `ProtocolError`, the receiver tells the relay. If the event is a welcome, the receiver then ends.
    ///
    /// - Throws: `CancellationError`; the `ProtocolError` of a welcome; another error of `body`; or a ``ClientError``,
    ///   also for the end of the stream.
    nonisolated(nonsending) package func run(
        _ body: nonisolated(nonsending) (UpstreamEvent) async throws -> Void
    ) async throws {
        var clock = ClockRebasing()
        var refusal: ProtocolError?
        var disconnection: ClientError?
        var connection = try PersistentConnection(configuration, retriesFirstAttempt: true)
        try await connection.run(
            hello: { address, _ in
                var hello = configuration.hello(.relay, to: address)
                // Another stream would reach viewers who may watch only this one.
                hello.stream = configuration.address.stream
                hello.token = token(address)
                hello.path = path()
                return hello
            },
            connecting: {
                if let error = disconnection {
                    disconnection = nil
                    try await body(.disconnected(error))
                }
                try await body(.connecting)
            },
            receive: { event, connection in
                let isWelcome = if case .welcomed = event { true } else { false }
                if isWelcome { clock = ClockRebasing() }
                do {
                    guard let event = translate(event, on: connection, &clock) else { return .proceed }
                    try await body(event)
                } catch let error as ProtocolError {
                    if isWelcome { refusal = error }
                    return .violation(error)
                }
                return .proceed
            },
            lost: { error in
                disconnection = error
                guard refusal == nil else { return .done }
                return error.ending?.code == .relayLoop && pathRefused() ? .reconnectAnyway : .reconnect
            },
            waiting: { _, _ in
                guard let error = disconnection else { return }
                disconnection = nil
                try await body(.disconnected(error))
            }
        )
        if let refusal { throw refusal }
    }

    /// - Returns: `nil` for an event that says nothing new.
    private func translate(
        _ event: ConnectionEvent,
        on connection: RelayConnection,
        _ clock: inout ClockRebasing
    ) -> UpstreamEvent? {
        let now = configuration.wallClock.now
        switch event {
        case .welcomed(let welcome): return .welcomed(welcome) { connection.postInOrder($0) }
        case .clock(let reading): return clock.measured(reading, at: now).map { .message(.clockOffset($0)) }
        case .message(.clockOffset(let offset)):
            return clock.received(offset, at: now).map { .message(.clockOffset($0)) }
        case .message(.tracks(let table)):
            clock.entered(table.epoch)
            return .message(.tracks(table))
        case .message(.arrivals(var arrivals)):
            guard let errorBound = clock.rebase(&arrivals, at: now) else { return nil }
            return .arrivals(arrivals, errorBound: errorBound)
        case .message(let message): return .message(message)
        }
    }
}

/// An event of a stream that a relay receives for its viewers.
package enum UpstreamEvent: Sendable {
    /// The next attempt to connect follows, as soon as this event is handled.
    case connecting
    /// The relay upstream has answered. `send` sends a message on this connection, and does nothing after its end.
    case welcomed(Welcome, send: @Sendable (ProtocolMessage) -> Void)
    /// A message, as it came. Clock offsets are relative to the local clock.
    case message(ProtocolMessage)
    /// When frames came to the relay upstream, by the local clock: right to within `errorBound` microseconds.
    case arrivals(Arrivals, errorBound: Int64)
    /// The connection was lost or could not be made, and another attempt follows.
    case disconnected(ClientError)
}
