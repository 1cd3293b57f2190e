import StreamProtocol

/// Decides which pictures to leave out, so that no more than a number of them a second are left, evenly spread.
///
/// A value without a clock. Nothing is held back: a picture is taken or left out when it comes.
struct FrameThinning: Sendable {
    /// Times further apart than this, in microseconds, are after a pause or a jump.
    private static let longestPause: Int64 = 1_000_000

    private let period: Double
    /// When the next picture is due, in microseconds.
    private var due: Double?

    init(to rate: Track.Rate) {
        period = 1_000_000 / rate.framesPerSecond
    }

    /// Whether to take the picture of this time, in microseconds.
    mutating func takes(_ time: Int64) -> Bool {
        let now = Double(time)
        guard let due, abs(now - due) < max(Double(Self.longestPause), 2 * period) else {
            due = now + period
            return true
        }
        // A little early is in time: a camera's pictures come with jitter.
        guard now >= due - period / 4 else { return false }
        // On the same beat, unless pictures come later than that.
        self.due = now < due + period ? due + period : now + period
        return true
    }
}
