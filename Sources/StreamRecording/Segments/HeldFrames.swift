import Containers
import NIOCore
import StreamProtocol

/// What a recording has taken from its inputs and not recorded yet.
enum RecordingItem: Sendable {
    case input(RecordingInput)
    /// A frame on the time line.
    case frame(ContainerFrame, Frame, Moment)
    /// Frames that are missing, already accounted for.
    case missing(Gap)
}

/// The frames that wait until a file can begin: until each video track is described, and there is a start frame of the
/// leading track.
struct HeldFrames: Sendable {
    /// How long frames are held, in microseconds: 2 s. A camera that sends nothing must not hold up the sound for longer.
    static let time: Int64 = 2_000_000
    /// Bytes of frames that are held at most, 32 MiB.
    static let capacity = 32 << 20

    private(set) var items: [RecordingItem] = []
    private var length = 0
    private var since: Int64?
    /// Whether there is a start frame of the leading track.
    private var hasStart = false

    var isEmpty: Bool { since == nil }

    /// When a file is to begin in any case, by the clock that is never set; `nil` if nothing is held.
    var deadline: Int64? { since.map { $0 + Self.time } }

    /// - Parameter isLeading: Whether it is a frame of the leading track.
    mutating func append(_ placed: ContainerFrame, _ frame: Frame, _ moment: Moment, isLeading: Bool) {
        items.append(.frame(placed, frame, moment))
        length += frame.message.readableBytes
        since = since ?? moment.monotonic
        if isLeading, frame.header.flags.isStart { hasStart = true }
    }

    mutating func append(_ gap: Gap) { items.append(.missing(gap)) }

    /// Whether a file can begin.
    func isComplete(_ tracks: RecordingTracks, at now: Int64) -> Bool {
        guard let deadline else { return false }
        return hasStart && tracks.areDescribed || now >= deadline || length >= Self.capacity
    }

    /// The frames alone.
    var frames: [(placed: ContainerFrame, track: TrackID, moment: Moment)] {
        items.compactMap { item in
            guard case .frame(let placed, let frame, let moment) = item else { return nil }
            return (placed, frame.header.track, moment)
        }
    }
}
