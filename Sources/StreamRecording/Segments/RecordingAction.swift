import Containers

/// The next thing to do for a recording. Its executor says whether it succeeded before it asks for another one.
enum RecordingAction: Sendable {
    /// Create the file of a segment.
    case create(SegmentStart)
    /// Do these steps with the open file.
    case write(SegmentWrite)
    /// The open file has its final name: enter it into the journal and the playlist.
    case finished(SegmentReport)
    /// Cut the open file to a length, and finish it: an earlier action failed.
    case repair(length: UInt64)
    /// Enter frames that no file holds into the journal.
    case missed(MissedFrames)
}

/// The beginning of a segment.
struct SegmentStart: Hashable, Sendable {
    /// The wall clock at its first frame, in microseconds since 1970-01-01 UTC.
    var time: Int64
    var streamInstance: UInt64
    /// The time line that it shares with other segments: its times go on from theirs.
    var line: UInt64
    /// The initialization segment of its parts, for playlists.
    var initializationSegment: [UInt8]
}

/// Steps with the open file, all or none.
struct SegmentWrite: Hashable, Sendable {
    var steps: [FileStep]
    /// The bytes of the file after them.
    var length: UInt64
    /// The part that they write.
    var part: HybridMP4Writer.Part?
}

/// A finished segment.
public struct SegmentReport: Hashable, Sendable {
    /// The stream instance that its frames belong to; see `Welcome.streamInstance`.
    public var streamInstance: UInt64
    /// The wall clock at its first frame, in microseconds since 1970-01-01 UTC.
    public var start: Int64
    /// The wall clock after its last frame.
    public var end: Int64
    /// From the first decode time to the last, in microseconds.
    public var duration: Int64
    /// The length of the file.
    public var bytes: UInt64
    /// Its frames and gaps.
    public var spans: [FrameSpan]
    /// The time line that it shares with other segments; 0 if none.
    var line: UInt64
    /// The time of the parts before ``start``, in microseconds: of frames that another file holds.
    var preroll: Int64 = 0
    var parts: [HybridMP4Writer.Part]

    /// Frames in the file, of all tracks.
    public var recorded: UInt64 { spans.reduce(0) { $0 &+ $1.recorded } }
    /// Frames that are missing, of all tracks.
    public var missing: UInt64 { spans.reduce(0) { $0 &+ $1.missing } }
}

/// Frames that no file holds.
struct MissedFrames: Hashable, Sendable {
    var streamInstance: UInt64
    var spans: [FrameSpan]
}
