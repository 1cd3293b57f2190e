import StreamProtocol

/// The schedule of the pictures and audio blocks of `test:`. A value without a clock.
///
/// Picture k is due at k / rate seconds. Audio blocks have ``samplesPerBlock`` samples; like a sound card's, a block is
/// due when its last sample is over.
struct TestSchedule: Sendable {
    enum Item: Hashable, Sendable {
        /// A picture with its number and presentation time.
        case picture(number: Int, time: Int64)
        /// An audio block with the number and time of its first sample.
        case audio(firstSample: Int, time: Int64)
    }

    static let sampleRate = 48_000
    /// The length of an AAC frame.
    static let samplesPerBlock = 1024
    /// Audio that is later than this, in microseconds, is dropped: the machine was asleep.
    private static let longestDelay: Int64 = 1_000_000

    private let rate: Track.Rate
    private let hasAudio: Bool
    private var picture: Int
    private var block: Int

    /// - Parameter start: The start time, in microseconds.
    init(rate: Track.Rate, hasAudio: Bool, from start: Int64) {
        self.rate = rate
        self.hasAudio = hasAudio
        picture = Self.firstPicture(notBefore: start, rate)
        block = Self.firstBlock(notBefore: start)
    }

    /// The time of the next item, in microseconds.
    var due: Int64 {
        hasAudio ? min(time(ofPicture: picture), Self.time(ofBlock: block + 1)) : time(ofPicture: picture)
    }

    /// The next item; `nil` before its time.
    ///
    /// Pictures whose successor is also due are skipped with their numbers: a slow machine shows fewer pictures, not
    /// older ones.
    mutating func next(now: Int64) -> Item? {
        guard due <= now else { return nil }
        if hasAudio, now - Self.time(ofBlock: block + 1) > Self.longestDelay {
            block = Self.firstBlock(notBefore: now) - 1
        }
        if hasAudio, Self.time(ofBlock: block + 1) <= time(ofPicture: picture) {
            defer { block += 1 }
            return .audio(firstSample: block * Self.samplesPerBlock, time: Self.time(ofBlock: block))
        }
        picture = max(picture, Self.firstPicture(notBefore: now + 1, rate) - 1)
        defer { picture += 1 }
        return .picture(number: picture, time: time(ofPicture: picture))
    }

    /// Whether a picture is in the first tenth of a second, which a flash and a beep mark.
    func isMarked(_ time: Int64) -> Bool { time % 1_000_000 < 100_000 }

    private func time(ofPicture number: Int) -> Int64 {
        Self.scale(number, 1_000_000 * Int(rate.denominator), Int(rate.numerator))
    }

    private static func firstPicture(notBefore time: Int64, _ rate: Track.Rate) -> Int {
        let number = Int(scale(Int(max(0, time)), Int(rate.numerator), 1_000_000 * Int(rate.denominator)))
        let found = scale(number, 1_000_000 * Int(rate.denominator), Int(rate.numerator))
        return found < time ? number + 1 : number
    }

    private static func time(ofBlock block: Int) -> Int64 { scale(block, samplesPerBlock * 1_000_000, sampleRate) }

    private static func firstBlock(notBefore time: Int64) -> Int {
        let block = Int(scale(Int(max(0, time)), sampleRate, samplesPerBlock * 1_000_000))
        return self.time(ofBlock: block) < time ? block + 1 : block
    }

    /// `value * numerator / denominator` without an overflow of the product; the result is valid for thousands of
    /// years.
    private static func scale(_ value: Int, _ numerator: Int, _ denominator: Int) -> Int64 {
        let product = value.multipliedFullWidth(by: numerator)
        guard product.high >= 0, product.high < denominator else { return .max }
        return Int64(denominator.dividingFullWidth(product).quotient)
    }
}
