import Containers
import StreamMedia
import StreamProtocol

/// Ends an output after some time of the stream.
///
/// The time is that of the frames, not of a clock: history counts, and so do gaps and pauses of the publisher.
struct DurationLimit {
    enum Decision: Hashable {
        case write
        /// The frame is behind the end, but another track has not reached it.
        case skip
        case end
    }

    /// How long to wait for a track that does not reach the end, in microseconds of the stream: 1 s.
    static let trackTimeout: Int64 = 1_000_000

    private let duration: Int64
    private var timeline = StreamTimeline()
    private var start: Int64?
    /// Each track that has come, and whether it has reached the end.
    private var tracks: [TrackID: Bool] = [:]
    /// Whether no frame has come.
    var isEmpty: Bool { start == nil }
    /// The latest decode time, in microseconds from the first one on.
    private(set) var reached: Int64 = 0

    /// - Parameter microseconds: Of the stream, from its first frame on.
    init(microseconds: Int64) {
        duration = microseconds
    }

    mutating func beginInstance() {
        timeline.beginInstance()
    }

    /// - Parameter arrival: As in `StreamTimeline`.
    mutating func decide(_ header: FrameHeader, arrival: Int64) -> Decision {
        let time = timeline.place(header, arrival: arrival).decodeTime
        guard let start else {
            // However short the output is, it has a frame.
            self.start = time
            tracks[header.track] = duration <= 0
            return .write
        }
        reached = max(reached, time - start)
        let excess = time - start - duration
        tracks[header.track] = excess >= 0
        guard excess >= 0 else { return .write }
        return excess >= Self.trackTimeout || tracks.values.allSatisfy(\.self) ? .end : .skip
    }
}
