/// A picture parameter set (7.3.2.2, 7.4.2.2), as far as slice headers depend on it.
///
/// Reading ends before the scaling matrix, whose syntax depends on the SPS. Both need not arrive in order.
public struct PictureParameterSet: Hashable, Sendable {
    /// The limits that are checked, each with its clause.
    enum Limit {
        /// pic_parameter_set_id (7.4.2.2).
        static let id: UInt32 = 255
        /// num_slice_groups_minus1 (A.2).
        static let sliceGroupsMinus1: UInt32 = 7
        /// num_ref_idx_l0_default_active_minus1 and _l1_ (7.4.2.2).
        static let referenceIndexMinus1: UInt32 = 31
        /// run_length_minus1, top_left and the like: below PicSizeInMapUnits, MaxFS of level 6.2 (table A-1).
        static let mapUnits: UInt32 = 139_264
    }

    /// `pic_parameter_set_id`, 0 to 255.
    public let id: Int
    /// `seq_parameter_set_id`, 0 to 31. It identifies a subset SPS if a slice extension refers to this PPS, else an
    /// SPS.
    public let sequenceParameterSetID: Int
    /// `entropy_coding_mode_flag`: CABAC rather than CAVLC.
    public let isCABAC: Bool
    /// `bottom_field_pic_order_in_frame_present_flag`.
    public let hasBottomFieldPictureOrder: Bool
    /// The number of slice groups, 1 to 8. Over 1 is flexible macroblock ordering.
    public let sliceGroupCount: Int
    /// `redundant_pic_cnt_present_flag`.
    public let hasRedundantPictureCount: Bool
    /// `transform_8x8_mode_flag`.
    public let is8x8TransformAllowed: Bool

    let activeReferencesL0: Int
    let activeReferencesL1: Int
    let isWeightedPrediction: Bool
    let weightedBipredictionIDC: UInt8

    /// Reads a PPS NAL unit, header byte first.
    ///
    /// Throws `wrongNALUnitType`, `truncated`, or `outOfRange` with the syntax element's name.
    package init(_ nalUnit: RawSpan) throws(H264Error) {
        let nal = nalUnit.extracting(droppingFirst: nalUnit.startCodeLength)
        guard let header = nal.header, !header.forbiddenZeroBit, header.type == .pps else {
            throw H264Error(.wrongNALUnitType, "not a picture parameter set")
        }
        var bits = RBSPReader()
        id = try bits.ue(nal, "pic_parameter_set_id", max: Limit.id)
        sequenceParameterSetID = try bits.ue(nal, "seq_parameter_set_id", max: SequenceParameterSet.Limit.id)
        isCABAC = try bits.flag(nal)
        hasBottomFieldPictureOrder = try bits.flag(nal)
        sliceGroupCount = try bits.ue(nal, "num_slice_groups_minus1", max: Limit.sliceGroupsMinus1) + 1
        if sliceGroupCount > 1 { try bits.skipSliceGroups(sliceGroupCount, nal) }
        let limit = Limit.referenceIndexMinus1
        activeReferencesL0 = try bits.ue(nal, "num_ref_idx_l0_default_active_minus1", max: limit) + 1
        activeReferencesL1 = try bits.ue(nal, "num_ref_idx_l1_default_active_minus1", max: limit) + 1
        isWeightedPrediction = try bits.flag(nal)
        weightedBipredictionIDC = UInt8(try bits.u(2, nal))
        // pic_init_qp_minus26, pic_init_qs_minus26, chroma_qp_index_offset.
        for _ in 0..<3 { _ = try bits.se(nal) }
        _ = try bits.u(2, nal)  // deblocking_filter_control_present_flag, constrained_intra_pred_flag
        hasRedundantPictureCount = try bits.flag(nal)
        is8x8TransformAllowed = bits.moreRBSPData(nal) ? try bits.flag(nal) : false
    }
}

extension RBSPReader {
    /// Skips the syntax of slice groups from `slice_group_map_type` on.
    fileprivate mutating func skipSliceGroups(_ count: Int, _ nal: RawSpan) throws(H264Error) {
        let limit = PictureParameterSet.Limit.mapUnits
        switch try ue(nal, "slice_group_map_type", max: 6) {
        case 0: for _ in 0..<count { _ = try ue(nal, "run_length_minus1", max: limit) }
        case 2:
            for _ in 0..<(count - 1) {
                _ = try ue(nal, "top_left", max: limit)
                _ = try ue(nal, "bottom_right", max: limit)
            }
        case 3, 4, 5:
            _ = try flag(nal)  // slice_group_change_direction_flag
            _ = try ue(nal, "slice_group_change_rate_minus1", max: limit)
        case 6:
            let mapUnits = try ue(nal, "pic_size_in_map_units_minus1", max: limit) + 1
            let idLength = count > 4 ? 3 : count > 2 ? 2 : 1
            try skip(mapUnits * idLength, nal)
        default: break  // 1, dispersed, has nothing more.
        }
    }
}
