import StreamProtocol

/// Decides when frames are due, and whether they come from a live source. It has no clock.
public struct Pacer: Sendable {
    /// How far a live source may be ahead of real time: the jitter that an encoder makes up at once.
    public static let tolerance = Duration.milliseconds(100)
    /// The longest delay that is made up. After a longer one, caused by a disk, a pipe or the relay, the frames
    /// continue at their pace; making it up would be a burst.
    public static let longestDelay = Duration.seconds(1)

    private let speed: Double?
    private var start: (media: MediaTime, real: ContinuousClock.Instant)?
    /// The highest time so far. Audio and video can be far apart in a file.
    private var newest: MediaTime?
    private var ahead = Duration.zero

    /// - Parameter speed: The speed of sending a file relative to its timing, 0 for as fast as possible; `nil` for a
    ///   source with a pace of its own.
    public init(speed: Double?) {
        self.speed = speed
    }

    /// Whether frames come at their own pace.
    public var isUnpaced: Bool { speed == nil }

    /// Whether frames are held until they are due.
    public var isPaced: Bool { (speed ?? 0) > 0 }

    /// Whether the source is live. A source ahead of real time is a recording, and none of it needs to be dropped.
    public var isLive: Bool { speed == nil && ahead < Self.tolerance }

    /// Returns how long to wait before sending a frame with the decoding time `time`.
    ///
    /// - Returns: `nil` if the frame is due.
    public mutating func wait(until time: MediaTime, now: ContinuousClock.Instant) -> Duration? {
        let (media, real) = start ?? (time, now)
        start = (media, real)
        let passed = time - media
        guard let speed else {
            ahead = passed - (now - real)
            return nil
        }
        guard speed > 0 else { return nil }
        let wait = passed / speed - (now - real)
        if wait < .zero - Self.longestDelay, newest.map({ time > $0 }) ?? true { start = (time, now) }
        newest = newest.map { max($0, time) } ?? time
        return wait > .zero ? wait : nil
    }
}
