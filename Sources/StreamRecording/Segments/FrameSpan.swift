import Containers

/// Frames of one track and epoch that belong to a segment: those in it, and those that it lacks.
public struct FrameSpan: Hashable, Sendable, Codable {
    /// The track's number in the stream.
    public var track: UInt16
    /// The epoch of the frames.
    public var epoch: UInt32
    /// The sequence number of the first frame, recorded or missing.
    public var first: UInt64
    /// How many frames are in the file.
    public var recorded: UInt64
    /// How many frames are missing.
    public var missing: UInt64

    /// The sequence number after the last frame.
    public var next: UInt64 { first &+ recorded &+ missing }

    /// The same frames, all missing.
    var allMissing: FrameSpan {
        FrameSpan(track: track, epoch: epoch, first: first, recorded: 0, missing: recorded &+ missing)
    }
}

extension RecordingAccount {
    /// The account by track and epoch, in the order of their first runs.
    var spans: [FrameSpan] {
        var spans: [FrameSpan] = []
        var places: [[UInt32]: Int] = [:]
        for run in runs {
            let place = places[[run.track, run.epoch]] ?? spans.count
            if place == spans.count {
                places[[run.track, run.epoch]] = place
                let track = UInt16(clamping: run.track - min(run.track, 1))
                spans.append(FrameSpan(track: track, epoch: run.epoch, first: run.first, recorded: 0, missing: 0))
            }
            spans[place].first = min(spans[place].first, run.first)
            if run.gapReason == nil { spans[place].recorded &+= run.count } else { spans[place].missing &+= run.count }
        }
        return spans
    }
}

/// Where a recording goes on: the frames of a stream instance that it has accounted for.
struct ResumePoint: Hashable, Sendable {
    /// The epoch and the next sequence number of a track.
    struct Position: Hashable, Sendable {
        var epoch: UInt32
        var next: UInt64
    }

    let streamInstance: UInt64
    /// By the tracks' numbers in the stream.
    private(set) var positions: [UInt16: Position] = [:]

    /// Takes note of frames; earlier ones than those known do not count.
    mutating func note(track: UInt16, epoch: UInt32, next: UInt64) {
        let known = positions[track] ?? Position(epoch: 0, next: 0)
        if (known.epoch, known.next) < (epoch, next) { positions[track] = Position(epoch: epoch, next: next) }
    }

    /// Takes note of all frames of another point of the same stream instance.
    mutating func note(_ other: ResumePoint) {
        for (track, position) in other.positions { note(track: track, epoch: position.epoch, next: position.next) }
    }

    /// Removes the position of a track.
    mutating func take(_ track: UInt16) -> Position? { positions.removeValue(forKey: track) }
}
