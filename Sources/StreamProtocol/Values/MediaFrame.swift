import NIOCore

/// A frame on its way to a publisher: from capture, from an elementary stream or from a container. The publisher gives it
/// its epoch and its sequence number.
public struct MediaFrame: Hashable, Sendable {
    /// The number of its track, one of those that the publisher was given.
    public var track: TrackID
    /// Where decoding can begin, and whether other frames need this one. A frame of audio or data has
    /// ``FrameHeader/Flags/randomAccess`` if it needs no frame before it: viewers are sent nothing of a track before its
    /// first frame with this flag.
    public var flags: FrameHeader.Flags
    /// The generation of the track's configuration that it needs: ``Track/generation``.
    public var generation: UInt16
    /// When to decode it.
    public var decodeTime: MediaTime
    /// When to show it.
    public var presentationTime: MediaTime
    /// How long it lasts; `nil` if unknown. It is not sent: the next frame's time says it.
    public var duration: Duration?
    /// When it was captured, since 1970-01-01 UTC by the publisher's clock; `nil` if unknown. Sent in whole
    /// microseconds.
    public var captureTime: Duration?
    /// The codec's bytes, in the form that the track's codec requires: an access unit in Annex B format, or AAC without
    /// ADTS headers. A payload in a buffer of ``Frame/payloadBuffer(capacity:)`` is sent without a copy.
    public var payload: ByteBuffer

    /// Makes a frame of its values.
    public init(
        track: TrackID,
        flags: FrameHeader.Flags = [],
        generation: UInt16 = 0,
        decodeTime: MediaTime,
        presentationTime: MediaTime,
        duration: Duration? = nil,
        captureTime: Duration? = nil,
        payload: ByteBuffer
    ) {
        self.track = track
        self.flags = flags
        self.generation = generation
        self.decodeTime = decodeTime
        self.presentationTime = presentationTime
        self.duration = duration
        self.captureTime = captureTime
        self.payload = payload
    }

    /// Makes a frame with a copy of these bytes.
    public init(
        track: TrackID,
        flags: FrameHeader.Flags = [],
        generation: UInt16 = 0,
        decodeTime: MediaTime,
        presentationTime: MediaTime,
        duration: Duration? = nil,
        captureTime: Duration? = nil,
        bytes: some Collection<UInt8>
    ) {
        var buffer = Frame.payloadBuffer(capacity: bytes.count)
        buffer.writeBytes(bytes)
        self.init(
            track: track,
            flags: flags,
            generation: generation,
            decodeTime: decodeTime,
            presentationTime: presentationTime,
            duration: duration,
            captureTime: captureTime,
            payload: buffer
        )
    }

    /// A copy of the codec's bytes.
    public var bytes: [UInt8] { Array(payload.readableBytesView) }

    /// Whether the frame is a random access point.
    public var isRandomAccess: Bool { flags.contains(.randomAccess) }

    /// Whether decoding can begin here: at a random access point or a gradual frame.
    public var isStart: Bool { flags.isStart }
}

extension MediaFrame {
    /// Sets the frame's epoch and sequence number.
    package consuming func numbered(_ sequence: UInt64, in epoch: UInt32) -> Frame {
        let header = FrameHeader(
            track: track,
            flags: flags,
            generation: generation,
            epoch: epoch,
            sequence: sequence,
            decodeTime: decodeTime.microseconds,
            presentationTime: presentationTime.microseconds,
            captureTime: captureTime?.wholeMicroseconds ?? 0
        )
        // Removed from the frame, so that the payload has no second reference and is not copied.
        return Frame(header, payload: exchange(&payload, with: ByteBuffer()))
    }
}
