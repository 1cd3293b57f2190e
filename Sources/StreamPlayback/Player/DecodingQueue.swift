import DequeModule
import NIOCore
import StreamClient
import StreamProtocol

/// The frames of one track that wait to be decoded, and what happens between them. A value.
struct DecodingQueue: Sendable {
    /// What a decoder does next.
    enum Step: Hashable, Sendable {
        /// A connection begins anew: nothing that was decoded before has to do with the frames that follow.
        case begin(run: Int)
        /// The description of the track, which comes before its frames and whenever it changes.
        case track(Track)
        case frame(Frame)
        case gap(Gap)
        /// Another generation follows.
        case discontinuity(StreamDiscontinuity, run: Int)
        /// No more frames follow.
        case finish
    }

    /// A rewound player holds some seconds of frames, at most so many: over a minute at 60 a second.
    static let maximumFrames = 4096
    /// The same in bytes: ten seconds at 50 Mbit/s.
    static let maximumBytes = 64_000_000
    /// A decoder with so few frames ahead is not behind.
    static let fewFrames = 2

    private var steps: Deque<Step> = []
    private var bytes = 0
    /// Frames that wait.
    private(set) var frameCount = 0

    /// The frame that is decoded next.
    var firstFrame: Frame? {
        for case .frame(let frame) in steps { return frame }
        return nil
    }

    /// Adds anything but a frame.
    mutating func append(_ step: Step) {
        steps.append(step)
    }

    /// Adds a frame.
    ///
    /// - Returns: How many frames were discarded, with this one, because there was no room: usually none.
    mutating func append(_ frame: Frame) -> Int {
        steps.append(.frame(frame))
        frameCount += 1
        bytes += frame.message.readableBytes
        return frameCount > Self.maximumFrames || bytes > Self.maximumBytes ? discardFrames() : 0
    }

    /// Discards the frames, with a gap in their place, so that decoding begins anew.
    ///
    /// - Returns: How many there were.
    @discardableResult
    mutating func discardFrames() -> Int {
        defer { (frameCount, bytes) = (0, 0) }
        guard let first = firstFrame?.header else { return 0 }
        let gap = Gap(
            track: first.track,
            reason: .latency,
            epoch: first.epoch,
            first: first.sequence,
            count: UInt64(frameCount)
        )
        steps.removeAll { if case .frame = $0 { true } else { false } }
        steps.append(.gap(gap))
        return frameCount
    }

    /// Discards everything.
    mutating func removeAll() {
        steps.removeAll()
        (frameCount, bytes) = (0, 0)
    }

    /// What ``next()`` would return.
    var first: Step? { steps.first }

    /// Takes the next step.
    mutating func next() -> Step? {
        let step = steps.popFirst()
        if case .frame(let frame) = step {
            frameCount -= 1
            bytes -= frame.message.readableBytes
        }
        return step
    }
}
