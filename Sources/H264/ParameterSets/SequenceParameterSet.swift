import BitCoding

/// A sequence parameter set (7.3.2.1.1, 7.4.2.1.1), or the base part of a subset SPS (7.3.2.1.3).
///
/// Every profile is parsed. Scaling lists are skipped. The parser tolerates these deviations, which real files contain:
/// - a start code before the SPS or at its end, and zero bytes after it (SDP of cameras);
/// - a VUI that ends early or is out of range: the fields before that are kept, and
///   ``VideoUsabilityInformation/isComplete`` is `false`;
/// - reserved bits that are set, unknown profiles and levels, missing trailing bits.
public struct SequenceParameterSet: Hashable, Sendable {
    /// The limits that are checked, each with its clause.
    enum Limit {
        /// seq_parameter_set_id (7.4.2.1.1).
        static let id: UInt32 = 31
        /// bit_depth_luma_minus8, bit_depth_chroma_minus8 (7.4.2.1.1).
        static let bitDepthMinus8: UInt32 = 6
        /// log2_max_frame_num_minus4, log2_max_pic_order_cnt_lsb_minus4 (7.4.2.1.1).
        static let log2Minus4: UInt32 = 12
        /// num_ref_frames_in_pic_order_cnt_cycle (7.4.2.1.1).
        static let pictureOrderCountCycle: UInt32 = 255
        /// max_num_ref_frames: MaxDpbFrames is never over 16 (A.3.1).
        static let referenceFrames: UInt32 = 16
        /// PicWidthInMbs and FrameHeightInMbs: the square root of 8 · MaxFS of level 6.2 (A.3.1).
        static let sizeInMbs = 1_055
    }

    /// `profile_idc` and the constraint flags.
    public let profile: H264Profile
    /// `level_idc`.
    public let level: H264Level
    /// `seq_parameter_set_id`, 0 to 31.
    public let id: Int
    /// `chroma_format_idc`.
    public let chromaFormat: ChromaFormat
    /// `separate_colour_plane_flag`: 4:4:4 coded as three pictures, each slice naming its plane.
    public let hasSeparateColourPlanes: Bool
    /// Bits per luma sample, 8 to 14.
    public let bitDepthLuma: Int
    /// Bits per chroma sample, 8 to 14.
    public let bitDepthChroma: Int
    /// `seq_scaling_matrix_present_flag`.
    public let hasScalingMatrix: Bool
    /// Bits of `frame_num` in slice headers, 4 to 16.
    public let log2MaxFrameNum: Int
    /// `pic_order_cnt_type` and its fields.
    public let pictureOrderCountType: PictureOrderCountType
    /// `max_num_ref_frames`, 0 to 16.
    public let maxReferenceFrames: Int
    /// `gaps_in_frame_num_value_allowed_flag`.
    public let allowsGapsInFrameNum: Bool
    /// The size of a decoded frame in samples, a multiple of 16; the height is a multiple of 32 if fields are allowed.
    public let codedSize: Size
    /// `frame_mbs_only_flag`: there are no fields and no field macroblocks.
    public let isFrameMbsOnly: Bool
    /// `mb_adaptive_frame_field_flag`.
    public let isMacroblockAdaptive: Bool
    /// The margins that are not displayed; `nil` if `frame_cropping_flag` is 0.
    public let cropping: FrameCropping?
    /// The VUI parameters, or `nil` if the SPS has none.
    public let vui: VideoUsabilityInformation?

    /// `pic_order_cnt_type` (8.2.1).
    public enum PictureOrderCountType: Hashable, Sendable {
        /// Type 0: the low bits are in each slice header; `log2MaxLsb` of them, 4 to 16.
        case coded(log2MaxLsb: Int)
        /// Type 1: a cycle of expected differences, to which slice headers add.
        case cycle(PictureOrderCountCycle)
        /// Type 2: output order is decoding order.
        case decodingOrder
    }

    /// The fields of an SPS with `pic_order_cnt_type` 1 (7.4.2.1.1).
    public struct PictureOrderCountCycle: Hashable, Sendable {
        /// `delta_pic_order_always_zero_flag`: slice headers add nothing.
        public let isDeltaAlwaysZero: Bool
        /// `offset_for_non_ref_pic`.
        public let offsetForNonReference: Int32
        /// `offset_for_top_to_bottom_field`.
        public let offsetForTopToBottom: Int32
        /// `offset_for_ref_frame`, at most 255.
        public let offsetsForReferenceFrames: [Int32]
    }

