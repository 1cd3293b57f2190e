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

    /// A frame of video, as a response by HTTP has it.
    struct Picture {
        let payload: ByteBuffer
        let run: Run
        /// Whether a viewer may begin here. A picture without bytes is in no response, but what follows it may be decoded.
        let isStart: Bool
    }

    let name: StreamName
    /// The pictures in the order in which they were published.
    private(set) var pictures: [Picture] = []
    private var frames: [Run: [UInt64: Frame]] = [:]
    /// How many numbers each run has used up, also for frames that the publisher left out.
    private var used: [Run: UInt64] = [:]
    private var kinds: [Run: TrackKind] = [:]
    private var count = 0
    var hasEnded = false

    init(_ name: StreamName) {
        self.name = name
    }

    func note(_ frame: StreamProtocol.Frame) {
        let run = Run(track: frame.header.track, epoch: frame.header.epoch)
        frames[run, default: [:]][frame.header.sequence] = Frame(
            message: frame.message,
            order: count,
            isRandomAccess: frame.header.flags.contains(.randomAccess)
        )
        used[run] = frame.header.sequence + 1
        count += 1
        if kinds[run] == .video { notePicture(frame, of: run) }
    }

    private func notePicture(_ frame: StreamProtocol.Frame, of run: Run) {
        let last = pictures.last { $0.run == run }
        let followsStart = last.map { $0.isStart && $0.payload.readableBytes == 0 } ?? false
        pictures.append(
            Picture(
                payload: frame.payload,
                run: run,
                isStart: frame.header.flags.contains(.randomAccess) || followsStart
            )
        )
    }

    func note(_ table: TrackTable) {
        for track in table.tracks { kinds[Run(track: track.id, epoch: table.epoch)] = track.kind }
    }

    func note(_ gap: Gap) {
        used[Run(track: gap.track, epoch: gap.epoch)] = gap.first + gap.count
    }

    /// The picture that comes to a viewer after this one if it misses none; `nil` if it must wait for one to begin with.
    func picture(after index: Int) -> Int? {
        let next = pictures[(index + 1)...].firstIndex { $0.payload.readableBytes > 0 || $0.run != pictures[index].run }
        return next.flatMap { pictures[$0].run == pictures[index].run ? $0 : nil }
    }

    /// The pictures behind this one that a viewer may begin with.
    func starts(after index: Int) -> some Sequence<Int> {
        pictures.indices[(index + 1)...].lazy.filter { [pictures] in pictures[$0].isStart }
    }

    /// The last picture that a viewer can decode, whatever it has missed; `nil` if there is none.
    var newest: Int? {
        guard let start = pictures.lastIndex(where: \.isStart) else { return nil }
        return pictures.lastIndex { $0.run == pictures[start].run && $0.payload.readableBytes > 0 }
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
