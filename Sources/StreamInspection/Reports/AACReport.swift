/// The contents of an ADTS stream. The properties are the keys of the JSON; those that are `nil` are omitted.
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
    /// Samples per second, without SBR.
    public let sampleRate: Int
    /// Channels, without parametric stereo.
    public let channels: Int?
    /// `channel_configuration`.
    public let channelConfiguration: UInt8
    /// Whether the sampling frequency is so low that frames may contain SBR, which ADTS does not signal: a decoder
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
    /// The number of formats in a row; 1 if the format never changes.
    public let formats: Int
    /// ID3v2 tags between frames.
    public let id3Tags: Int
    /// Bytes of garbage between frames.
    public let skippedBytes: Int
    /// Bytes of a last frame that the end of the stream cuts off.
    public let truncatedBytes: Int
    public let anomalies: [Anomaly]
}

extension AACReport: CustomStringConvertible {
    /// The report as aligned lines, for people.
    public var description: String {
        var table = TextTable()
        table.section("AAC in ADTS frames, \(Numbers.grouped(bytes)) bytes")
        table.row("profile", "\(profile), \(version) (\(codec))")
        let doubled = mayHoldSBR ? "; \(Numbers.grouped(2 * sampleRate)) Hz where the frames hold SBR" : ""
        table.row("sample rate", "\(Numbers.grouped(sampleRate)) Hz\(doubled)")
        table.row("channels", channels.map { "\($0)" } ?? "unknown (channel configuration \(channelConfiguration))")
        table.row("duration", Numbers.duration(duration))
        table.row("bit rate", "\(Numbers.bitRate(bitRate))\(isVariableBitRate ? ", variable" : "")")
        table.section("Frames: \(Numbers.grouped(frames))")
        table.row("raw data blocks", "\(Numbers.grouped(blocks)), \(Numbers.grouped(samples)) samples a channel")
        table.row("sizes", "\(Numbers.grouped(smallestFrame)) to \(Numbers.grouped(largestFrame)) bytes")
        table.row("with checksum", Numbers.grouped(checksumFrames))
        table.row("with several blocks", Numbers.grouped(multiBlockFrames))
        table.row("ID3 tags", Numbers.grouped(id3Tags))
        table.row("skipped", "\(Numbers.grouped(skippedBytes)) bytes")
        table.add(anomalies)
        return table.text
    }
}
