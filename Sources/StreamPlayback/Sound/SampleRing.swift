import BitCoding

/// Samples by their media time, read at a pace that can be stretched without a change of pitch. A value; its memory is
/// fixed.
///
/// The method is that of the browser player (`Sources/WebPlayer/Assets/ring.js`): when the stretch has added up to a
/// piece, the piece is left out or repeated where the sound resembles itself most, and both sides are mixed.
struct SampleRing: Sendable {
    /// Seconds that the ring holds.
    static let capacity = 2.0
    /// Seconds: media times that differ by less continue each other.
    static let tolerance = 0.005
    /// Seconds: the least that is left out or repeated at once.
    static let shortestSplice = 0.005
    /// Seconds: the most.
    static let longestSplice = 0.0125
    /// Seconds for which both sides are mixed.
    static let fade = 0.008
    /// Samples over which sound begins and ends when there is none.
    static let ramp: Float = 64
    /// Rates that AAC has, in samples a second; others become the nearest, so that the memory has a bound.
    static let rates = 7_350...96_000
    /// Loudspeakers of a player.
    static let maximumChannels = 2
    /// Times beyond this many samples since media time 0 are not told apart. Sums of them do not overflow.
    private static let farthest = 1 << 53

    /// Samples a second.
    let rate: Int
    /// 1 or 2.
    let channels: Int
    /// The first sample that is here; samples are counted since media time 0.
    private(set) var start = 0
    /// The first sample behind those that are here.
    private(set) var end = 0
    /// The next sample to read; `nil` before ``seek(to:)``.
    private(set) var position: Int?
    /// How much faster (positive) or slower the sound is read, as a part of the pace.
    var stretch = 0.0

    /// The samples of all channels after each other.
    private var samples: [Float]
    private let mask: Int
    private var owed = 0.0
    private var gain: Float = 0
    private var last: [Float]

    init(channels: Int, rate: Int) {
        self.rate = min(max(rate, Self.rates.lowerBound), Self.rates.upperBound)
        self.channels = min(max(channels, 1), Self.maximumChannels)
        var size = 1
        while Double(size) < Double(self.rate) * Self.capacity { size *= 2 }
        mask = size - 1
        samples = Array(repeating: 0, count: size * self.channels)
        last = Array(repeating: 0, count: self.channels)
    }

    private var size: Int { mask + 1 }

    private func place(_ channel: Int, _ sample: Int) -> Int { (sample & mask) * channels + channel }

    /// Samples that can be read.
    var level: Int {
        position.map { max(0, end - max($0, start)) } ?? 0
    }

    /// The number of the sample at a media time in microseconds.
    func sample(at media: Double) -> Int {
        let sample = (media * Double(rate) / 1e6).rounded()
        return Int(max(-Double(Self.farthest), min(Double(Self.farthest), sample.isNaN ? 0 : sample)))
    }

    /// The media time of a sample, in microseconds.
    func media(of sample: Int) -> Double {
        Double(sample) * 1e6 / Double(rate)
    }

    /// Adds samples.
    ///
    /// - Parameters:
    ///   - sample: The number of the first one, of ``sample(at:)``.
    ///   - source: Samples of all channels after each other, ``channels`` for each moment.
    mutating func write(at sample: Int, _ source: Span<Float>) {
        let count = source.count / channels
        guard count > 0, count <= size / 2 else { return }
        var at = min(max(sample, -Self.farthest), Self.farthest)
        let distance = at - end
        if Double(abs(distance)) <= Self.tolerance * Double(rate) {
            at = end
        } else if distance < 0, at + count <= end, at >= start {
            return
        } else if distance > 0, distance < size / 2, end > start {
            fill(distance)
        } else {
            start = at
            end = at
            position = nil
        }
        for index in 0..<count {
            for channel in 0..<channels { samples[place(channel, at + index)] = source[index * channels + channel] }
        }
        end = at + count
        start = max(start, end - size)
    }

    /// Silence in place of lost samples.
    private mutating func fill(_ count: Int) {
        for channel in 0..<channels {
            for index in 0..<count { samples[place(channel, end + index)] = 0 }
        }
        end += count
    }

    /// Sets the next sample that is read; `nil` for none.
    mutating func seek(to sample: Int?) {
        position = sample
        owed = 0
        gain = 0
    }

    /// Reads samples, and silence where there are none.
    ///
    /// - Parameter output: Samples of all channels after each other, ``channels`` for each moment. It is filled whole.
    /// - Returns: Whether all samples were there.
    mutating func read(into output: inout MutableSpan<Float>) -> Bool {
        let count = output.count / channels
        splice(count)
        var isWhole = position != nil
        for index in 0..<count {
            let isThere = position.map { $0 >= start && $0 < end } ?? false
            gain = isThere ? min(1, gain + 1 / Self.ramp) : max(0, gain - 1 / Self.ramp)
            for channel in 0..<channels {
                if isThere, let position { last[channel] = samples[place(channel, position)] }
                output[index * channels + channel] = last[channel] * gain
            }
            // Before its first sample, the sound waits for its time; behind its last one, for more samples.
            if let at = position, at < end { position = at + 1 }
            isWhole = isWhole && isThere
        }
        return isWhole
    }

    /// Leaves out or repeats a piece when the stretch has added up to one.
    ///
    /// - Parameter count: The number of samples that are read next.
    private mutating func splice(_ count: Int) {
        owed = stretch == 0 ? 0 : owed + stretch * Double(count)
        let most = Int((Self.longestSplice * Double(rate)).rounded())
        let length = Int((Self.fade * Double(rate)).rounded())
        guard abs(owed) >= Double(most), let from = position, from >= start else { return }
        let direction = owed > 0 ? 1 : -1
        let isRoom =
            direction > 0 ? from + most + length <= end : from - most >= start && from + length <= end
        guard isRoom else { return }
        let lag = bestLag(from, direction, length, most)
        let to = from + direction * lag
        for channel in 0..<channels {
            for index in 0..<length {
                let weight = Float(index + 1) / Float(length + 1)
                let old = samples[place(channel, from + index)]
                let target = place(channel, to + index)
                samples[target] = old * (1 - weight) + samples[target] * weight
            }
        }
        position = to
        owed -= Double(direction * lag)
    }

    /// The lag at which the sound resembles itself most.
    private func bestLag(_ from: Int, _ direction: Int, _ length: Int, _ most: Int) -> Int {
        let samples = samples.span
        var best = most
        var bestScore: Float = 0
        for lag in stride(from: Int((Self.shortestSplice * Double(rate)).rounded()), through: most, by: 2) {
            var product: Float = 0
            var energy: Float = 1e-9
            for index in stride(from: 0, to: length, by: 2) {
                let other = samples[place(0, from + direction * lag + index)]
                product += samples[place(0, from + index)] * other
                energy += other * other
            }
            let score = product / energy.squareRoot()
            if score > bestScore {
                bestScore = score
                best = lag
            }
        }
        return best
    }
}
