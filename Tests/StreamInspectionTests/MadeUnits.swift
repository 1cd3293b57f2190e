import StreamInspection

/// NAL units behind start codes.
func annexB(_ units: [[UInt8]], startCode: [UInt8] = [0, 0, 0, 1]) -> [UInt8] {
    units.flatMap { startCode + $0 }
}

/// Bits in a row; the NAL units made here are so small that none needs emulation prevention.
struct Bits {
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

enum SequenceParameterSet {
    /// Main profile, level 3, frames only, 32 rows, picture order count type 2, frame_num of 4 bits.
    static func bytes(widthInMbs: Int, timing: (unitsInTick: Int, timeScale: Int)? = nil) -> [UInt8] {
        var bits = Bits()
        // seq_parameter_set_id, log2_max_frame_num_minus4, pic_order_cnt_type, max_num_ref_frames
        bits.ue(0, 0, 2, 1)
        bits.u(1, 0)
        bits.ue(widthInMbs - 1, 1)
        // frame_mbs_only_flag, direct_8x8_inference_flag, frame_cropping_flag
        bits.u(3, 0b110)
        bits.u(1, timing == nil ? 0 : 1)
        if let timing {
            // Nothing before the timing; emulation prevention would be needed for small numbers, hence the factor.
            bits.u(5, 0b00001)
            bits.u(32, timing.unitsInTick * 0x0101_0101)
            bits.u(32, timing.timeScale * 0x0101_0101)
            bits.u(1, 1)
            bits.u(4, 0)
        }
        return [0x67, 77, 0, 30] + bits.bytes
    }
}

enum PictureParameterSet {
    static let bytes: [UInt8] = {
        var bits = Bits()
        bits.ue(0, 0)
        bits.u(2, 0)
        bits.ue(0, 0, 0)
        bits.u(3, 0)
        bits.ue(0, 0, 0)
        bits.u(3, 0)
        return [0x68] + bits.bytes
    }()
}

/// A slice of a whole picture that is referred to: I where it is IDR, else P.
struct Slice {
    var isIDR = false
    var frameNum = 0
    var idrPictureID = 0
    var pps = 0

    var bytes: [UInt8] {
        var bits = Bits()
        bits.ue(0, isIDR ? 2 : 0, pps)
        bits.u(4, frameNum)
        if isIDR { bits.ue(idrPictureID) }
        // For P: no override, no modification; then the marking, by sliding window or of an IDR picture.
        bits.u(isIDR ? 2 : 3, 0)
        bits.u(16, 0x5a5a)
        return [isIDR ? 0x65 : 0x61] + bits.bytes
    }
}

extension H264Report.StartCodes {
    /// Of three bytes, of four, and of more.
    var counts: [Int] { [three, four, longer] }
}
