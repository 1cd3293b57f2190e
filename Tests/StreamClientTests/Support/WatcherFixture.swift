import StreamProtocol

@testable import StreamClient

/// Runs a watcher while `body` runs.
func withWatcher(
    _ configuration: ClientConfiguration,
    request: WatchRequest = WatchRequest(),
    _ body: (StreamWatcher, Gathering<WatchEvent>, Task<Void, any Error>) async throws -> Void
) async throws {
    let watcher = StreamWatcher(configuration, request: request)
    let events = Gathering<WatchEvent>()
    let task = Task { try await watcher.run { events.add($0) } }
    defer { task.cancel() }
    try await body(watcher, events, task)
}

extension WatchEvent {
    /// The sequence number of a frame.
    var sequence: UInt64? {
        if case .frame(let frame) = self { frame.header.sequence } else { nil }
    }

    var discontinuity: StreamDiscontinuity? {
        if case .discontinuity(let discontinuity) = self { discontinuity } else { nil }
    }

    /// The error of a lost connection.
    var disconnection: ClientError? {
        if case .disconnected(let error, _) = self { error } else { nil }
    }
}

extension ProtocolMessage {
    static let endOfStream = ProtocolMessage.goodbye(Ending(.endOfStream, "The stream has ended."))
}
