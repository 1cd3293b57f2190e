/// The time line of a container: continues through all epochs and discontinuities of a stream.
///
/// A stream's media clock has any origin, and begins anew with each epoch and at each discontinuity. A container's time
/// line begins at 0 and only goes forward. Within an epoch, the time line is the media clock plus a constant, the same
/// for all tracks: so sound and picture stay together, frames that are missing leave a jump of just their duration, and
/// two files made from the same stream have the same times. In the first epoch this constant is 0, unless the clock
/// begins before ``lead``.
///
/// The media clock does not tell the time between two epochs. The caller may: see
/// ``place(track:decodeTime:presentationTime:epoch:isDiscontinuous:pause:)``.
/// Wall clocks never move the time line.
public struct ContainerTimeline: Hashable, Sendable {
    /// Where a frame is on the time line, in microseconds.
    public struct Placement: Hashable, Sendable {
        /// When to decode it, 0 or more.
        public var decodeTime: Int64
        /// When to show it, not before `decodeTime`.
        public var presentationTime: Int64
        /// Whether the media clock began anew before this frame of its track.
        public var isDiscontinuous: Bool
    }

    /// The least time before the first frame of a stream, in microseconds: 1 s. The first frame of another track may be
    /// this much earlier than the first frame that comes.
    public static let lead: Int64 = 1_000_000
    /// The least time between the frames of two epochs, in microseconds: 0.1 s, for the same reason. A longer one than
    /// the real pause would delay live players by the difference, and for good.
    public static let breakLead: Int64 = 100_000
    /// Times of the media clock beyond ± 2⁵⁵ µs, 1,141 years, are put on these ends.
    private static let clockRange: ClosedRange<Int64> = -(1 << 55)...(1 << 55)
    /// A pause is believed up to a day.
    private static let longestPause: Int64 = 86_400_000_000
    /// How far a track's first frame after a break may be from where the time line is, if the break is the same that
    /// another track has passed: 10 s.
    private static let skew: Int64 = 10_000_000

    /// A part of the stream in which the media clock continues.
    private struct Segment: Hashable, Sendable {
        let epoch: UInt32
        /// The time line minus the media clock.
        let offset: Int64
        /// Counts the segments.
        let number: UInt64
    }

    private struct Position: Hashable, Sendable {
        var segment: UInt64
        /// The media clock at the track's last frame.
        var clock: Int64
        /// The time line there.
        var time: Int64
    }

    private var segment: Segment?
    /// The one before: tracks pass a discontinuity one after the other.
    private var earlier: Segment?
    private var positions: [UInt32: Position] = [:]
    /// The latest decode time on the time line.
    private var latest: Int64 = 0

    /// Starts before the first frame of a stream.
    public init() {}

    /// Returns where the next frame of a track is on the time line.
    ///
    /// - Parameters:
    ///   - track: The track's number; all tracks of a stream share the value.
    ///   - decodeTime: By the media clock, in microseconds.
    ///   - presentationTime: By the media clock, in microseconds.
    ///   - epoch: The epoch of the frame.
    ///   - isDiscontinuous: Whether the media clock does not continue from the track's frame before (the flag
    ///     *discontinuity* of the protocol). Decode times that decrease have the same effect.
    ///   - pause: How long before this frame no frame of the stream came, in microseconds by a clock that is never set.
    ///     It counts only where the media clock begins anew, if it is longer than ``breakLead``.
    public mutating func place(
        track: UInt32,
        decodeTime: Int64,
        presentationTime: Int64,
        epoch: UInt32,
        isDiscontinuous: Bool = false,
        pause: Int64 = 0
    ) -> Placement {
        let clock = min(max(decodeTime, Self.clockRange.lowerBound), Self.clockRange.upperBound)
        let delay = min(max(presentationTime, clock), Self.clockRange.upperBound) - clock
        let position = positions[track]
        let isBroken = isDiscontinuous || position.map { clock < $0.clock } ?? false
        let current = self.segment(at: clock, epoch: epoch, of: position, isBroken: isBroken, pause: pause)
        let floor = position?.time ?? 0
        let time = min(max(clock + current.offset, floor), ContainerLimits.latestTime)
        latest = max(latest, time)
        positions[track] = Position(segment: current.number, clock: clock, time: time)
        return Placement(
            decodeTime: time,
            presentationTime: time + delay,
            isDiscontinuous: position.map { $0.segment != current.number } ?? false
        )
    }

    /// The segment of a frame; begins one where none fits.
    private mutating func segment(
        at clock: Int64,
        epoch: UInt32,
        of position: Position?,
        isBroken: Bool,
        pause: Int64
    ) -> Segment {
        guard let segment else {
            return begin(epoch: epoch, offset: clock < Self.lead ? Self.lead - clock : 0)
        }
        guard epoch == segment.epoch else { return begin(epoch: epoch, offset: continuation(at: clock, pause)) }
        guard let position else { return segment }
        let isBehind = position.segment != segment.number
        if isBroken {
            // Another track may have passed this break already.
            let time = clock + segment.offset
            if isBehind, time >= position.time, (latest - Self.skew...latest + Self.skew).contains(time) {
                return segment
            }
            return begin(epoch: epoch, offset: continuation(at: clock, pause))
        }
        if isBehind, let earlier, earlier.number == position.segment, earlier.epoch == epoch { return earlier }
        return segment
    }

    private func continuation(at clock: Int64, _ pause: Int64) -> Int64 {
        latest + max(Self.breakLead, min(pause, Self.longestPause)) - clock
    }

    private mutating func begin(epoch: UInt32, offset: Int64) -> Segment {
        let new = Segment(epoch: epoch, offset: offset, number: (segment?.number ?? 0) &+ 1)
        earlier = segment
        segment = new
        return new
    }
}