    /// Reads an SPS or subset SPS NAL unit, header byte first.
    ///
    /// Throws `wrongNALUnitType`, `truncated`, or `outOfRange` with the syntax element's name.
    package init(_ nalUnit: RawSpan) throws(H264Error) {
        let nal = nalUnit.extracting(droppingFirst: nalUnit.startCodeLength)
        guard let header = nal.header, !header.forbiddenZeroBit, header.type == .sps || header.type == .subsetSPS else {
            throw H264Error(.wrongNALUnitType, "not a sequence parameter set")
        }
        var bits = RBSPReader()
        profile = H264Profile(idc: UInt8(try bits.u(8, nal)), constraintFlags: UInt8(try bits.u(8, nal)))
        level = H264Level(idc: UInt8(try bits.u(8, nal)), profile: profile)
        id = try bits.ue(nal, "seq_parameter_set_id", max: Limit.id)
        let chroma = try Chroma(&bits, nal, isPresent: profile.hasChromaInformation)
        (chromaFormat, hasSeparateColourPlanes) = (chroma.format, chroma.hasSeparatePlanes)
        (bitDepthLuma, bitDepthChroma) = (chroma.bitDepthLuma, chroma.bitDepthChroma)
        hasScalingMatrix = chroma.hasScalingMatrix
        log2MaxFrameNum = try bits.ue(nal, "log2_max_frame_num_minus4", max: Limit.log2Minus4) + 4
        pictureOrderCountType = try PictureOrderCountType(&bits, nal)
        maxReferenceFrames = try bits.ue(nal, "max_num_ref_frames", max: Limit.referenceFrames)
        allowsGapsInFrameNum = try bits.flag(nal)
        let widthInMbs = try bits.ue(nal, "pic_width_in_mbs_minus1", max: UInt32(Limit.sizeInMbs - 1)) + 1
        let heightInMapUnits = try bits.ue(nal, "pic_height_in_map_units_minus1", max: UInt32(Limit.sizeInMbs - 1)) + 1
        isFrameMbsOnly = try bits.flag(nal)
        let heightInMbs = heightInMapUnits * (isFrameMbsOnly ? 1 : 2)
        guard heightInMbs <= Limit.sizeInMbs else {
            throw H264Error(.outOfRange, "FrameHeightInMbs \(heightInMbs), over \(Limit.sizeInMbs)")
        }
        codedSize = Size(width: widthInMbs * 16, height: heightInMbs * 16)
        isMacroblockAdaptive = isFrameMbsOnly ? false : try bits.flag(nal)
        _ = try bits.flag(nal)  // direct_8x8_inference_flag
        cropping = try bits.flag(nal) ? FrameCropping(&bits, nal) : nil
        vui = try bits.flag(nal) ? VideoUsabilityInformation(&bits, nal) : nil
        guard croppedSize.width > 0, croppedSize.height > 0 else {
            throw H264Error(.outOfRange, "frame_cropping leaves \(croppedSize.width)x\(croppedSize.height)")
        }
    }
}

extension SequenceParameterSet {
    /// The size to display: the coded size less the cropping, whose units depend on the chroma format and on whether
    /// there are fields (7-19 to 7-22).
    public var croppedSize: Size {
        guard let cropping else { return codedSize }
        let unit = hasSeparateColourPlanes ? (width: 1, height: 1) : chromaFormat.subsampling
        let rows = unit.height * (isFrameMbsOnly ? 1 : 2)
        return Size(
            width: codedSize.width - unit.width * (cropping.left + cropping.right),
            height: codedSize.height - rows * (cropping.top + cropping.bottom)
        )
    }

    /// The frame rate of the VUI's timing, or `nil` if it has none.
    public var frameRate: FrameRate? { vui?.timing?.frameRate }

    /// `MaxDpbFrames` (A.3.1): how many frames a decoder of this level can hold, 1 to 16.
    public var maxDpbFrames: Int {
        let frame = codedSize.width * codedSize.height / 256
        return max(1, min(level.maxDpbMbs / frame, 16))
    }

    /// The largest number of frames that precede a frame in decoding order and follow it in output order.
    ///
    /// It is `max_num_reorder_frames` if the VUI contains it. Otherwise it is 0 for picture order count type 2 and for
    /// profiles without reordering, else the capacity of the level's decoded picture buffer (E.2.1).
    public var maxReorderFrames: Int {
        if case .decodingOrder = pictureOrderCountType { return 0 }
        if let restriction = vui?.bitstreamRestriction { return restriction.maxReorderFrames }
        return outputsInDecodingOrder ? 0 : maxDpbFrames
    }

    /// Whether output order is decoding order without regard to the VUI: by picture order count type 2 (8.2.1.3), or by
    /// the profile (`H264Profile.isInDecodingOrder`).
    public var outputsInDecodingOrder: Bool {
        if case .decodingOrder = pictureOrderCountType { return true }
        return profile.isInDecodingOrder
    }

    /// The RFC 6381 name for `codecs` parameters, as in `avc1.42C01E`.
    public var codecString: String {
        let digits = Array("0123456789ABCDEF")
        return [profile.idc, profile.constraintFlags, level.idc].reduce(into: "avc1.") { text, byte in
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
    }

    /// `ChromaArrayType`: how chroma is coded within a slice, 0 for separate planes too.
    var chromaArrayType: UInt8 { hasSeparateColourPlanes ? 0 : chromaFormat.rawValue }
}
