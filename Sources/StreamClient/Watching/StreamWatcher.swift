import NIOCore
import Platform
import StreamProtocol

/// Receives a stream from a relay. It reconnects when the connection breaks, the publisher is lost or the relay is away
/// for a while.
public final class StreamWatcher: Sendable {
    private let configuration: ClientConfiguration
    private let request: WatchRequest
    private let connection = Mutex<RelayConnection?>(nil)
    private let keyFrameRequests = Mutex(KeyFrameRequestLimit())

    /// Makes a watcher, which does nothing until it runs.
    ///
    /// - Parameters:
    ///   - configuration: The relay and the stream, and how to connect.
    ///   - request: Where to begin, and what to receive.
    public init(_ configuration: ClientConfiguration, request: WatchRequest = WatchRequest()) {
        self.configuration = configuration
        self.request = request
    }

    /// Watches until the stream ends, or without an end if the request follows the next stream
    /// (``WatchRequest/followsNextStream``).
    ///
    /// `body` is called with one event after the other, and nothing is read from the network while it runs. For a slow
    /// `body`, the relay skips to newer frames within its latency bound and sends a gap. Frames share the memory they
    /// were received in; a `body` that keeps a frame for long should copy it.
    ///
    /// - Throws: `CancellationError`; an error of `body`; or a ``ClientError`` with the reason of a relay that refuses
    ///   this watcher (``ClientError/ending``), if the peer is not a relay, or, if the request does not wait, if no relay
    ///   answers.
    nonisolated(nonsending) public func run(
        _ body: nonisolated(nonsending) (WatchEvent) async throws -> Void
    ) async throws {
        var session = WatchSession(at: .now)
        var persistentConnection = try PersistentConnection(
            configuration,
            retriesFirstAttempt: request.waits,
            followsNextStream: request.followsNextStream
        )
        defer { connection.withLock { $0 = nil } }
        try await persistentConnection.run(
            hello: { address, hasBeenWelcomed in
                var hello = configuration.hello(.subscribe, to: address)
                request.complete(&hello, hasBeenWelcomed: hasBeenWelcomed)
                return hello
            },
            receive: { event, connection in
                if case .welcomed = event { self.connection.withLock { $0 = connection } }
                let events: [WatchEvent]
                do throws(ProtocolError) {
                    events = try session.receive(event, at: .now, wallTime: configuration.wallClock.now)
                } catch {
                    return .violation(error)
                }
                for event in events { try await body(event) }
                if let report = session.dueReport(at: .now) { connection.post(.receiverReport(report)) }
                return .proceed
            },
            lost: { error in
                connection.withLock { $0 = nil }
                return error.ending?.code == .endOfStream && !request.followsNextStream ? .done : .reconnect
            },
            waiting: { error, pause in try await body(.disconnected(error, retryIn: pause)) }
        )
    }

    /// Requests a random access point of a track. Does nothing while not connected, and within 2 seconds after the last
    /// request: the relay would drop it.
    public func requestKeyFrame(_ track: TrackID) {
        guard let connection = connection.withLock({ $0 }) else { return }
        guard keyFrameRequests.withLock({ $0.takes(track, at: .now) }) else { return }
        connection.post(.keyFrameRequest(KeyFrameRequest(track: track)))
    }
}

/// An event of a watched stream. Events are delivered in order. Later versions may add cases: a `switch` that lists all of them
/// ends with `@unknown default`. With `default`, the compiler warns that it is never executed.
public enum WatchEvent: Sendable {
    /// A relay has answered. ``disconnected(_:retryIn:)`` follows when the connection is lost.
    case connected(Welcome)
    /// The tracks of the frames that follow. Repeated whenever a track changes, and after each reconnection.
    case tracks(TrackTable)
    /// A frame. Not every frame is to be shown; a ``PresentationFilter`` tells which.
    case frame(WatchedFrame)
    /// Frames that will not arrive. Delivered frames and frames in gaps together are all frames since the first one
    /// delivered. For a gap that the client itself found after a reconnection, the reason is `disconnected`.
    case gap(Gap)
    /// The frames that follow are of another generation: the publisher or the relay has begun anew. It comes before the
    /// tracks and frames of the new generation, and is not sent for the first one. Gaps do not count the frames that are
    /// missing between two generations.
    case discontinuity(StreamDiscontinuity)
    /// The stream has gained or lost its publisher.
    case state(StreamState)
    /// A new estimate of the clock offsets. It has no offset of the publisher while a new publisher has sent none.
    case clock(ClockEstimate)
    /// The connection was lost or could not be made, or the stream has ended and the next one is awaited. The next
    /// attempt follows after `retryIn`.
    case disconnected(ClientError, retryIn: Duration)
}
