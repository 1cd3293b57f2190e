/// Turns the times of a track's frames into ticks of its time scale.
///
/// Decode times rise by at least one tick from frame to frame, because readers refuse others. Frames whose microseconds
/// are too close, or go back, follow one tick after the last one, until the time catches up.
struct TrackClock: Hashable, Sendable {
    /// Times in ticks.
    struct Times: Hashable, Sendable {
        var decode: Int64
        /// Not before `decode`.
        var presentation: Int64
        /// How long the frame is likely to last: as long as the one before.
        var duration: UInt32

        /// `presentation` - `decode`, within the 32 bits of a signed composition offset (ISO/IEC 14496-12 8.6.1.3).
        var compositionOffset: Int32 { Int32(clamping: presentation - decode) }
    }

    /// The longest time between frames that is taken for the duration of the next one, in seconds. A longer one is a gap.
    private static let longestDuration: Int64 = 1

    let timescale: Int64
    private(set) var duration: UInt32
    private var last: Int64?

    /// Starts before the first frame of a track.
    init(_ track: ContainerTrack) {
        self.init(timescale: track.timescale, duration: track.usualDuration)
    }

    /// Starts before the first frame of a track with `timescale` ticks a second, up to 2²⁴.
    init(timescale: UInt32, duration: UInt32 = 1) {
        self.timescale = Int64(timescale)
        self.duration = max(1, duration)
    }

    /// Returns the times of the next frame.
    mutating func times(of frame: ContainerFrame) -> Times {
        var decode = ticks(frame.decodeTime)
        if let last {
            decode = max(decode, last + 1)
            let step = decode - last
            if step <= Self.longestDuration * timescale { duration = UInt32(clamping: step) }
        }
        last = decode
        return Times(decode: decode, presentation: max(decode, ticks(frame.presentationTime)), duration: duration)
    }

    /// Whether the time from the last frame to this one fits 32 bits.
    func canFollow(_ frame: ContainerFrame) -> Bool {
        last.map { ticks(frame.decodeTime) - $0 <= Int64(UInt32.max) } ?? true
    }

    /// Microseconds in ticks, rounded; times that no time line has are put on its ends.
    func ticks(_ time: Int64) -> Int64 {
        let time = min(max(time, 0), ContainerLimits.latestTime)
        let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000)
        return seconds * timescale + (rest * timescale + 500_000) / 1_000_000
    }
}

/// Ticks of a time scale in those of another one, rounded; `nil` if they do not fit.
func rescale(_ ticks: Int64, from scale: UInt32, to other: UInt32) -> Int64? {
    guard scale > 0, ticks >= 0 else { return nil }
    let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: Int64(scale))
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: Int64(other))
    // Both factors have 32 bits.
    let part = (UInt64(rest) * UInt64(other) + UInt64(scale) / 2) / UInt64(scale)
    let (sum, carry) = whole.addingReportingOverflow(Int64(part))
    return overflow || carry ? nil : sum
}
