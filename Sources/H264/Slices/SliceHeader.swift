import BitCoding

/// A slice header (7.3.3), up to the fields that access unit boundaries and picture order need.
public struct SliceHeader: Hashable, Sendable {
    /// The upper limits of syntax elements, each with its clause.
    enum Limit {
        /// idr_pic_id (7.4.3).
        static let idrPictureID: UInt32 = 65_535
        /// redundant_pic_cnt (7.4.3).
        static let redundantPictureCount: UInt32 = 127
        /// num_ref_idx_l0_active_minus1 and _l1_ (7.4.3).
        static let referenceIndexMinus1: UInt32 = 31
        /// Commands in ref_pic_list_modification and in dec_ref_pic_marking: two for each of 32 fields, one for all of
        /// them, and the end (7.4.3.1, 7.4.3.3).
        static let commands = 66
    }

    /// The fields that need no parameter set.
    public let start: SliceStart
    /// `nal_ref_idc`, 0 to 3.
    public let referenceIDC: UInt8
    /// The id of the SPS to which the PPS refers.
    public let sequenceParameterSetID: Int
    /// `colour_plane_id`, 0 to 3; 0 without separate planes.
    public let colourPlane: UInt8
    /// `frame_num`.
    public let frameNum: Int
    /// `field_pic_flag` and `bottom_field_flag`.
    public let structure: PictureStructure
    /// `idr_pic_id`; `nil` if the picture is not IDR.
    public let idrPictureID: Int?
    /// `pic_order_cnt_lsb`; 0 unless the SPS has picture order count type 0.
    public let pictureOrderCountLsb: Int
    /// `delta_pic_order_cnt_bottom`; 0 if it is absent.
    public let deltaPictureOrderCountBottom: Int32
    /// `delta_pic_order_cnt[0]`; 0 if it is absent.
    public let deltaPictureOrderCount0: Int32
    /// `delta_pic_order_cnt[1]`; 0 if it is absent.
    public let deltaPictureOrderCount1: Int32
    /// `redundant_pic_cnt`; above 0 in slices of a redundant picture.
    public let redundantPictureCount: Int
    /// Whether `dec_ref_pic_marking` contains a `memory_management_control_operation` of 5, which restarts `frame_num`
    /// and picture order counts almost like an IDR picture.
    public let hasMMCO5: Bool

    /// Whether the NAL unit is of type 5 (`IdrPicFlag`).
    public var isIDR: Bool { idrPictureID != nil }

    /// Parses the header of a slice or of slice data partition A (NAL unit types 1, 2 and 5), header byte first.
    ///
    /// - Throws: `missingParameterSet` if `parameterSets` lacks the PPS or its SPS; `wrongNALUnitType`, `truncated` or
    ///   `outOfRange`.
    package init(_ nal: RawSpan, _ parameterSets: ParameterSets) throws(H264Error) {
        var bits = RBSPReader()
        let start = try SliceStart(nal, &bits)
        guard let header = nal.header, [.nonIDRSlice, .partitionA, .idrSlice].contains(header.type) else {
            throw H264Error(.wrongNALUnitType, "not a slice of a primary or redundant picture")
        }
        guard let pps = parameterSets.pps(start.pictureParameterSetID)?.value else {
            throw H264Error(.missingParameterSet, "pic_parameter_set_id \(start.pictureParameterSetID)")
        }
        guard let sps = parameterSets.sps(pps.sequenceParameterSetID) else {
            throw H264Error(.missingParameterSet, "seq_parameter_set_id \(pps.sequenceParameterSetID)")
        }
        self.start = start
        referenceIDC = header.referenceIDC
        sequenceParameterSetID = sps.value.id
        colourPlane = sps.value.hasSeparateColourPlanes ? UInt8(try bits.u(2, nal)) : 0
        frameNum = Int(try bits.u(sps.value.log2MaxFrameNum, nal))
        let isField = sps.value.isFrameMbsOnly ? false : try bits.flag(nal)
        structure = !isField ? .frame : try bits.flag(nal) ? .bottomField : .topField
        idrPictureID = header.type == .idrSlice ? try bits.ue(nal, "idr_pic_id", max: Limit.idrPictureID) : nil

        var (lsb, deltaBottom, delta0, delta1) = (0, Int32(0), Int32(0), Int32(0))
        let hasBottom = pps.hasBottomFieldPictureOrder && !isField
        switch sps.value.pictureOrderCountType {
        case .coded(let log2MaxLsb):
            lsb = Int(try bits.u(log2MaxLsb, nal))
            if hasBottom { deltaBottom = try bits.se(nal) }
        case .cycle(let cycle) where !cycle.isDeltaAlwaysZero:
            delta0 = try bits.se(nal)
            if hasBottom { delta1 = try bits.se(nal) }
        case .cycle, .decodingOrder: break
        }
        (pictureOrderCountLsb, deltaPictureOrderCountBottom) = (lsb, deltaBottom)
        (deltaPictureOrderCount0, deltaPictureOrderCount1) = (delta0, delta1)
        redundantPictureCount =
            pps.hasRedundantPictureCount
            ? try bits.ue(nal, "redundant_pic_cnt", max: Limit.redundantPictureCount) : 0

        try bits.skipReferences(of: start.type, pps, hasChroma: sps.value.chromaArrayType != 0, nal)
        hasMMCO5 = header.referenceIDC == 0 ? false : try bits.readMarking(isIDR: header.type == .idrSlice, nal)
    }
}

/// The first three syntax elements of a slice header, which need no parameter set.
public struct SliceStart: Hashable, Sendable {
    /// `first_mb_in_slice`.
    public let firstMacroblock: Int
    /// `slice_type`.
    public let type: SliceType
    /// `pic_parameter_set_id`, 0 to 255.
    public let pictureParameterSetID: Int

    /// Parses the start of any slice except partitions B and C: NAL unit types 1, 2, 5, 19, 20 and 21.
    ///
    /// - Throws: `truncated`, or `outOfRange` with the name of the syntax element.
    package init(_ nal: RawSpan) throws(H264Error) {
        var bits = RBSPReader(at: nal.headerLength)
        try self.init(nal, &bits)
    }

    init(_ nal: RawSpan, _ bits: inout RBSPReader) throws(H264Error) {
        firstMacroblock = try bits.ue(nal, "first_mb_in_slice", max: PictureParameterSet.Limit.mapUnits)
        let type = try bits.ue(nal, "slice_type", max: 9)
        self.type = SliceType(rawValue: UInt8(type % 5)) ?? .i
        pictureParameterSetID = try bits.ue(nal, "pic_parameter_set_id", max: PictureParameterSet.Limit.id)
    }
}
