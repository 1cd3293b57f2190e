import H264

/// Groups of pictures: each goes from a random access point to the next one, or to the end of the stream.
struct PictureGroups: Sendable {
    private(set) var count = 0
    private(set) var frames = (minimum: Int.max, maximum: 0, total: 0)
    private(set) var seconds = (minimum: Double.infinity, maximum: 0.0, total: 0.0)
    /// The group at hand.
    private var current: (frames: Int, start: Double?)?

    /// Adds an access unit that begins `time` seconds into the stream, where that is known.
    mutating func add(_ info: AccessUnitInfo, at time: Double?) {
        guard !info.isSecondField else { return }
        if info.isRandomAccess {
            finish(at: time)
            current = (0, time)
        }
        current?.frames += 1
    }

    mutating func finish(at time: Double?) {
        guard let group = current else { return }
        current = nil
        count += 1
        frames = (min(frames.minimum, group.frames), max(frames.maximum, group.frames), frames.total + group.frames)
        guard let start = group.start, let time else { return }
        let length = time - start
        seconds = (min(seconds.minimum, length), max(seconds.maximum, length), seconds.total + length)
    }
}
