import Containers
import StreamProtocol

/// The time line of a protocol stream in a container: it only goes forward, through epochs and restarts of the relay.
public struct StreamTimeline: Hashable, Sendable {
    private var timeline = ContainerTimeline()
    private var epoch: UInt32?
    /// Counts the epochs of all instances of the stream: each instance begins with epoch 1 again.
    private var count: UInt32 = 0
    private var lastArrival: Int64?

    /// Starts before the first frame.
    public init() {}

    /// Takes note that another instance of the stream follows, whose epochs may have the numbers of earlier ones.
    public mutating func beginInstance() {
        epoch = nil
    }

    /// Returns where the next frame is on the time line.
    ///
    /// - Parameter arrival: When the frame arrived, in microseconds of a clock that is never set. Between two epochs,
    ///   whose media clocks say nothing of each other, the time line goes on by the time that passed.
    public mutating func place(_ header: FrameHeader, arrival: Int64) -> ContainerTimeline.Placement {
        if epoch != header.epoch {
            epoch = header.epoch
            count &+= 1
        }
        let pause = lastArrival.map { max(0, arrival &- $0) } ?? 0
        lastArrival = arrival
        return timeline.place(
            track: header.track.containerTrack,
            decodeTime: header.decodeTime,
            presentationTime: header.presentationTime,
            epoch: count,
            isDiscontinuous: header.flags.contains(.discontinuity),
            pause: pause
        )
    }
}

extension TrackID {
    /// The number of the track in a container, where 0 is not allowed.
    public var containerTrack: UInt32 { UInt32(rawValue) + 1 }
}
