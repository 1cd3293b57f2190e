/// What a decoder must know before the first sample of an MP4, FLV or Matroska file: the `avcC` box
/// (ISO/IEC 14496-15 5.3.3.1).
///
/// The initialiser takes what real files hold beyond the standard:
/// - records of High profiles that end before the chroma format and bit depths: ``high`` is nil;
/// - bytes behind the record: kept in ``trailing``;
/// - parameter sets with a start code glued on: it is taken off; empty ones are left out;
/// - reserved bits that are not 1;
/// - profile, level or chroma format that differ from those in the SPS: given as they are; the SPS is right.
public struct AVCDecoderConfigurationRecord: Hashable, Sendable {
    /// The part that records of profiles other than Baseline, Main and Extended have.
    public struct High: Hashable, Sendable {
        /// `chroma_format_idc`: 0 for monochrome, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4.
        public var chromaFormatIDC: UInt8
        /// Bits per luma sample, 8 to 15 (H.264 ends at 14).
        public var bitDepthLuma: UInt8
        /// Bits per chroma sample, 8 to 15 (H.264 ends at 14).
        public var bitDepthChroma: UInt8
        /// SPS extension NAL units (type 13), at most 255.
        public var sequenceParameterSetExtensions: [[UInt8]]

        /// Describes 4:2:0 with 8 bits unless told otherwise.
        public init(
            chromaFormatIDC: UInt8 = 1,
            bitDepthLuma: UInt8 = 8,
            bitDepthChroma: UInt8 = 8,
            sequenceParameterSetExtensions: [[UInt8]] = []
        ) {
            self.chromaFormatIDC = chromaFormatIDC
            self.bitDepthLuma = bitDepthLuma
            self.bitDepthChroma = bitDepthChroma
            self.sequenceParameterSetExtensions = sequenceParameterSetExtensions
        }
    }

    /// `AVCProfileIndication`, the SPS's profile_idc.
    public var profileIDC: UInt8
    /// `profile_compatibility`, the byte between profile_idc and level_idc in the SPS.
    public var profileCompatibility: UInt8
    /// `AVCLevelIndication`, the SPS's level_idc.
    public var levelIDC: UInt8
    /// The size of the lengths in the samples.
    public var lengthSize: NALUnitLengthSize
    /// SPS NAL units with their header byte, at most 31 of at most 65,535 bytes.
    public var sequenceParameterSets: [[UInt8]]
    /// PPS NAL units with their header byte, at most 255 of at most 65,535 bytes.
    public var pictureParameterSets: [[UInt8]]
    /// Chroma format and bit depths, where the record has them.
    public var high: High?
    /// Bytes behind the record.
    public var trailing: [UInt8]

    /// Describes a record; nothing is checked before ``encoded()``.
    public init(
        profileIDC: UInt8,
        profileCompatibility: UInt8,
        levelIDC: UInt8,
        lengthSize: NALUnitLengthSize = .four,
        sequenceParameterSets: [[UInt8]],
        pictureParameterSets: [[UInt8]],
        high: High? = nil,
        trailing: [UInt8] = []
    ) {
        self.profileIDC = profileIDC
        self.profileCompatibility = profileCompatibility
        self.levelIDC = levelIDC
        self.lengthSize = lengthSize
        self.sequenceParameterSets = sequenceParameterSets
        self.pictureParameterSets = pictureParameterSets
        self.high = high
        self.trailing = trailing
    }

    /// `configurationVersion`, the only one there is.
    static let version: UInt8 = 1

    /// Whether records of this profile have ``high``: 66 is Baseline, 77 Main, 88 Extended.
    static func hasHigh(profileIDC: UInt8) -> Bool {
        ![66, 77, 88].contains(profileIDC)
    }
}
