import StreamClient
import StreamProtocol
import Platform

/// Gives a player the frames of one stream.
package protocol PlayerSource: Sendable {
    /// The stream's name, for the window and for files of snapshots.
    var name: String { get }

    /// Whether it can begin earlier and again, as a relay can. If not, ``run(history:_:)`` is called once, and pauses
    /// are the source's own affair.
    var canRewind: Bool { get }

    /// Whether the capture times of its frames are by this machine's clock.
    var isLocal: Bool { get }

    /// Passes events until the stream ends, or the task is cancelled.
    ///
    /// - Parameter history: How old the first frame should be; zero for the live edge.
    func run(history: Duration, _ receive: @escaping @Sendable (WatchEvent) -> Void) async throws

    /// What a user should know while the relay waits for the stream's publisher, in whole sentences; `nil` for nothing.
    func waitingText() async -> String?

    /// Requests a random access point of a track.
    func requestKeyFrame(_ track: TrackID)

    /// Stops passing frames, or goes on; called only if it cannot rewind.
    func pause(_ isPaused: Bool)
}

extension PlayerSource {
    package func waitingText() async -> String? { nil }
}

/// A stream of a relay.
package final class RelaySource: PlayerSource {
    /// How far the relay may fall behind before it skips frames, at least: as for the browser player.
    static let maximumLatency = Duration.seconds(1)

    private let configuration: ClientConfiguration
    private let target: Duration
    private let followsNextStream: Bool
    private let describeWait: @Sendable () async -> String?
    private let watcher = Mutex<StreamWatcher?>(nil)

    /// - Parameters:
    ///   - target: How long frames wait after their arrival at least.
    ///   - followsNextStream: Whether the end of the stream is a wait for the next one of the same name.
    ///   - describeWait: See ``waitingText()``.
    package init(
        _ configuration: ClientConfiguration,
        target: Duration,
        followsNextStream: Bool = false,
        describeWait: @escaping @Sendable () async -> String? = { nil }
    ) {
        self.configuration = configuration
        self.target = target
        self.followsNextStream = followsNextStream
        self.describeWait = describeWait
    }

    package var name: String { configuration.address.description }
    package var canRewind: Bool { true }
    package var isLocal: Bool { false }

    package func run(history: Duration, _ receive: @escaping @Sendable (WatchEvent) -> Void) async throws {
        let request = WatchRequest(
            maximumLatency: max(Self.maximumLatency, target * 2),
            // Not 0: the relay then says how old the first frame is.
            history: max(history, .milliseconds(1)),
            kinds: [TrackKinds(.video), TrackKinds(.audio)],
            followsNextStream: followsNextStream
        )
        let watcher = StreamWatcher(configuration, request: request)
        self.watcher.withLock { $0 = watcher }
        defer { self.watcher.withLock { $0 = nil } }
        try await watcher.run { receive($0) }
    }

    package func waitingText() async -> String? { await describeWait() }

    package func requestKeyFrame(_ track: TrackID) {
        watcher.withLock { $0 }?.requestKeyFrame(track)
    }

    package func pause(_ isPaused: Bool) {}
}
