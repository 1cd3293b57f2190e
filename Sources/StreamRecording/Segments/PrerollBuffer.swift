import NIOCore
import StreamProtocol

/// Frames that an earlier file holds, from the last start frame on: with them, a decoder can go on where that file ends.
struct PrerollBuffer: Sendable {
    /// Bytes of frames that are held at most, 32 MiB.
    static let capacity = 32 << 20

    private var frames: [(frame: Frame, moment: Moment)] = []
    private var length = 0

    /// Takes the next frame of the leading track that was recorded before.
    mutating func append(_ frame: Frame, _ moment: Moment) {
        if frame.header.flags.isStart { removeAll() }
        guard frame.header.flags.isStart || precedes(frame.header), length < Self.capacity else { return removeAll() }
        frames.append((frame, moment))
        length += frame.message.readableBytes
    }

    /// The frames that a decoder needs before this one; none if some of them are missing.
    mutating func take(before header: FrameHeader) -> [(frame: Frame, moment: Moment)] {
        defer { removeAll() }
        return precedes(header) ? frames : []
    }

    private func precedes(_ header: FrameHeader) -> Bool {
        guard let last = frames.last?.frame.header else { return false }
        return last.track == header.track && last.epoch == header.epoch && last.sequence &+ 1 == header.sequence
    }

    private mutating func removeAll() { (frames, length) = ([], 0) }
}
