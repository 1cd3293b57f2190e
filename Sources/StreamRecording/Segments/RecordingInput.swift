import StreamProtocol

/// What a recording takes, in the order of the stream.
enum RecordingInput: Sendable {
    /// The relay has answered; the frames that follow are of this stream instance.
    case instance(UInt64)
    case tracks(TrackTable)
    case frame(Frame, Moment)
    case gap(Gap)
    /// The recording ends.
    case end
}

/// A moment by both clocks, in microseconds.
struct Moment: Hashable, Sendable {
    /// By a clock that is never set.
    var monotonic: Int64
    /// Since 1970-01-01 UTC.
    var wall: Int64
}
