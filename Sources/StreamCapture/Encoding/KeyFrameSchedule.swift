/// When the next key frame is due by the clock of the pictures, however many of them came.
///
/// Encoders count frames. A camera in the dark gives fewer than it said, and late frames are left out; viewers who join
/// are not to wait longer for that.
struct KeyFrameSchedule: Hashable, Sendable {
    /// `nil`: the encoder's own count decides alone.
    private let interval: Int64?
    /// A picture that comes up to half a period early is the one that was meant.
    private let tolerance: Int64
    private var last: Int64?

    init(_ interval: KeyFrameInterval, framePeriod: Int64) {
        switch interval {
        case .frames: self.interval = nil
        case .seconds(let seconds):
            let bounded = min(max(seconds, 0), KeyFrameInterval.longestSeconds)
            self.interval = Int64((bounded * 1_000_000).rounded())
        }
        tolerance = framePeriod / 2
    }

    /// Whether the picture of this time, in microseconds, is to be a key frame.
    func isDue(at time: Int64) -> Bool {
        guard let interval, let last else { return false }
        return time - last >= interval - tolerance
    }

    /// The picture of this time is one.
    mutating func keyFrameIs(at time: Int64) {
        last = max(last ?? time, time)
    }
}
