import NIOCore
import StreamProtocol

/// A frame to send. Its epoch and sequence number are set when it is sent.
public struct OutgoingFrame: Hashable, Sendable {
    /// The number of its track, one of those that ``PublishOutlet/setTracks(_:beginningEpoch:)`` has set.
    public var track: TrackID
    /// A frame of audio or data has ``FrameHeader/Flags/randomAccess`` if it needs no frame before it: viewers are sent
    /// nothing of a track before its first frame with this flag.
    public var flags: FrameHeader.Flags
    /// The generation of the track's configuration that the frame needs.
    public var generation: UInt16
    /// When to decode the frame, in microseconds of the media clock.
    public var decodeTime: Int64
    /// When to show the frame, in microseconds of the media clock.
    public var presentationTime: Int64
    /// When the frame was captured, in microseconds since 1970-01-01 UTC; 0 if unknown.
    public var captureTime: Int64
    /// The codec's bytes, in the form that the track's codec requires. A payload in a buffer of
    /// `Frame.payloadBuffer(capacity:)` is sent without a copy.
    public var payload: ByteBuffer

    /// Makes a frame of its values; see the properties for their units.
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

    /// Makes a frame with a copy of these bytes; see the properties for the units of the other values.
    public init(
        track: TrackID,
        flags: FrameHeader.Flags = [],
        generation: UInt16 = 0,
        decodeTime: Int64,
        presentationTime: Int64,
        captureTime: Int64 = 0,
        payload: some Collection<UInt8>
    ) {
        var buffer = Frame.payloadBuffer(capacity: payload.count)
        buffer.writeBytes(payload)
        self.init(
            track: track,
            flags: flags,
            generation: generation,
            decodeTime: decodeTime,
            presentationTime: presentationTime,
            captureTime: captureTime,
            payload: buffer
        )
    }

    /// Whether the frame is a random access point.
    public var isRandomAccess: Bool { flags.contains(.randomAccess) }
    /// Whether decoding can begin here: at a random access point or a gradual frame.
    var isStart: Bool { flags.isStart }

    /// Sets the frame's epoch and sequence number.
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
        // Removed from the frame, so that the payload has no second reference and is not copied.
        return Frame(header, payload: exchange(&payload, with: ByteBuffer()))
    }
}
