import StreamProtocol

/// Where one track of a ``PublishQueue`` stands.
struct PublishLane: Sendable {
    var isVideo = false
    /// Whether everything up to the next random access point is to be left out.
    var awaitsRandomAccess = false
    /// Whether a random access point was asked for that takes the place of the newest, which is too old.
    var wantsNewer = false
    /// Frames left out since the last one in the queue.
    var leftOut: UInt64 = 0
    /// The number of the next frame to be sent; `nil` before the first of this epoch.
    var nextSequence: UInt64?

    /// Whether a gap can be told that no frame follows yet.
    var owesGap: Bool { leftOut > 0 && nextSequence != nil }

    /// Whether nobody could decode this frame.
    func refuses(_ frame: OutgoingFrame) -> Bool { awaitsRandomAccess && isVideo && !frame.isRandomAccess }

    /// Gives a frame its number.
    mutating func number() -> UInt64 {
        let sequence = nextSequence ?? 0
        nextSequence = sequence + 1
        return sequence
    }

    /// Gives numbers to frames that were left out.
    ///
    /// - Returns: `nil` where there are none, or where the epoch has not begun.
    mutating func gap(of count: UInt64, _ track: TrackID, in epoch: UInt32) -> Gap? {
        guard count > 0, let first = nextSequence else { return nil }
        nextSequence = first + count
        return Gap(track: track, reason: .publisher, epoch: epoch, first: first, count: count)
    }
}
