import NIOCore
import StreamProtocol

/// A frame that a ``StreamWatcher`` has received.
public struct WatchedFrame: Hashable, Sendable {
    /// The frame as the protocol carries it, for the writers and feeds of `StreamMedia`.
    public let protocolFrame: Frame
    /// The part of the stream that the frame belongs to. It changes when a publisher connects again and when the relay
    /// restarts; frames of different generations have nothing to do with each other.
    public let generation: StreamGeneration

    package init(_ frame: Frame, of generation: StreamGeneration) {
        protocolFrame = frame
        self.generation = generation
    }

    /// The fields in front of the payload.
    public var header: FrameHeader { protocolFrame.header }
    /// The track that the frame belongs to.
    public var track: TrackID { header.track }
    /// Counts the frames of the track in this generation of the stream, from 0 on.
    public var sequence: UInt64 { header.sequence }
    /// Whether a decoder that begins with this frame shows it, and all that follow it, exactly.
    public var isRandomAccess: Bool { header.flags.contains(.randomAccess) }
    /// When to decode it.
    public var decodeTime: MediaTime { MediaTime(microseconds: header.decodeTime) }
    /// When to show it.
    public var presentationTime: MediaTime { MediaTime(microseconds: header.presentationTime) }
    /// When it was captured, since 1970-01-01 UTC by the publisher's clock; `nil` if the publisher does not know.
    /// ``ClockEstimate/age(of:now:)`` computes the frame's age without trust in that clock.
    public var captureTime: Duration? { header.captureTime == 0 ? nil : .microseconds(header.captureTime) }
    /// The codec's bytes, in the form that the track's codec defines, without a copy.
    public var payload: ByteBuffer { protocolFrame.payload }
    /// A copy of the codec's bytes.
    public var bytes: [UInt8] { Array(payload.readableBytesView) }
}

extension ClockEstimate {
    /// How long ago the frame was captured. See ``captureToReceive(captureTime:now:)``.
    ///
    /// - Parameter now: By the local clock, in microseconds since 1970-01-01 UTC.
    /// - Returns: `nil` if the publisher's clock or the frame's capture time is unknown.
    public func age(of frame: WatchedFrame, now: Int64 = WallClock.system.now) -> Latency? {
        captureToReceive(captureTime: frame.header.captureTime, now: now)
    }
}

extension PresentationFilter {
    /// Takes the next frame.
    public mutating func use(of frame: WatchedFrame) -> Use { use(of: frame.header) }
}
