/// One block of AAC: 1024 samples of every channel.
struct EncodedSound: Hashable, Sendable {
    /// The raw data block, without ADTS header.
    var bytes: [UInt8]
    /// When its first sample is to be heard, in microseconds of the media clock.
    var presentationTime: Int64
}

/// What the times of sound are worth.
enum AudioTiming: Hashable, Sendable {
    /// A sound card's: its clock is not the system's, and its times jitter. Sound is stretched or squeezed, inaudibly,
    /// to stay with the media clock.
    case live
    /// A recording's: exact. Only gaps are filled.
    case recorded
}
