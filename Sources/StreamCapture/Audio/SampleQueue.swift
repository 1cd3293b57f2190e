/// Samples between a resampler, which emits any number, and an encoder, which takes whole blocks.
struct SampleQueue: Sendable {
    /// The waiting samples of each channel.
    private(set) var channels: [[Float]]
    /// The number of future samples to discard.
    private(set) var toDiscard = 0

    init(channels count: Int) {
        channels = Array(repeating: [], count: max(1, count))
    }

    /// The number of waiting samples per channel.
    var count: Int { channels[0].count }

    /// Appends samples.
    ///
    /// - Parameter planes: For each channel in turn, `stride` samples, of which the first `count` are appended.
    /// - Returns: The number of samples that were kept.
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

    /// Discards the next appended samples.
    mutating func discardNext(_ count: Int) {
        toDiscard += max(0, count)
    }

    /// Removes a block of `count` samples.
    ///
    /// - Parameter body: Receives each channel's number and its samples.
    /// - Returns: `false` if there are fewer samples.
    mutating func takeBlock(of count: Int, _ body: (_ channel: Int, UnsafeBufferPointer<Float>) -> Void) -> Bool {
        guard count > 0, self.count >= count else { return false }
        for channel in channels.indices {
            channels[channel].withUnsafeBufferPointer { body(channel, UnsafeBufferPointer(rebasing: $0[..<count])) }
            channels[channel].removeFirst(count)
        }
        return true
    }
}

#if Capture
    import Libav

    extension AudioResampler {
        /// Resamples a block to the end of a queue.
        ///
        /// - Parameter stretch: The additional samples per million; negative for fewer.
        /// - Returns: The number of samples that the queue has kept.
        func resample(_ frame: RawFrame, stretch: Double, into queue: inout SampleQueue) throws(LibavError) -> Int {
            var kept = 0
            try resample(frame, stretch: stretch) { kept += queue.append($0, stride: $1, count: $2) }
            return kept
        }

        /// Appends the remaining samples to a queue.
        ///
        /// - Returns: The number of samples that the queue has kept.
        func drain(into queue: inout SampleQueue) throws(LibavError) -> Int {
            var kept = 0
            try drain { kept += queue.append($0, stride: $1, count: $2) }
            return kept
        }
    }
#endif
