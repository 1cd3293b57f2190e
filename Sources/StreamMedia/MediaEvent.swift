import StreamProtocol

/// The output of a reader of an elementary stream.
public enum MediaEvent: Sendable {
    /// The track of the following frames.
    case track(Track)
    /// A frame of that track.
    case frame(MediaFrame)
}

/// A frame before a publisher assigns its sequence number and epoch.
public struct MediaFrame: Hashable, Sendable {
    /// The number of its track.
    public var track: TrackID
    /// Where decoding can begin, and whether other frames need this one.
    public var flags: FrameHeader.Flags
    /// The generation of the track's configuration that it needs.
    public var generation: UInt16
    /// When to decode, in microseconds from the stream's beginning.
    public var decodeTime: Int64
    /// When to show, in microseconds from the stream's beginning.
    public var presentationTime: Int64
    /// The duration in microseconds; 0 if unknown.
    public var duration: Int64
    /// The capture time in microseconds since 1970-01-01 UTC; 0 if unknown.
    public var captureTime: Int64
    /// One access unit in Annex B format, or the raw data blocks of one ADTS frame.
    public var payload: [UInt8]

    /// Makes a frame of its values; see the properties for their units.
    public init(
        track: TrackID,
        flags: FrameHeader.Flags,
        generation: UInt16,
        decodeTime: Int64,
        presentationTime: Int64,
        duration: Int64,
        captureTime: Int64,
        payload: [UInt8]
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
}

/// The source of an elementary stream's times. The stream itself has none.
public enum TimeSource: Hashable, Sendable {
    /// The stream's own timing (the VUI of H.264, the sampling frequency of AAC); this rate for H.264 without timing.
    case stream(fallback: Track.Rate)
    /// This many frames a second, whatever the stream says.
    case rate(Track.Rate)
    /// The stream's own timing; the arrival of the bytes for H.264 without timing.
    case arrival
}
