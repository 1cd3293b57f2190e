import NIOCore
import StreamProtocol

@testable import StreamRelay

/// Everything that was published on a stream: viewers may receive each frame, or else a gap for it.
final class PublishedStream {
    struct Frame {
        let message: ByteBuffer
        /// Its place among all frames of the stream.
        let order: Int
        let isRandomAccess: Bool
    }

    /// One track's numbers in one epoch.
    struct Run: Hashable {
        let track: TrackID
        let epoch: UInt32
    }

    private var frames: [Run: [UInt64: Frame]] = [:]
    /// How many numbers each run has used up, also for frames that the publisher left out.
    private var used: [Run: UInt64] = [:]
    private var kinds: [Run: TrackKind] = [:]
    private var count = 0
    var hasEnded = false

    func note(_ frame: StreamProtocol.Frame) {
        let run = Run(track: frame.header.track, epoch: frame.header.epoch)
        frames[run, default: [:]][frame.header.sequence] = Frame(
            message: frame.message,
            order: count,
            isRandomAccess: frame.header.flags.contains(.randomAccess)
        )
        used[run] = frame.header.sequence + 1
        count += 1
    }

    func note(_ table: TrackTable) {
        for track in table.tracks { kinds[Run(track: track.id, epoch: table.epoch)] = track.kind }
    }

    func note(_ gap: Gap) {
        used[Run(track: gap.track, epoch: gap.epoch)] = gap.first + gap.count
    }

    func frame(_ sequence: UInt64, of run: Run) -> Frame? { frames[run]?[sequence] }

    func used(in run: Run) -> UInt64 { used[run, default: 0] }

    /// Whether viewers of these kinds are sent this.
    func isWanted(_ run: Run, by kinds: TrackKinds) -> Bool {
        self.kinds[run].map { kinds.contains(TrackKinds($0)) } ?? false
    }

    /// The epochs after this one in which the track has used numbers, and is of one of these kinds.
    func epochs(of track: TrackID, after epoch: UInt32, for kinds: TrackKinds) -> [UInt32] {
        used.keys.filter { $0.track == track && $0.epoch > epoch && isWanted($0, by: kinds) }.map(\.epoch).sorted()
    }
}
