/// Which captured frames of a live source are not worth encoding any more, because the line from the camera to the encoder
/// is behind. What has been encoded is never dropped: other frames need it.
///
/// A value without a clock.
public struct FrameDropper: Hashable, Sendable {
    /// How old, in frame periods, a frame may be while a newer one waits: one period passes in any camera's and driver's
    /// ordinary jitter.
    public static let patience: Int64 = 2
    /// How old it may always be, in microseconds: a scheduler's hiccup that the encoder makes good at once costs no
    /// picture, and delays none by more than this.
    public static let leastPatience: Int64 = 100_000

    /// One over the frame rate, in microseconds.
    public let period: Int64
    /// Frames that were dropped so far.
    public private(set) var dropped = 0

    public init(period: Int64) {
        self.period = period
    }

    /// Decides about a frame, and counts it where it is not to be encoded.
    ///
    /// - Parameters:
    ///   - captureTime: When it was captured, in microseconds of the media clock.
    ///   - now: The time on the same clock.
    ///   - isNewest: Whether no newer frame waits. The newest is always wanted.
    public mutating func shouldEncode(capturedAt captureTime: Int64, now: Int64, isNewest: Bool) -> Bool {
        if isNewest || !isLate(captureTime, now: now) { return true }
        dropped += 1
        return false
    }

    /// Whether a frame is older than is usual between a camera and an encoder.
    public func isLate(_ captureTime: Int64, now: Int64) -> Bool {
        let (age, overflow) = now.subtractingReportingOverflow(captureTime)
        return !overflow && age > Self.leastPatience && age / Self.patience > period
    }
}
