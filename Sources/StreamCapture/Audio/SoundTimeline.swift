/// Where sound is on the media clock: counts the samples that come out, and decides what happens to them so that the
/// count and the times of the blocks that come in agree.
///
/// A value without a clock. Times of samples never jump back, and jump ahead only where sound has been away for long.
struct SoundTimeline: Sendable {
    /// What to do before a block's samples are taken.
    enum Action: Hashable, Sendable {
        /// Take them, and make this many more of each million.
        case go(partsPerMillion: Double)
        /// Put in this many samples of silence first.
        case fill(Int)
        /// Leave out so many of the next samples.
        case discard(Int)
        /// End the block of the encoder that is begun, with silence; the times go on this many samples later.
        case skip(Int)
    }

    /// Longer gaps, in microseconds, are not filled: hours of silence are no use to anybody.
    static let longestSilence: Int64 = 1_000_000

    /// Times that are taken for times, in microseconds: 70,000 years, and no sum of them overflows.
    private static let times: ClosedRange<Int64> = -(1 << 61)...(1 << 61)

    let sampleRate: Int
    private let blockSize: Int
    private var corrector: DriftCorrector
    private var origin: Int64?
    /// Samples since ``origin``, with those that are skipped.
    private var position: Int64 = 0

    /// - Parameters:
    ///   - sampleRate: Of the samples that come out, in hertz.
    ///   - blockSize: How many samples the encoder takes at once.
    init(sampleRate: Int, blockSize: Int, timing: AudioTiming) {
        self.sampleRate = max(1, sampleRate)
        self.blockSize = max(1, blockSize)
        corrector = DriftCorrector(timing: timing)
    }

    /// By how much the source's clock is slow, in parts per million, as far as known.
    var clockDifference: Double { corrector.clockDifference }

    /// The media time of a sample, in microseconds; samples are counted from the first.
    func time(ofSample index: Int64) -> Int64 {
        let (seconds, rest) = index.quotientAndRemainder(dividingBy: Int64(sampleRate))
        return (origin ?? 0) + seconds * 1_000_000 + rest * 1_000_000 / Int64(sampleRate)
    }

    /// The number of the first of the samples that wait, where the last `waiting` are not encoded yet.
    func sample(before waiting: Int) -> Int64 { position - Int64(waiting) }

    /// Notes that samples have come out, or silence has been put in.
    mutating func advance(by count: Int) {
        position += Int64(count)
    }

    /// Decides what happens with a block that comes in.
    ///
    /// - Parameters:
    ///   - time: Of its first sample, in microseconds of the media clock; `nil` where not known: it follows the last.
    ///   - duration: Of the block, in microseconds.
    ///   - held: How much sound the resampler still has, in microseconds.
    ///   - waiting: How many samples wait for the encoder.
    ///   - discarding: How many samples, of those to come, are being left out already.
    mutating func place(
        at time: Int64?,
        duration: Int64,
        held: Int64,
        waiting: Int,
        discarding: Int
    ) -> Action {
        guard let time, Self.times.contains(time) else { return .go(partsPerMillion: 0) }
        guard origin != nil else {
            origin = time - held
            return .go(partsPerMillion: 0)
        }
        let expected = self.time(ofSample: position - Int64(discarding)) + held
        switch corrector.note(deviation: time - expected, duration: duration) {
        case .stretch(let partsPerMillion):
            return .go(partsPerMillion: partsPerMillion)
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
