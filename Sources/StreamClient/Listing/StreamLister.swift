import StreamProtocol

/// Lists the streams of a relay that the token allows to watch, and follows their changes. It reconnects when the
/// connection breaks or the relay is away for a while.
public final class StreamLister: Sendable {
    private let configuration: ClientConfiguration
    private let folder: StreamName
    private let waits: Bool

    /// - Parameters:
    ///   - configuration: The relay. The stream of its address does not matter.
    ///   - folder: Lists only streams whose names begin with this name and a slash; `.empty` lists all.
    ///   - waits: Whether to wait for a relay that is not there yet. After the first list, a lister always waits for the
    ///     relay's return.
    public init(_ configuration: ClientConfiguration, below folder: StreamName = .empty, waits: Bool = true) {
        self.configuration = configuration
        self.folder = folder
        self.waits = waits
    }

    /// Calls `body` with the whole list, sorted by name, at once and after each change.
    ///
    /// - Throws: `CancellationError`; an error of `body`; or a ``ClientError`` with the reason of a relay that refuses
    ///   this client (``ClientError/ending``), if the peer is not a relay, if the relay knows no lists, or, if the lister
    ///   does not wait, if no relay answers.
    nonisolated(nonsending) public func run(
        _ body: nonisolated(nonsending) ([StreamList.Entry]) async throws -> Void
    ) async throws {
        var session = ListSession()
        var persistentConnection = try PersistentConnection(configuration, retriesFirstAttempt: waits)
        try await persistentConnection.run(
            hello: { address, _ in
                var hello = configuration.hello(.list, to: address)
                hello.stream = folder
                return hello
            },
            receive: { event, _ in
                let list: [StreamList.Entry]?
                do throws(ProtocolError) {
                    list = try session.receive(event)
                } catch {
                    return .violation(error)
                }
                if let list { try await body(list) }
                return .proceed
            },
            lost: { _ in .reconnect },
            waiting: { _, _ in }
        )
    }

    /// The lists of ``run(_:)`` as a sequence. A reader that is slow gets the newest list, and not those before it.
    public var lists: AsyncThrowingStream<[StreamList.Entry], any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task { [self] in
                do {
                    try await run { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// Puts a relay's list together from its messages, across reconnections.
///
/// The value does no I/O and reads no clock.
struct ListSession {
    private var entries: [StreamName: StreamList.Entry] = [:]

    /// Takes an event of the connection.
    ///
    /// - Returns: The whole list, sorted by name, when it has changed and is complete.
    /// - Throws: `ProtocolError` for a message that a relay must not send to this client.
    mutating func receive(_ event: ConnectionEvent) throws(ProtocolError) -> [StreamList.Entry]? {
        switch event {
        case .welcomed, .clock: return nil
        case .message(.streams(let list)):
            if list.isNew { entries = [:] }
            for entry in list.entries { entries[entry.name] = entry.state == .gone ? nil : entry }
            guard !list.hasMore else { return nil }
            return entries.values.sorted { $0.name.description < $1.name.description }
        case .message(let message):
            throw ProtocolError(.unexpectedMessage, "A \(message.type) message came to a client that lists streams.")
        }
    }
}
