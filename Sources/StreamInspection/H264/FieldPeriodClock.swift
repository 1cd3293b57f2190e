import H264

/// How long a stream lasts by the timing of its VUI: a field takes a tick, a frame two (E.2.1).
struct FieldPeriodClock: Sendable {
    /// Field periods so far under the timing at hand, and all before it in seconds.
    private var periods = 0
    private var before = 0.0
    /// Seconds of a field period.
    private var period: Double?

    /// Seconds from the stream's beginning to the next access unit; `nil` as long as there was no timing.
    var seconds: Double? { period.map { before + Double(periods) * $0 } }

    /// Goes by the timing of an SPS from here on, if it has any. Pictures before the first timing count as if they had
    /// it.
    mutating func adopt(_ sps: SequenceParameterSet?) {
        guard let rate = sps?.frameRate else { return }
        let new = 0.5 / rate.framesPerSecond
        if let period, period != new {
            before += Double(periods) * period
            periods = 0
        }
        period = new
    }

    /// Moves on by what an access unit lasts.
    mutating func advance(_ info: AccessUnitInfo) {
        periods += info.structure.isField ? 1 : 2
    }
}
