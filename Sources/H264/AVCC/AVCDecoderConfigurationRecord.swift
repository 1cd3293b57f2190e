import BitCoding

/// The configuration that a decoder needs before the first sample of an MP4, FLV or Matroska file: the `avcC` box
/// (ISO/IEC 14496-15 5.3.3.1).
///
/// The parser tolerates these deviations, which real files contain:
/// - a record of a High profile that ends before the chroma format and bit depths: ``high`` is `nil`;
/// - bytes after the record: ``trailing`` holds them;
/// - parameter sets with a start code at either end: the start code is removed; empty sets are omitted;
/// - reserved bits that are not 1;
/// - a profile, level or chroma format that differs from the SPS: the record's values are returned unchanged, and the
///   SPS is right.
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

        /// Describes 4:2:0 with 8 bits by default.
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
    /// The chroma format and bit depths, if the record contains them.
    public var high: High?
    /// The bytes after the record.
    public var trailing: [UInt8]

    /// Creates a record. Only ``encoded()`` checks the values.
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

    /// `configurationVersion`. No other version exists.
    static let version: UInt8 = 1

    /// Whether records of this profile contain ``high``. Baseline (66), Main (77) and Extended (88) do not.
    static func hasHigh(profileIDC: UInt8) -> Bool {
        ![66, 77, 88].contains(profileIDC)
    }
}

extension AVCDecoderConfigurationRecord {
    /// Creates the record of a stream from its parameter sets, which are NAL units with header byte and without start
    /// code. The first SPS determines profile, level, chroma format and bit depths.
    ///
    /// - Throws: `invalidConfigurationRecord` if there is no SPS, or the error of ``SequenceParameterSet`` if the first
    ///   one cannot be parsed.
    public init(
        sequenceParameterSets: [[UInt8]],
        pictureParameterSets: [[UInt8]],
        lengthSize: NALUnitLengthSize = .four
    ) throws(H264Error) {
        guard let first = sequenceParameterSets.first else {
            throw H264Error(.invalidConfigurationRecord, "a record without SPS")
        }
        let sps = try SequenceParameterSet(first.span.bytes)
        let high = High(
            chromaFormatIDC: sps.chromaFormat.rawValue,
            bitDepthLuma: UInt8(sps.bitDepthLuma),
            bitDepthChroma: UInt8(sps.bitDepthChroma)
        )
        self.init(
            profileIDC: sps.profile.idc,
            profileCompatibility: sps.profile.constraintFlags,
            levelIDC: sps.level.idc,
            lengthSize: lengthSize,
            sequenceParameterSets: sequenceParameterSets,
            pictureParameterSets: pictureParameterSets,
            high: Self.hasHigh(profileIDC: sps.profile.idc) ? high : nil
        )
    }
}
