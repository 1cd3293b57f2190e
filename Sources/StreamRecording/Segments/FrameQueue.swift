import DequeModule
import NIOCore
import StreamProtocol

/// What has arrived of a stream and is not recorded yet. It is bounded: while the disk is too slow, frames become gaps.
struct FrameQueue: Sendable {
    /// Bytes of frames that wait at most, 64 MiB: 4 minutes at 2 Mbit/s, and 5 s at 100 Mbit/s.
    static let capacity = 64 << 20
    /// What a frame takes in memory beside its bytes.
    private static let overhead = 256
    /// Gaps of other reasons that stay apart while the queue is full. Further ones get the reason `storage`.
    private static let overflowLimit = 1_024

    private let capacity: Int
    private var inputs: Deque<RecordingInput> = []
    /// Bytes of the frames in it.
    private(set) var length = 0
    /// Frames that came while it was full, until half of it is free again.
    private var overflow: [Gap] = []

    init(capacity: Int = Self.capacity) {
        self.capacity = capacity
    }

    var isEmpty: Bool { inputs.isEmpty && overflow.isEmpty }
    /// Whether frames become gaps.
    var isFull: Bool { !overflow.isEmpty }

    mutating func append(_ input: RecordingInput) {
        switch input {
        case .frame(let frame, _):
            let size = frame.message.readableBytes + Self.overhead
            if overflow.isEmpty, length + size <= capacity || length == 0 {
                length += size
                inputs.append(input)
            } else {
                let header = frame.header
                miss(Gap(track: header.track, reason: .storage, epoch: header.epoch, first: header.sequence, count: 1))
            }
        case .gap(let gap):
            if overflow.isEmpty { inputs.append(input) } else { miss(gap) }
        case .instance, .tracks, .end:
            // These are rare and small. Their order with the gaps counts.
            settle()
            if case .tracks = input, case .tracks = inputs.last { inputs.removeLast() }
            inputs.append(input)
        }
    }

    /// The next input; `nil` if there is none.
    mutating func next() -> RecordingInput? {
        if length <= capacity / 2 { settle() }
        guard let input = inputs.popFirst() else { return nil }
        if case .frame(let frame, _) = input { length -= frame.message.readableBytes + Self.overhead }
        return input
    }

    private mutating func settle() {
        for gap in overflow { inputs.append(.gap(gap)) }
        overflow.removeAll()
    }

    private mutating func miss(_ gap: Gap) {
        guard let index = overflow.lastIndex(where: { $0.track == gap.track }) else { return overflow.append(gap) }
        let last = overflow[index]
        let continues = last.epoch == gap.epoch && last.first &+ last.count == gap.first
        let isSame = last.reason == gap.reason || overflow.count >= Self.overflowLimit
        guard continues, isSame else { return overflow.append(gap) }
        if last.reason != gap.reason { overflow[index].reason = .storage }
        overflow[index].count += gap.count
    }
}
