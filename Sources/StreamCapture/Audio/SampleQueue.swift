/// Samples on their way from a resampler, which hands them out in any number, to an encoder, which takes whole blocks.
struct SampleQueue: Sendable {
    /// For each channel, what waits.
    private(set) var channels: [[Float]]
    /// How many samples of those to come are thrown away.
    private(set) var toDiscard = 0

    init(channels count: Int) {
        channels = Array(repeating: [], count: max(1, count))
    }

    /// How many samples wait in each channel.
    var count: Int { channels[0].count }

    /// Puts samples in.
    ///
    /// - Parameter planes: For each channel in turn, `stride` samples, of which the first `count` are put in.
    /// - Returns: How many were kept.
    @discardableResult
    mutating func append(_ planes: UnsafeBufferPointer<Float>, stride: Int, count: Int) -> Int {
        guard count > 0, count <= stride, planes.count >= stride * channels.count else { return 0 }
        let discarded = min(toDiscard, count)
        toDiscard -= discarded
        for channel in channels.indices {
            let start = channel * stride
            channels[channel].append(contentsOf: planes[(start + discarded)..<(start + count)])
        }
        return count - discarded
    }

    mutating func appendSilence(_ count: Int) {
        for channel in channels.indices {
            channels[channel].append(contentsOf: repeatElement(0, count: max(0, count)))
        }
    }

    /// Throws away the next samples that are put in.
    mutating func discardNext(_ count: Int) {
        toDiscard += max(0, count)
    }

    /// Takes a block of `count` samples out.
    ///
    /// - Parameter body: Is given each channel's number and its samples.
    /// - Returns: Whether there were so many.
    mutating func takeBlock(of count: Int, _ body: (_ channel: Int, UnsafeBufferPointer<Float>) -> Void) -> Bool {
        guard count > 0, self.count >= count else { return false }
        for channel in channels.indices {
            channels[channel].withUnsafeBufferPointer { body(channel, UnsafeBufferPointer(rebasing: $0[..<count])) }
            channels[channel].removeFirst(count)
        }
        return true
    }
}
