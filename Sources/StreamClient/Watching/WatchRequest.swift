import StreamProtocol

/// The options of a watcher.
public struct WatchRequest: Hashable, Sendable {
    /// Where in the stream to begin.
    public var start: Hello.Start
    /// How far behind the newest frame the watcher may be before the relay skips frames; `nil` for the relay's own
    /// bound.
    public var maximumLatency: Duration?
    /// For how long the relay may collect frames to send them together; `nil` for the relay's own choice.
    public var batch: Duration?
    /// How old the first frame should at least be, if the watcher begins at the last random access point; `nil` for no
    /// history. The relay grants what its log has, and extends the latency bound by it (``Welcome/history``). After a
    /// reconnection the watcher asks again: frames that it has are dropped, and the others fill the gap.
    public var history: Duration?
    /// The kinds of tracks to receive.
    public var kinds: TrackKinds
    /// Whether to receive only the random access points of the tracks, for previews and snapshots. Gaps with
    /// ``Gap/Reason/notRequested`` name the other frames.
    public var wantsOnlyRandomAccess: Bool
    /// Whether to wait for a relay and a stream that are not there yet. If false, the first attempt that fails ends the
    /// watcher, also if the relay says that a later one may succeed. After the first welcome, a watcher always waits for
    /// their return.
    public var waits: Bool
    /// Whether to wait for the next stream of the same name when the stream has ended.
    public var followsNextStream: Bool

    /// Makes a request; see the properties for units and defaults.
    public init(
        start: Hello.Start = .randomAccessPoint,
        maximumLatency: Duration? = nil,
        batch: Duration? = nil,
        history: Duration? = nil,
        kinds: TrackKinds = .all,
        wantsOnlyRandomAccess: Bool = false,
        waits: Bool = true,
        followsNextStream: Bool = false
    ) {
        self.start = start
        self.maximumLatency = maximumLatency
        self.batch = batch
        self.history = history
        self.kinds = kinds
        self.wantsOnlyRandomAccess = wantsOnlyRandomAccess
        self.waits = waits
        self.followsNextStream = followsNextStream
    }

    /// Writes the options into a hello.
    func complete(_ hello: inout Hello, hasBeenWelcomed: Bool) {
        hello.start = start
        hello.maximumLatency = maximumLatency.map { UInt32(clamping: $0 / .milliseconds(1)) }
        hello.batch = batch.map { UInt32(clamping: $0 / .milliseconds(1)) }
        hello.history = history.map { UInt32(clamping: $0 / .milliseconds(1)) }
        hello.kinds = kinds
        hello.wantsOnlyRandomAccess = wantsOnlyRandomAccess
        hello.waits = waits || hasBeenWelcomed
    }
}

extension UInt32 {
    /// The duration in milliseconds, clamped to the field's range.
    fileprivate init(clamping number: Double) {
        self = number > 0 ? UInt32(Swift.min(number, Double(UInt32.max))) : 0
    }
}
