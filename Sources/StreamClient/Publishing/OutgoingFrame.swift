import NIOCore
import StreamProtocol

/// A frame on its way to the relay: all of it but its epoch and its number, which it gets when it is sent.
public struct OutgoingFrame: Hashable, Sendable {
    public var track: TrackID
    public var flags: FrameHeader.Flags
    /// The generation of the track's configuration that this frame needs.
    public var generation: UInt16
    /// When to decode, in microseconds of the media clock.
    public var decodeTime: Int64
    /// When to show, in microseconds of the media clock.
    public var presentationTime: Int64
    /// When it was captured by the wall clock, in microseconds since 1970-01-01 UTC; 0 where not known.
    public var captureTime: Int64
    /// The codec's bytes, in the form that the track's codec says. In a buffer from `Frame.payloadBuffer(capacity:)`
    /// they are sent without being copied.
    public var payload: ByteBuffer

    public init(
        track: TrackID,
        flags: FrameHeader.Flags = [],
        generation: UInt16 = 0,
        decodeTime: Int64,
        presentationTime: Int64,
        captureTime: Int64 = 0,
        payload: ByteBuffer
    ) {
        self.track = track
        self.flags = flags
        self.generation = generation
        self.decodeTime = decodeTime
        self.presentationTime = presentationTime
        self.captureTime = captureTime
        self.payload = payload
    }

    /// Whether decoding can begin here.
    public var isRandomAccess: Bool { flags.contains(.randomAccess) }

    /// Gives the frame its place in the stream.
    consuming func numbered(_ sequence: UInt64, in epoch: UInt32) -> Frame {
        let header = FrameHeader(
            track: track,
            flags: flags,
            generation: generation,
            epoch: epoch,
            sequence: sequence,
            decodeTime: decodeTime,
            presentationTime: presentationTime,
            captureTime: captureTime
        )
        // Taken out, so that nobody else holds it.
        return Frame(header, payload: exchange(&payload, with: ByteBuffer()))
    }
}
