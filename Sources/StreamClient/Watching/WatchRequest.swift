import StreamProtocol

/// What a watcher asks for.
public struct WatchRequest: Hashable, Sendable {
    /// Where in the stream to begin.
    public var start: Hello.Start
    /// How far behind the newest frame the watcher may fall before the relay lets it jump; the relay's own bound where
    /// `nil`.
    public var maximumLatency: Duration?
    /// For how long the relay may gather frames to send them together; as it does it by itself where `nil`.
    public var batch: Duration?
    /// The kinds of track wanted.
    public var kinds: TrackKinds
    /// Whether to wait for a relay and a stream that are not there yet. Once it has been welcomed, a watcher always
    /// waits for their return.
    public var waits: Bool

    public init(
        start: Hello.Start = .randomAccessPoint,
        maximumLatency: Duration? = nil,
        batch: Duration? = nil,
        kinds: TrackKinds = .all,
        waits: Bool = true
    ) {
        self.start = start
        self.maximumLatency = maximumLatency
        self.batch = batch
        self.kinds = kinds
        self.waits = waits
    }

    /// Writes the wishes into a hello.
    func complete(_ hello: inout Hello, hasBeenWelcomed: Bool) {
        hello.start = start
        hello.maximumLatency = maximumLatency.map { UInt32(clamping: $0 / .milliseconds(1)) }
        hello.batch = batch.map { UInt32(clamping: $0 / .milliseconds(1)) }
        hello.kinds = kinds
        hello.waits = waits || hasBeenWelcomed
    }
}

extension UInt32 {
    /// A number of milliseconds; what cannot be told is as good as the nearest that can.
    fileprivate init(clamping number: Double) {
        self = number > 0 ? UInt32(Swift.min(number, Double(UInt32.max))) : 0
    }
}
