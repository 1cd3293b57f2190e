import NIOCore
import StreamProtocol
import Synchronization

/// Receives a stream from a relay, and comes back when the connection breaks, the publisher is lost or the relay goes
/// away for a while.
public final class StreamWatcher: Sendable {
    private let configuration: ClientConfiguration
    private let request: WatchRequest
    private let connection = Mutex<RelayConnection?>(nil)

    public init(_ configuration: ClientConfiguration, request: WatchRequest = WatchRequest()) {
        self.configuration = configuration
        self.request = request
    }

    /// Watches until the stream ends.
    ///
    /// `body` is given one event after the other, and nothing is read from the network while it works: a slow `body` is
    /// a slow viewer, for which the relay skips to newer frames within its latency bound, and tells so by a gap. Frames
    /// share the memory they were received in; a `body` that keeps one for long should copy it.
    ///
    /// - Throws: `CancellationError`; what `body` throws; the `Ending` of a relay that will not serve this watcher; or a
    ///   ``ClientError`` when what answers is no relay or, where the request does not wait, nobody answers.
    nonisolated(nonsending) public func run(
        _ body: nonisolated(nonsending) (WatchEvent) async throws -> Void
    ) async throws {
        var session = WatchSession(at: .now)
        var keeper = try PersistentConnection(configuration, isPatient: request.waits)
        defer { connection.withLock { $0 = nil } }
        try await keeper.run(
            hello: { address, hasBeenWelcomed in
                var hello = configuration.hello(.subscribe, to: address)
                request.complete(&hello, hasBeenWelcomed: hasBeenWelcomed)
                return hello
            },
            receive: { event, connection in
                if case .welcomed = event { self.connection.withLock { $0 = connection } }
                let seen: [WatchEvent]
                do throws(ProtocolError) {
                    seen = try session.receive(event, at: .now, wallTime: configuration.wallClock.now)
                } catch {
                    return .violation(error)
                }
                for event in seen { try await body(event) }
                if let report = session.dueReport(at: .now) { connection.post(.receiverReport(report)) }
                return .goOn
            },
            lost: { error in
                connection.withLock { $0 = nil }
                return error.ending?.code == .endOfStream ? .done : .reconnect
            },
            waiting: { error, pause in try await body(.disconnected(error, retryIn: pause)) }
        )
    }

    /// Asks for a random access point of a track; does nothing while not connected.
    public func requestKeyFrame(_ track: TrackID) {
        connection.withLock { $0 }?.post(.keyFrameRequest(KeyFrameRequest(track: track)))
    }
}
