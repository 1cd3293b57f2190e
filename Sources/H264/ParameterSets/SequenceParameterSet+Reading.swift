/// The parts of an SPS, in the order of 7.3.2.1.1.
extension SequenceParameterSet {
    /// The fields that only the High profiles and their successors contain, or the values inferred for the others.
    struct Chroma {
        var format = ChromaFormat.yuv420
        var hasSeparatePlanes = false
        var bitDepthLuma = 8
        var bitDepthChroma = 8
        var hasScalingMatrix = false

        init(_ bits: inout RBSPReader, _ nal: RawSpan, isPresent: Bool) throws(H264Error) {
            guard isPresent else { return }
            let idc = try bits.ue(nal)
            guard let byte = UInt8(exactly: idc), let format = ChromaFormat(rawValue: byte) else {
                throw H264Error(.outOfRange, "chroma_format_idc \(idc), over 3")
            }
            self.format = format
            if format == .yuv444 { hasSeparatePlanes = try bits.flag(nal) }
            bitDepthLuma = try bits.ue(nal, "bit_depth_luma_minus8", max: Limit.bitDepthMinus8) + 8
            bitDepthChroma = try bits.ue(nal, "bit_depth_chroma_minus8", max: Limit.bitDepthMinus8) + 8
            _ = try bits.flag(nal)  // qpprime_y_zero_transform_bypass_flag
            hasScalingMatrix = try bits.flag(nal)
            guard hasScalingMatrix else { return }
            for list in 0..<(format == .yuv444 ? 12 : 8) where try bits.flag(nal) {
                try bits.skipScalingList(of: list < 6 ? 16 : 64, nal)
            }
        }
    }
}

extension SequenceParameterSet.PictureOrderCountType {
    init(_ bits: inout RBSPReader, _ nal: RawSpan) throws(H264Error) {
        typealias Limit = SequenceParameterSet.Limit
        switch try bits.ue(nal, "pic_order_cnt_type", max: 2) {
        case 0:
            let minus4 = try bits.ue(nal, "log2_max_pic_order_cnt_lsb_minus4", max: Limit.log2Minus4)
            self = .coded(log2MaxLsb: minus4 + 4)
        case 1:
            let isDeltaAlwaysZero = try bits.flag(nal)
            let offsetForNonReference = try bits.se(nal)
            let offsetForTopToBottom = try bits.se(nal)
            var offsets: [Int32] = []
            let name: StaticString = "num_ref_frames_in_pic_order_cnt_cycle"
            for _ in 0..<(try bits.ue(nal, name, max: Limit.pictureOrderCountCycle)) {
                offsets.append(try bits.se(nal))
            }
            self = .cycle(
                SequenceParameterSet.PictureOrderCountCycle(
                    isDeltaAlwaysZero: isDeltaAlwaysZero,
                    offsetForNonReference: offsetForNonReference,
                    offsetForTopToBottom: offsetForTopToBottom,
                    offsetsForReferenceFrames: offsets
                )
            )
        default: self = .decodingOrder
        }
    }
}

extension FrameCropping {
    init(_ bits: inout RBSPReader, _ nal: RawSpan) throws(H264Error) {
        // No offset can be over the frame's size; the sum is checked when the size is known.
        let limit = UInt32(SequenceParameterSet.Limit.sizeInMbs * 16)
        left = try bits.ue(nal, "frame_crop_left_offset", max: limit)
        right = try bits.ue(nal, "frame_crop_right_offset", max: limit)
        top = try bits.ue(nal, "frame_crop_top_offset", max: limit)
        bottom = try bits.ue(nal, "frame_crop_bottom_offset", max: limit)
    }
}

extension RBSPReader {
    /// Skips `scaling_list()` (7.3.2.1.1.1).
    mutating func skipScalingList(of size: Int, _ nal: RawSpan) throws(H264Error) {
        var last: Int32 = 8
        for _ in 0..<size {
            last = (last &+ (try se(nal))) & 0xff
            if last == 0 { return }
        }
    }
}
