import StreamProtocol

/// When the pictures and the sound of `test:` are due. A value without a clock.
///
/// Picture k is due at k / rate seconds. Sound comes in blocks of ``samplesPerBlock``; like a sound card's, a block can
/// be had when its last sample is over.
struct TestSchedule: Sendable {
    enum Item: Hashable, Sendable {
        /// The picture of this number, to be shown at this time.
        case picture(number: Int, time: Int64)
        /// The block that begins with this sample, at this time.
        case sound(firstSample: Int, time: Int64)
    }

    static let sampleRate = 48_000
    /// What an AAC frame takes.
    static let samplesPerBlock = 1024
    /// Sound later than this, in microseconds, is left out: the machine was asleep.
    private static let longestDelay: Int64 = 1_000_000

    private let rate: Track.Rate
    private let withSound: Bool
    private var picture: Int
    private var block: Int

    /// - Parameter start: The time to begin at, in microseconds.
    init(rate: Track.Rate, withSound: Bool, from start: Int64) {
        self.rate = rate
        self.withSound = withSound
        picture = Self.firstPicture(notBefore: start, rate)
        block = Self.firstBlock(notBefore: start)
    }

    /// When ``next(now:)`` has something, in microseconds.
    var due: Int64 {
        withSound ? min(time(ofPicture: picture), Self.time(ofBlock: block + 1)) : time(ofPicture: picture)
    }

    /// What is due; `nil` before its time.
    ///
    /// Pictures whose successor is due as well are left out, with their numbers: a slow machine shows fewer, not older.
    mutating func next(now: Int64) -> Item? {
        guard due <= now else { return nil }
        if withSound, now - Self.time(ofBlock: block + 1) > Self.longestDelay {
            block = Self.firstBlock(notBefore: now) - 1
        }
        if withSound, Self.time(ofBlock: block + 1) <= time(ofPicture: picture) {
            defer { block += 1 }
            return .sound(firstSample: block * Self.samplesPerBlock, time: Self.time(ofBlock: block))
        }
        picture = max(picture, Self.firstPicture(notBefore: now + 1, rate) - 1)
        defer { picture += 1 }
        return .picture(number: picture, time: time(ofPicture: picture))
    }

    /// Whether a picture falls into the tenth of a second, at the beginning of each, that is marked by a flash and beep.
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

    /// `value * numerator / denominator` without overflow on the way; the result fits for thousands of years.
    private static func scale(_ value: Int, _ numerator: Int, _ denominator: Int) -> Int64 {
        let product = value.multipliedFullWidth(by: numerator)
        guard product.high >= 0, product.high < denominator else { return .max }
        return Int64(denominator.dividingFullWidth(product).quotient)
    }
}
