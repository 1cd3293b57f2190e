/// Whether the sound of a player has holes, and how early its samples must be there. A value; times are microseconds.
///
/// The rules are those of the browser player (`Sources/WebPlayer/Assets/continuity.js`).
struct SoundContinuity: Sendable {
    /// From the decoder to the device, at first.
    static let firstMargin = 8_000.0
    /// How much more after each time that samples were missing.
    static let marginStep = 4_000.0
    /// The most.
    static let longestMargin = 60_000.0
    /// How much less a second of whole sound makes it: no lag stays after a bad time.
    static let marginFall = 200.0
    /// After so long without samples, the sound begins anew.
    static let silenceLimit = 200_000.0

    /// How early samples must be there.
    private(set) var margin = firstMargin
    /// How often samples were missing.
    private(set) var interruptions = 0
    private var wholeAt = 0.0
    private var isWhole = false

    /// The sound begins, or jumps, to be heard at this time.
    mutating func began(at: Int64) {
        isWhole = false
        wholeAt = Double(at)
    }

    /// The device took samples.
    ///
    /// - Parameter isWhole: Whether all of them were there.
    /// - Returns: Whether the sound still plays; otherwise it begins anew when there are samples.
    mutating func played(isWhole: Bool, now: Int64) -> Bool {
        let now = Double(now)
        if isWhole {
            if self.isWhole { margin = max(Self.firstMargin, margin - Self.marginFall * (now - wholeAt) / 1e6) }
            wholeAt = now
        } else if self.isWhole {
            interruptions += 1
            margin = min(Self.longestMargin, margin + Self.marginStep)
        }
        self.isWhole = isWhole
        return now - wholeAt <= Self.silenceLimit
    }
}
