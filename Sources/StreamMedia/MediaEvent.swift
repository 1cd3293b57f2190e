import StreamProtocol

/// What a reader of an elementary stream finds.
public enum MediaEvent: Sendable {
    /// How the frames that follow are to be read.
    case track(Track)
    case frame(MediaFrame)
}

/// A frame on its way to a publisher, which gives it its number and epoch.
public struct MediaFrame: Hashable, Sendable {
    public var track: TrackID
    public var flags: FrameHeader.Flags
    /// The generation of the track's configuration that it needs.
    public var generation: UInt16
    /// When to decode, in microseconds from the stream's beginning.
    public var decodeTime: Int64
    /// When to show, in microseconds from the stream's beginning.
    public var presentationTime: Int64
    /// How long it lasts, in microseconds; 0 where not known.
    public var duration: Int64
    /// When it was captured, in microseconds since 1970-01-01 UTC; 0 where not known.
    public var captureTime: Int64
    /// One access unit in Annex B format, or the raw data blocks of one ADTS frame.
    public var payload: [UInt8]

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

/// Where the times of an elementary stream come from, which carries none itself.
public enum TimeSource: Hashable, Sendable {
    /// The stream's own timing (the VUI of H.264, the sampling frequency of AAC); for H.264 without any, this rate.
    case stream(fallback: Track.Rate)
    /// This many frames a second, whatever the stream says.
    case rate(Track.Rate)
    /// The stream's own timing; for H.264 without any, when the bytes came.
    case arrival
}
