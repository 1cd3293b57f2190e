/// Maps audio to the media clock: it counts the output samples, and corrects them so that the count and the times of
/// the input blocks agree.
///
/// A value without a clock. Sample times never go back, and jump ahead only after a long interruption.
struct AudioTimeline: Sendable {
    /// The action before a block's samples are accepted.
    enum Action: Hashable, Sendable {
        /// Accept them, with this many additional samples per million.
        case accept(partsPerMillion: Double)
        /// Insert this many samples of silence first.
        case fill(Int)
        /// Drop this many of the next samples.
        case discard(Int)
        /// Complete the encoder's current block with silence; times continue this many samples later.
        case skip(Int)
    }

    /// Longer gaps, in microseconds, are not filled: hours of silence are useless.
    static let longestSilence: Int64 = 1_000_000

    /// Valid times, in microseconds: 70,000 years, and no sum of them overflows.
    private static let times: ClosedRange<Int64> = -(1 << 61)...(1 << 61)

    let sampleRate: Int
    private let blockSize: Int
    private var corrector: DriftCorrector
    private var origin: Int64?
    /// Samples since ``origin``, including skipped ones.
    private var position: Int64 = 0

    /// - Parameters:
    ///   - sampleRate: The output rate, in hertz.
    ///   - blockSize: Samples per block of the encoder.
    init(sampleRate: Int, blockSize: Int, timing: AudioTiming) {
        self.sampleRate = max(1, sampleRate)
        self.blockSize = max(1, blockSize)
        corrector = DriftCorrector(timing: timing)
    }

    /// How slow the source's clock is, in parts per million, as estimated so far.
    var clockDifference: Double { corrector.clockDifference }

    /// The media time of a sample, in microseconds; the first sample has the number 0.
    func time(ofSample index: Int64) -> Int64 {
        let (seconds, rest) = index.quotientAndRemainder(dividingBy: Int64(sampleRate))
        return (origin ?? 0) + seconds * 1_000_000 + rest * 1_000_000 / Int64(sampleRate)
    }

    /// The number of the first waiting sample, if the last `waiting` are not encoded yet.
    func sample(before waiting: Int) -> Int64 { position - Int64(waiting) }

    /// Counts samples of the output or of inserted silence.
    mutating func advance(by count: Int) {
        position += Int64(count)
    }

    /// Decides the action for an input block.
    ///
    /// - Parameters:
    ///   - time: The time of its first sample, in microseconds of the media clock; `nil` if unknown: then it follows
    /// the last block.
    ///   - duration: The block's duration, in microseconds.
    ///   - held: The audio inside the resampler, in microseconds.
    ///   - waiting: Samples that wait for the encoder.
    ///   - discarding: Future samples that are already being dropped.
    mutating func align(
        at time: Int64?,
        duration: Int64,
        held: Int64,
        waiting: Int,
        discarding: Int
    ) -> Action {
        guard let time, Self.times.contains(time) else { return .accept(partsPerMillion: 0) }
        guard origin != nil else {
            origin = time - held
            return .accept(partsPerMillion: 0)
        }
        let expected = self.time(ofSample: position - Int64(discarding)) + held
        switch corrector.note(deviation: time - expected, duration: duration) {
        case .stretch(let partsPerMillion):
            return .accept(partsPerMillion: partsPerMillion)
        case .step(let microseconds) where microseconds < 0:
            return .discard(samples(in: -microseconds))
        case .step(let microseconds):
            let samples = samples(in: microseconds)
            guard microseconds > Self.longestSilence else { return .fill(samples) }
            return .skip(samples - (blockSize - waiting % blockSize) % blockSize)
        }
    }

    private func samples(in microseconds: Int64) -> Int {
        Int(microseconds / 1_000_000) * sampleRate + Int(microseconds % 1_000_000) * sampleRate / 1_000_000
    }
}
