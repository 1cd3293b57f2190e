/// The middle of a slice header, which is read only to reach `dec_ref_pic_marking`.
extension RBSPReader {
    /// Skips everything between `redundant_pic_cnt` and `dec_ref_pic_marking` (7.3.3, 7.3.3.1, 7.3.3.2).
    ///
    /// - Parameter hasChroma: Whether ChromaArrayType is not 0.
    mutating func skipReferences(
        of type: SliceType,
        _ pps: PictureParameterSet,
        hasChroma: Bool,
        _ nal: RawSpan
    ) throws(H264Error) {
        if type.isIntra { return }
        let isB = type == .b
        if isB { _ = try flag(nal) }  // direct_spatial_mv_pred_flag
        var (activeL0, activeL1) = (pps.activeReferencesL0, pps.activeReferencesL1)
        if try flag(nal) {
            let limit = SliceHeader.Limit.referenceIndexMinus1
            activeL0 = try ue(nal, "num_ref_idx_l0_active_minus1", max: limit) + 1
            if isB { activeL1 = try ue(nal, "num_ref_idx_l1_active_minus1", max: limit) + 1 }
        }
        for _ in 0..<(isB ? 2 : 1) where try flag(nal) { try skipListModification(nal) }
        guard isB ? pps.weightedBipredictionIDC == 1 : pps.isWeightedPrediction else { return }
        for _ in 0..<(hasChroma ? 2 : 1) { _ = try ue(nal) }  // luma_ and chroma_log2_weight_denom
        for _ in 0..<(isB ? activeL0 + activeL1 : activeL0) {
            // A weight and an offset each for luma, Cb and Cr.
            if try flag(nal) { for _ in 0..<2 { _ = try se(nal) } }
            if hasChroma, try flag(nal) { for _ in 0..<4 { _ = try se(nal) } }
        }
    }

    /// Reads `dec_ref_pic_marking()` (7.3.3.3) and returns whether it contains operation 5.
    mutating func readMarking(isIDR: Bool, _ nal: RawSpan) throws(H264Error) -> Bool {
        if isIDR {
            _ = try u(2, nal)  // no_output_of_prior_pics_flag, long_term_reference_flag
            return false
        }
        var hasMMCO5 = false
        guard try flag(nal) else { return false }
        for _ in 0..<SliceHeader.Limit.commands {
            switch try ue(nal, "memory_management_control_operation", max: 6) {
            case 0: return hasMMCO5
            case 3: for _ in 0..<2 { _ = try ue(nal) }
            case 5: hasMMCO5 = true
            default: _ = try ue(nal)
            }
        }
        throw H264Error(.outOfRange, "dec_ref_pic_marking does not end")
    }

    private mutating func skipListModification(_ nal: RawSpan) throws(H264Error) {
        for _ in 0..<SliceHeader.Limit.commands {
            if try ue(nal, "modification_of_pic_nums_idc", max: 3) == 3 { return }
            _ = try ue(nal)
        }
        throw H264Error(.outOfRange, "ref_pic_list_modification does not end")
    }
}
