import H264

/// The fields of an SPS in words. The properties are the keys of the JSON; those that are `nil` are omitted.
public struct SequenceParameterSetReport: Sendable, Encodable {
    /// Colour, by number and by name (tables E-3 to E-5).
    public struct Colour: Hashable, Sendable, Encodable {
        public let primaries: UInt8
        public let primariesName: String
        public let transfer: UInt8
        public let transferName: String
        public let matrix: UInt8
        public let matrixName: String
    }

    /// One of the ways of delivery that the hypothetical reference decoder describes (E.2.2).
    public struct Delivery: Hashable, Sendable, Encodable {
        /// Bits per second.
        public let bitRate: UInt64
        /// Bits.
        public let bufferSize: UInt64
        public let isConstantBitRate: Bool
    }

    /// How often the SPS occurs in the stream; `nil` for a single SPS.
    public let count: Int?
    /// The offset of its first start code in the stream.
    public let offset: Int?
    /// The NAL unit in hexadecimal digits.
    public let hex: String
    /// Whether this is a subset SPS (SVC, MVC). Only the fields that it shares with an SPS are parsed.
    public let isSubset: Bool
    /// `seq_parameter_set_id`.
    public let id: Int
    public let profile: String
    public let profileIDC: UInt8
    /// The byte of `constraint_set0_flag` to `constraint_set5_flag`.
    public let constraintFlags: UInt8
    public let level: String
    public let levelIDC: UInt8
    /// The name for `codecs` parameters (RFC 6381).
    public let codec: String
    /// The size to display, in luma samples.
    public let width: Int
    public let height: Int
    /// The size before cropping.
    public let codedWidth: Int
    public let codedHeight: Int
    /// `4:2:0` and the like.
    public let chroma: String
    public let bitDepthLuma: Int
    public let bitDepthChroma: Int
    /// `progressive`, `fields or frames`, or `fields, frames or macroblock pairs` (MBAFF).
    public let scan: String
    public let hasScalingMatrix: Bool
    /// `pic_order_cnt_type`.
    public let pictureOrderCountType: Int
    /// `max_num_ref_frames`.
    public let referenceFrames: Int
    /// `MaxFrameNum`: frame_num counts up to it.
    public let maxFrameNum: Int
    public let allowsFrameNumGaps: Bool
    /// `max_num_reorder_frames`; `nil` if the SPS does not say.
    public let reorderFrames: Int?
    /// `max_dec_frame_buffering`; `nil` if the SPS does not say.
    public let decodedFrameBuffering: Int?
    /// Frames a second.
    public let frameRate: Double?
    public let timeScale: UInt32?
    public let unitsInTick: UInt32?
    public let isFixedFrameRate: Bool?
    /// The shape of a sample, as in `1:1`.
    public let sampleAspectRatio: String?
    /// `video_format`, as in `PAL`.
    public let videoFormat: String?
    public let isFullRange: Bool?
    public let colour: Colour?
    /// Delivery schedules of the HRD parameters.
    public let deliveries: [Delivery]?
    /// Whether picture timing SEI messages describe how to display each picture.
    public let hasPictureStructure: Bool?
    /// Whether the VUI was parsed to its end; `nil` without a VUI.
    public let isVUIComplete: Bool?
}

extension SequenceParameterSetReport {
    init(_ sps: SequenceParameterSet, bytes: [UInt8], count: Int? = nil, offset: Int? = nil) {
        self.count = count
        self.offset = offset
        hex = HexDigits.text(bytes)
        isSubset = bytes.first.map { NALUnitHeader($0).type == .subsetSPS } ?? false
        id = sps.id
        profile = sps.profile.name
        profileIDC = sps.profile.idc
        constraintFlags = sps.profile.constraintFlags
        level = sps.level.name
        levelIDC = sps.level.idc
        codec = sps.codecString
        (width, height) = (sps.croppedSize.width, sps.croppedSize.height)
        (codedWidth, codedHeight) = (sps.codedSize.width, sps.codedSize.height)
        chroma = "\(sps.chromaFormat)"
        bitDepthLuma = sps.bitDepthLuma
        bitDepthChroma = sps.bitDepthChroma
        scan =
            sps.isFrameMbsOnly
            ? "progressive" : sps.isMacroblockAdaptive ? "fields, frames or macroblock pairs" : "fields or frames"
        hasScalingMatrix = sps.hasScalingMatrix
        pictureOrderCountType =
            switch sps.pictureOrderCountType {
            case .coded: 0
            case .cycle: 1
            case .decodingOrder: 2
            }
        referenceFrames = sps.maxReferenceFrames
        maxFrameNum = 1 << sps.log2MaxFrameNum
        allowsFrameNumGaps = sps.allowsGapsInFrameNum

        let vui = sps.vui
        reorderFrames = vui?.bitstreamRestriction?.maxReorderFrames
        decodedFrameBuffering = vui?.bitstreamRestriction?.maxDecodedFrameBuffering
        frameRate = sps.frameRate?.framesPerSecond
        timeScale = vui?.timing?.timeScale
        unitsInTick = vui?.timing?.unitsInTick
        isFixedFrameRate = vui?.timing?.isFixedFrameRate
        sampleAspectRatio = vui?.sampleAspectRatio.map { "\($0.width):\($0.height)" }
        videoFormat = vui?.videoSignal.map { ColourNames.videoFormat($0.format) }
        isFullRange = vui?.videoSignal?.isFullRange
        colour = vui?.videoSignal?.colour.map {
            Colour(
                primaries: $0.primaries,
                primariesName: ColourNames.primaries($0.primaries),
                transfer: $0.transfer,
                transferName: ColourNames.transfer($0.transfer),
                matrix: $0.matrix,
                matrixName: ColourNames.matrix($0.matrix)
            )
        }
        deliveries = (vui?.nalHRD ?? vui?.vclHRD)?.schedules.map {
            Delivery(bitRate: $0.bitRate, bufferSize: $0.bufferSize, isConstantBitRate: $0.isConstantBitRate)
        }
        hasPictureStructure = vui?.hasPictureStructure
        isVUIComplete = vui?.isComplete
    }
}
