import StreamClient
import StreamProtocol

/// Makes the events of a watched stream of a feed's tracks and frames. A value.
struct FeedNumbering: Sendable {
    /// Whether live frames are left out.
    var isPaused = false
    private var epoch: UInt32 = 1
    private var sequences: [TrackID: UInt64] = [:]
    /// Frames of each track that were left out since its last one.
    private var leftOut: [TrackID: UInt64] = [:]
    private var hasTracks = false

    /// The tracks of the frames that follow.
    mutating func follow(_ tracks: [Track], beginningEpoch: Bool) -> [WatchEvent] {
        var events: [WatchEvent] = []
        if beginningEpoch, hasTracks {
            let previous = StreamGeneration(streamInstance: 0, epoch: epoch)
            epoch &+= 1
            (sequences, leftOut) = ([:], [:])
            let next = StreamGeneration(streamInstance: 0, epoch: epoch)
            events.append(.discontinuity(StreamDiscontinuity(from: previous, to: next)))
        }
        hasTracks = true
        // A feed has few tracks with different numbers.
        guard let table = try? TrackTable(epoch: epoch, tracks: tracks) else { return events }
        return events + [.tracks(table)]
    }

    /// The events of a frame: none if it is left out, and a gap before the first one that follows.
    ///
    /// - Parameter dropsWhilePaused: Whether the frame is left out in a pause.
    mutating func number(_ frame: MediaFrame, dropsWhilePaused: Bool) -> [WatchEvent] {
        let track = frame.track
        let sequence = sequences[track, default: 0]
        sequences[track] = sequence + 1
        guard !isPaused || !dropsWhilePaused else {
            leftOut[track, default: 0] += 1
            return []
        }
        var events: [WatchEvent] = []
        if let count = leftOut.removeValue(forKey: track) {
            let gap = Gap(track: track, reason: .publisher, epoch: epoch, first: sequence - count, count: count)
            events.append(.gap(gap))
        }
        let generation = StreamGeneration(streamInstance: 0, epoch: epoch)
        return events + [.frame(WatchedFrame(frame.numbered(sequence, in: epoch), of: generation))]
    }
}
