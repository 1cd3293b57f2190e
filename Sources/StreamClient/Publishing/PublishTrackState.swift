import StreamProtocol

/// The state of one track of a ``PublishQueue``.
struct PublishTrackState: Sendable {
    var isVideo = false
    /// Whether all frames up to the next random access point or gradual frame are dropped.
    var awaitsRandomAccess = false
    /// Whether a random access point was requested to replace the newest one, which is too old.
    var wantsNewer = false
    /// Frames that were dropped after the last one in the queue.
    var dropped: UInt64 = 0
    /// The sequence number of the next frame; `nil` before the first frame of the epoch.
    var nextSequence: UInt64?

    /// Whether a gap can be announced although no frame follows it yet.
    var hasPendingGap: Bool { dropped > 0 && nextSequence != nil }

    /// Whether the frame cannot be decoded by any viewer.
    func mustSkip(_ frame: MediaFrame) -> Bool { awaitsRandomAccess && isVideo && !frame.isStart }

    /// Assigns the sequence number of a frame.
    mutating func number() -> UInt64 {
        let sequence = nextSequence ?? 0
        nextSequence = sequence + 1
        return sequence
    }

    /// Assigns sequence numbers to dropped frames.
    ///
    /// - Returns: `nil` if there are none, or if the epoch has not begun.
    mutating func gap(of count: UInt64, _ track: TrackID, in epoch: UInt32) -> Gap? {
        guard count > 0, let first = nextSequence else { return nil }
        nextSequence = first + count
        return Gap(track: track, reason: .publisher, epoch: epoch, first: first, count: count)
    }
}
