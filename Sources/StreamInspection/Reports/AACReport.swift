/// What is in an ADTS stream. Its properties are the keys of the JSON; those that are `nil` are left out.
public struct AACReport: Sendable, Encodable {
    /// Always `aac`.
    public let format = "aac"
    /// The length of the stream in bytes.
    public let bytes: Int
    /// ADTS frames.
    public let frames: Int
    /// Raw data blocks, of 1,024 samples each.
    public let blocks: Int
    /// The object type of the first frame, as in `AAC LC`.
    public let profile: String
    /// `MPEG-4` or `MPEG-2`.
    public let version: String
    /// The name for `codecs` parameters (RFC 6381).
    public let codec: String
    /// Samples a second, without SBR.
    public let sampleRate: Int
    /// Channels, without parametric stereo.
    public let channels: Int?
    /// `channel_configuration`.
    public let channelConfiguration: UInt8
    /// Whether the sampling frequency is so low that frames may well hold SBR, of which ADTS says nothing: a decoder
    /// would double it.
    public let mayHoldSBR: Bool
    /// Samples per channel, without SBR.
    public let samples: Int
    /// Seconds.
    public let duration: Double
    /// The average with headers, in bits per second.
    public let bitRate: Double
    /// The bytes of the smallest and the largest frame, with header.
    public let smallestFrame: Int
    public let largestFrame: Int
    /// Frames with a checksum.
    public let checksumFrames: Int
    /// Frames of more than one raw data block.
    public let multiBlockFrames: Int
    /// Whether the buffer fullness in the headers marks a variable bit rate.
    public let isVariableBitRate: Bool
    /// Formats, one after the other: 1 where it never changes.
    public let formats: Int
    /// ID3v2 tags between frames.
    public let id3Tags: Int
    /// Bytes of garbage between frames.
    public let skippedBytes: Int
    /// Bytes of a last frame that the end of the stream cuts off.
    public let truncatedBytes: Int
    public let anomalies: [Anomaly]
}
