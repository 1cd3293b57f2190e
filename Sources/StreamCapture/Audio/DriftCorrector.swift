/// Keeps audio with its own clock in sync with the media clock: decides how much to stretch, drop or fill.
///
/// A value without a clock. Its input is the deviation of each block from the time by sample count. The deviation
/// jitters by milliseconds, and grows by some hundred microseconds per second if the clocks differ by a few hundred
/// parts per million. A proportional-integral loop keeps it near zero: the integral part converges to the difference of
/// the clocks.
struct DriftCorrector: Sendable {
    /// The correction from here on.
    enum Correction: Hashable, Sendable {
        /// Make this many additional samples per million (fewer if negative).
        case stretch(partsPerMillion: Double)
        /// Audio is missing: insert this many microseconds; if negative, drop as many.
        case step(microseconds: Int64)
    }

    /// A larger deviation, in microseconds, is corrected by a step and not by stretching: from here on people notice
    /// that sound precedes its picture (ITU-R BT.1359-1).
    static let stepBound: Int64 = 45_000
    /// The same for recorded audio, which is not stretched. Its times jitter by a frame of MP3, which is 26 ms; each of
    /// several joined files has up to two frames more audio than video, and that adds up.
    static let recordedStepBound: Int64 = 28_000
    /// How long a device's audio must deviate before a step, in microseconds: a single late block is jitter.
    static let confirmation: Int64 = 100_000
    /// A deviation of this size, in microseconds, is an interruption and needs no confirmation.
    static let certainty: Int64 = 1_000_000
    /// The observation time after the start or a step, in microseconds. A deviation of more than ``settledBound`` is
    /// then corrected by a step, because stretching would take a minute.
    static let settling: Int64 = 2_000_000
    /// In microseconds.
    static let settledBound = 5_000.0
    /// The largest stretch, in parts per million: 1.6 cents of pitch, which is inaudible, and less than 1 Hz of 1 kHz.
    /// Few sound cards differ from the system's clock by a fifth of it.
    static let maximumStretch = 900.0
    /// The time constant of the jitter filter, in seconds.
    static let averaging = 1.0
    /// The bandwidth of the loop, in radians per second, with critical damping: clocks that differ by 500 parts per
    /// million move the audio by 2 ms before the loop follows.
    static let bandwidth = 0.1

    private let timing: AudioTiming
    /// The averaged deviation, in seconds.
    private var average = 0.0
    /// The estimated relative difference of the clocks.
    private var difference = 0.0
    /// During the observation: the sum of the deviations in microseconds, each multiplied by its duration, and the
    /// total duration.
    private var settling: (sum: Double, duration: Int64)? = (0, 0)
    /// The smallest deviation since all of them exceeded the bound on the same side, and the duration of that.
    private var suspicion: (deviation: Int64, duration: Int64)?

    init(timing: AudioTiming) {
        self.timing = timing
    }

    /// How slow the source's clock is, in parts per million, as estimated so far.
    var clockDifference: Double { difference * 1e6 }

    /// Observes a block of samples.
    ///
    /// - Parameters:
    ///   - deviation: How much later it is than the sample count says, in microseconds.
    ///   - duration: Its duration, in microseconds.
    mutating func note(deviation: Int64, duration: Int64) -> Correction {
        let duration = max(0, duration)
        if let step = step(deviation, duration) { return .step(microseconds: step) }
        guard timing == .live else { return .stretch(partsPerMillion: 0) }
        if suspicion == nil, let step = settle(deviation, duration) { return .step(microseconds: step) }
        if suspicion == nil, settling == nil { follow(Double(deviation) / 1e6, over: Double(duration) / 1e6) }
        return .stretch(partsPerMillion: stretch * 1e6)
    }

    /// The step at the end of the observation, if it is needed.
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
        // At the limit, the remaining deviation says nothing about the clocks.
        guard abs(stretch) < Self.maximumStretch / 1e6 else { return }
        difference += Self.bandwidth * Self.bandwidth * average * seconds
    }

    /// The step, if it is needed.
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

    /// The audio is in sync; the estimate of the clocks stays.
    private mutating func restart() {
        suspicion = nil
        settling = (0, 0)
        average = 0
    }
}
