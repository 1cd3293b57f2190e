/// Keeps sound that one clock counts with another clock: says by how much to stretch or squeeze it, or what to leave
/// out or fill in.
///
/// A value without a clock. It is told how far each block of samples is from where the count of samples puts it. That
/// jitters by milliseconds, and grows by some hundred microseconds each second where the clocks differ by a few hundred
/// parts in a million. A loop with a proportional and an integral part holds it near zero: the integral part becomes
/// the difference of the clocks.
struct DriftCorrector: Sendable {
    /// What to do with the samples from here on.
    enum Correction: Hashable, Sendable {
        /// Make this many more samples (fewer, where negative) of each million.
        case stretch(partsPerMillion: Double)
        /// Sound is missing: put in this many microseconds; where negative, leave out so many.
        case step(microseconds: Int64)
    }

    /// Sound that is further off than this, in microseconds, is not stretched into its place but put there: from here
    /// on one notices that it comes before its picture (ITU-R BT.1359-1).
    static let stepBound: Int64 = 45_000
    /// The same for recorded sound, which is not stretched. Its times jitter by a frame of MP3, which is 26 ms; each of
    /// several files that were joined has up to two frames more sound than pictures, and that adds up.
    static let recordedStepBound: Int64 = 28_000
    /// How long, in microseconds, sound from a device has to be off to be taken for it: a single late block is jitter.
    static let confirmation: Int64 = 100_000
    /// Sound that is off by this much, in microseconds, has been away: nothing to wait for.
    static let certainty: Int64 = 1_000_000
    /// How long, in microseconds, sound is only looked at when it begins or was put in its place: where it is then
    /// known to be off by more than ``settledBound``, it is put in its place, rather than stretched for a minute.
    static let settling: Int64 = 2_000_000
    /// In microseconds.
    static let settledBound = 5_000.0
    /// The most that is stretched, in parts per million: 1.6 cents of pitch, which nobody hears, and less than 1 Hz of
    /// 1 kHz. Few sound cards differ from the system's clock by a fifth of it.
    static let maximumStretch = 900.0
    /// Over how long, in seconds, jitter is averaged.
    static let averaging = 1.0
    /// How fast the loop is, in radians a second, with critical damping: clocks that differ by 500 parts per million
    /// move the sound by 2 ms before they are followed.
    static let bandwidth = 0.1

    private let timing: AudioTiming
    /// The averaged deviation, in seconds.
    private var average = 0.0
    /// The difference of the clocks as known so far, in parts of one.
    private var difference = 0.0
    /// While sound settles: the deviations in microseconds, each times how long it lasted, and how long all did.
    private var settling: (sum: Double, duration: Int64)? = (0, 0)
    /// The deviation nearest to zero since all of them were beyond the bound to the same side, and for how long.
    private var suspicion: (deviation: Int64, duration: Int64)?

    init(timing: AudioTiming) {
        self.timing = timing
    }

    /// By how much the source's clock is slow, in parts per million, as far as known.
    var clockDifference: Double { difference * 1e6 }

    /// Takes note of a block of samples.
    ///
    /// - Parameters:
    ///   - deviation: By how much it is later than the count of samples says, in microseconds.
    ///   - duration: How long it lasts, in microseconds.
    mutating func note(deviation: Int64, duration: Int64) -> Correction {
        let duration = max(0, duration)
        if let step = step(deviation, duration) { return .step(microseconds: step) }
        guard timing == .live else { return .stretch(partsPerMillion: 0) }
        if suspicion == nil, let step = settle(deviation, duration) { return .step(microseconds: step) }
        if suspicion == nil, settling == nil { follow(Double(deviation) / 1e6, over: Double(duration) / 1e6) }
        return .stretch(partsPerMillion: stretch * 1e6)
    }

    /// How far to step at the end of settling, if at all.
    private mutating func settle(_ deviation: Int64, _ duration: Int64) -> Int64? {
        guard let before = settling else { return nil }
        let now = (sum: before.sum + Double(deviation) * Double(duration), duration: before.duration + duration)
        settling = now
        guard now.duration >= Self.settling else { return nil }
        settling = nil
        let mean = now.sum / Double(now.duration)
        guard abs(mean) <= Self.settledBound else { return Int64(mean) }
        average = mean / 1e6
        return nil
    }

    private var stretch: Double {
        let limit = Self.maximumStretch / 1e6
        return min(max(2 * Self.bandwidth * average + difference, -limit), limit)
    }

    private mutating func follow(_ deviation: Double, over seconds: Double) {
        let seconds = min(seconds, Self.averaging)
        average += (deviation - average) * seconds / Self.averaging
        // While the limit holds, what is left is no measure of the clocks.
        guard abs(stretch) < Self.maximumStretch / 1e6 else { return }
        difference += Self.bandwidth * Self.bandwidth * average * seconds
    }

    /// How far to step, if at all.
    private mutating func step(_ deviation: Int64, _ duration: Int64) -> Int64? {
        let bound = timing == .live ? Self.stepBound : Self.recordedStepBound
        guard deviation.magnitude > bound.magnitude else {
            suspicion = nil
            return nil
        }
        guard timing == .live, deviation.magnitude < Self.certainty.magnitude else {
            restart()
            return deviation
        }
        var nearest = deviation
        var lasted = duration
        if let suspicion, (suspicion.deviation < 0) == (deviation < 0) {
            nearest = deviation < 0 ? max(deviation, suspicion.deviation) : min(deviation, suspicion.deviation)
            lasted += suspicion.duration
        }
        suspicion = (nearest, lasted)
        guard lasted >= Self.confirmation else { return nil }
        restart()
        return nearest
    }

    /// The sound is in its place; what is known of the clocks stays true.
    private mutating func restart() {
        suspicion = nil
        settling = (0, 0)
        average = 0
    }
}
