import StreamProtocol

/// The output of a reader of an elementary stream.
public enum MediaEvent: Sendable {
    /// The track of the following frames.
    case track(Track)
    /// A frame of that track.
    case frame(MediaFrame)
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
