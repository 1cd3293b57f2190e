/// Decides which captured frames of a live source to drop because the pipeline before the encoder is late. Encoded
/// frames are never dropped: other frames need them.
///
/// A value without a clock.
public struct FrameDropper: Hashable, Sendable {
    /// The tolerated age, in frame periods, of a frame while a newer one waits. Normal jitter of cameras and drivers
    /// takes one period.
    public static let toleratedPeriods: Int64 = 2
    /// The age that is always tolerated, in microseconds. A short scheduling delay costs no picture, and delays none by
    /// more than this.
    public static let toleratedAge: Int64 = 100_000

    /// The reciprocal of the frame rate, in microseconds.
    public let period: Int64
    /// The number of dropped frames.
    public private(set) var dropped = 0

    public init(period: Int64) {
        self.period = period
    }

    /// Decides whether to encode a frame, and counts it if not.
    ///
    /// - Parameters:
    ///   - captureTime: Its capture time, in microseconds of the media clock.
    ///   - now: The time on the same clock.
    ///   - isNewest: Whether no newer frame waits. The newest frame is always encoded.
    public mutating func shouldEncode(capturedAt captureTime: Int64, now: Int64, isNewest: Bool) -> Bool {
        if isNewest || !isLate(captureTime, now: now) { return true }
        dropped += 1
        return false
    }

    /// Whether a frame is older than usual between a camera and an encoder.
    public func isLate(_ captureTime: Int64, now: Int64) -> Bool {
        let (age, overflow) = now.subtractingReportingOverflow(captureTime)
        return !overflow && age > Self.toleratedAge && age / Self.toleratedPeriods > period
    }
}

/// Decides when to force a key frame on request: at once, but not so often that key frames take the whole bit rate. No
/// request is lost.
///
/// A value without a clock.
public struct KeyFrameThrottle: Hashable, Sendable {
    /// The minimum time between a key frame and a forced one. Relays request key frames at most this often.
    public static let minimumInterval = Duration.milliseconds(500)

    private var isRequested = false
    private var lastKeyFrame: ContinuousClock.Instant?

    public init() {}

    /// Requests a key frame: for a viewer, or for a queue that has dropped a group of pictures.
    public mutating func request() {
        isRequested = true
    }

    /// Whether the next frame must be a key frame. If so, the request is fulfilled.
    public mutating func shouldForce(at now: ContinuousClock.Instant) -> Bool {
        guard isRequested, lastKeyFrame.map({ now - $0 >= Self.minimumInterval }) ?? true else { return false }
        keyFrameEncoded(at: now)
        return true
    }

    /// The encoder has emitted a key frame, forced or not: earlier requests are fulfilled.
    public mutating func keyFrameEncoded(at now: ContinuousClock.Instant) {
        isRequested = false
        lastKeyFrame = now
    }
}
