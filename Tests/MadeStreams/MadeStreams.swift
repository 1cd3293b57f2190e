/// Small H.264 streams made by hand, for tests that are about one thing.
///
/// NAL units are so small, and of such numbers, that none needs emulation prevention.
public enum MadeStream {
    /// NAL units behind start codes.
    public static func annexB(_ units: [[UInt8]], startCode: [UInt8] = [0, 0, 0, 1]) -> [UInt8] {
        units.flatMap { startCode + $0 }
    }

    /// An SPS of Main profile, level 3: frames of 32 rows, picture order count type 2, frame_num of 4 bits.
    ///
    /// With `hasFields`, pictures have 64 rows, and slices say whether they are of a field.
    /// `timing` is num_units_in_tick and time_scale; both are written 0x01010101 times as large, below 0x80. Without
    /// `boundsReordering` there is no bitstream_restriction.
    public static func sps(
        widthInMbs: Int = 2,
        timing: (unitsInTick: Int, timeScale: Int)? = nil,
        boundsReordering: Bool = true,
        hasFields: Bool = false
    ) -> [UInt8] {
        var bits = Bits()
        // seq_parameter_set_id, log2_max_frame_num_minus4, pic_order_cnt_type, max_num_ref_frames
        bits.ue(0, 0, 2, 1)
        bits.u(1, 0)
        bits.ue(widthInMbs - 1, 1)
        // frame_mbs_only_flag; mb_adaptive_frame_field_flag
        if hasFields { bits.u(2, 0b00) } else { bits.u(1, 1) }
        // direct_8x8_inference_flag, frame_cropping_flag
        bits.u(2, 0b10)
        let hasVUI = timing != nil || boundsReordering
        bits.u(1, hasVUI ? 1 : 0)
        guard hasVUI else { return [0x67, 77, 0, 30] + bits.bytes }
        // Nothing before the timing.
        bits.u(5, timing == nil ? 0 : 1)
        if let timing {
            bits.u(32, timing.unitsInTick * 0x0101_0101)
            bits.u(32, timing.timeScale * 0x0101_0101)
            // fixed_frame_rate_flag
            bits.u(1, 1)
        }
        // No HRD parameters, no pic_struct.
        bits.u(3, 0)
        bits.u(1, boundsReordering ? 1 : 0)
        if boundsReordering {
            // What is inferred elsewhere, max_num_reorder_frames 0 and max_dec_frame_buffering 1.
            bits.u(1, 1)
            bits.ue(2, 1, 15, 15, 0, 1)
        }
        return [0x67, 77, 0, 30] + bits.bytes
    }

    /// A PPS of that SPS, for CAVLC.
    public static let pps = makePPS(0)

    /// A PPS of that SPS with an id.
    public static func makePPS(_ id: Int) -> [UInt8] {
        var bits = Bits()
        bits.ue(id, 0)
        bits.u(2, 0)
        bits.ue(0, 0, 0)
        bits.u(3, 0)
        bits.ue(0, 0, 0)
        bits.u(3, 0)
        return [0x68] + bits.bytes
    }

    /// An SEI NAL unit with a recovery point, `frameCount` below 7.
    public static func recoveryPoint(_ frameCount: Int, isExact: Bool = true) -> [UInt8] {
        var bits = Bits()
        bits.ue(frameCount)
        // exact_match_flag, broken_link_flag, changing_slice_group_idc
        bits.u(1, isExact ? 1 : 0)
        bits.u(3, 0)
        let payload = bits.bytes
        return [0x06, 6, UInt8(payload.count)] + payload + [0x80]
    }

    /// A field of a picture, for an SPS with fields.
    public enum Field: Int {
        case top = 0b10
        case bottom = 0b11
    }

    /// An IDR picture in one slice. Two in a row must have other ids.
    public static func idr(_ id: Int = 0, field: Field? = nil) -> [UInt8] {
        var bits = Bits()
        bits.ue(0, 2, 0)
        bits.u(4, 0)
        if let field { bits.u(2, field.rawValue) }
        bits.ue(id)
        // dec_ref_pic_marking
        bits.u(2, 0)
        bits.u(16, 0x5a5a)
        return [0x65] + bits.bytes
    }

    /// A P picture in one slice.
    public static func p(
        _ frameNum: Int,
        pps: Int = 0,
        isReferenced: Bool = true,
        field: Field? = nil
    ) -> [UInt8] {
        var bits = Bits()
        bits.ue(0, 0, pps)
        bits.u(4, frameNum)
        if let field { bits.u(2, field.rawValue) }
        // No override, no modification, and a sliding window.
        bits.u(isReferenced ? 3 : 2, 0)
        bits.u(16, 0x5a5a)
        return [isReferenced ? 0x61 : 0x01] + bits.bytes
    }
}

/// Bits in a row.
private struct Bits {
    private var bits: [UInt8] = []

    mutating func u(_ count: Int, _ value: Int) {
        for shift in (0..<count).reversed() { bits.append(UInt8(value >> shift & 1)) }
    }

    mutating func ue(_ values: Int...) {
        for value in values {
            let length = Int.bitWidth - (value + 1).leadingZeroBitCount
            u(length - 1, 0)
            u(length, value + 1)
        }
    }

    /// The bytes, with the stop bit.
    var bytes: [UInt8] {
        let all = bits + [1]
        return stride(from: 0, to: all.count, by: 8).map { start in
            (0..<8).reduce(0) { $0 << 1 | (start + $1 < all.count ? all[start + $1] : 0) }
        }
    }
}

extension MadeStream {
    /// ADTS frames of AAC LC, at 48 kHz and in stereo unless other indices say otherwise.
    public static func adts(
        frames: Int,
        payload: [UInt8] = [0x21, 0x10, 0x04, 0x60],
        frequencyIndex: UInt8 = 3,
        channelConfiguration: UInt8 = 2,
        isMPEG2: Bool = false
    ) -> [UInt8] {
        let length = payload.count + 7
        let frame =
            [
                0xff, isMPEG2 ? 0xf9 : 0xf1, 0x40 | frequencyIndex << 2 | channelConfiguration >> 2,
                channelConfiguration << 6 | UInt8(length >> 11),
                UInt8(length >> 3 & 0xff), UInt8(length & 7) << 5 | 0x1f, 0xfc,
            ] + payload
        return (0..<frames).flatMap { _ in frame }
    }
}
