/// The header of an ADTS frame (ISO/IEC 14496-3 1.A.2.2): seven bytes, and more if ``hasChecksum`` is set.
///
///      0                   1                   2                   3
///      0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
///     +-----------------------+-+---+-+---+-------+-+-----+-+-+-+-+---+
///     |    syncword fff       |V| 0 |P|typ| freq. |p|chan.|o|h|c|s|   |
///     +-----------------------+-+---+-+---+-------+-+-----+-+-+-+-+   |
///     |  aac_frame_length   |   buffer fullness   |blk|  V version (ID), P protection_absent,
///     +---------------------+---------------------+---+  p private, o original, h home, c s copyright
public struct ADTSHeader: Hashable, Sendable {
    /// `ID`: MPEG-2 AAC instead of MPEG-4. The frames are the same.
    public var isMPEG2 = false
    /// Not `protection_absent`: there are `crc_check` fields.
    public var hasChecksum = false
    /// `profile_ObjectType` + 1: Main, LC, SSR or LTP.
    public var objectType: AudioObjectType
    /// The sampling frequency of the core in Hz. Frames may contain SBR, which ADTS does not signal.
    public var samplingFrequency: SamplingFrequency
    /// `private_bit`.
    public var isPrivate = false
    /// `channel_configuration`, 0 to 7. With 0 a program config element is in the raw data block.
    public var channelConfiguration: UInt8
    /// `original_copy`.
    public var isOriginal = false
    /// `home`.
    public var isHome = false
    /// `copyright_identification_bit`.
    public var copyrightBit = false
    /// `copyright_identification_start`.
    public var copyrightStart = false
    /// `aac_frame_length`: the whole frame with header and checksums, at most 8,191 bytes.
    public var frameLength: Int
    /// `adts_buffer_fullness`, 11 bits; 0x7ff for a variable bit rate.
    public var bufferFullness: UInt16 = Self.variableBitRate
    /// The raw data blocks in the frame, 1 to 4.
    public var blockCount = 1

    /// The bytes of the fixed and variable header.
    public static let size = 7
    /// The largest `aac_frame_length`: it has 13 bits.
    public static let maximumFrameLength = 8191
    /// The ``bufferFullness`` of streams with a variable bit rate.
    public static let variableBitRate: UInt16 = 0x7ff
    /// Samples per channel in a raw data block. ADTS has no way to say 960.
    public static let samplesPerBlock = 1024

    /// Describes a frame of `frameLength` bytes with one raw data block and no checksum.
    public init(
        objectType: AudioObjectType,
        samplingFrequency: SamplingFrequency,
        channelConfiguration: UInt8,
        frameLength: Int
    ) {
        self.objectType = objectType
        self.samplingFrequency = samplingFrequency
        self.channelConfiguration = channelConfiguration
        self.frameLength = frameLength
    }

    /// The bytes before the first raw data block: 7, with a checksum 9, and 2 more for each position of a further
    /// block.
    public var headerLength: Int {
        Self.size + (hasChecksum ? 2 * blockCount : 0)
    }

    /// Samples per channel that the frame holds.
    public var samplesPerFrame: Int {
        blockCount * Self.samplesPerBlock
    }

    /// The number of channels; `nil` for configuration 0, in which a program config element defines them.
    public var channelCount: Int? {
        AudioSpecificConfig.channelCount(configuration: channelConfiguration)
    }

    /// Whether both headers can belong to the same stream: version, object type, frequency and channels are equal.
    public func isConsistent(with other: ADTSHeader) -> Bool {
        isMPEG2 == other.isMPEG2 && objectType == other.objectType && samplingFrequency == other.samplingFrequency
            && channelConfiguration == other.channelConfiguration
    }
}
