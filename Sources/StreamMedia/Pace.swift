/// When frames are due, and whether they come from something live.
///
/// A value without a clock.
public struct Pace: Sendable {
    /// How far a live source may run ahead of real time: what a jittering encoder catches up at once.
    public static let tolerance = Duration.milliseconds(100)
    /// How late a frame may be for the lost time to be made good. What was held up for longer, by a disk, a pipe or the
    /// relay, goes on at its pace: made good, it would be a burst.
    public static let longestDelay = Duration.seconds(1)

    private let speed: Double?
    private var start: (media: Int64, real: ContinuousClock.Instant)?
    /// The highest time so far: sound and pictures may lie far apart in a file.
    private var newest = Int64.min
    private var ahead = Duration.zero

    /// - Parameter speed: How much faster than its timing a file is sent, 0 for as fast as it goes; `nil` for what
    ///   comes at its own pace.
    public init(speed: Double?) {
        self.speed = speed
    }

    /// Whether frames come at their own pace.
    public var isUnpaced: Bool { speed == nil }

    /// Whether frames are held until they are due.
    public var isPaced: Bool { (speed ?? 0) > 0 }

    /// Whether the frames come when they happen. What runs ahead of real time has been recorded, and nothing of it
    /// needs to be lost.
    public var isLive: Bool { speed == nil && ahead < Self.tolerance }

    /// How long to wait with a frame that is to be decoded at `time`, in microseconds.
    ///
    /// - Returns: `nil` where it is due.
    public mutating func wait(until time: Int64, now: ContinuousClock.Instant) -> Duration? {
        let (media, real) = start ?? (time, now)
        start = (media, real)
        let passed = Duration.microseconds(time &- media)
        guard let speed else {
            ahead = passed - (now - real)
            return nil
        }
        guard speed > 0 else { return nil }
        let wait = passed / speed - (now - real)
        if wait < .zero - Self.longestDelay, time > newest { start = (time, now) }
        newest = max(newest, time)
        return wait > .zero ? wait : nil
    }
}
