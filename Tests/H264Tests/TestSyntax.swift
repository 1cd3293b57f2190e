import H264

/// An SPS to be written; the defaults are a small progressive stream of Main profile.
struct TestSPS {
    enum PictureOrder {
        case lsb(bits: Int)
        case cycle(nonReference: Int, topToBottom: Int, frames: [Int])
        case decodingOrder
    }

    var header: UInt8 = 0x67
    var profile = 77
    var flags = 0
    var level = 30
    var id = 0
    /// chroma_format_idc, separate_colour_plane_flag, bit depth.
    var chroma: (idc: Int, separate: Bool, depth: Int)?
    /// scaling_list of 16 entries that ends at once, and one of 64 that does not.
    var hasScalingLists = false
    var log2MaxFrameNum = 4
    var order = PictureOrder.lsb(bits: 8)
    var referenceFrames = 4
    var widthInMbs = 2
    var heightInMapUnits = 2
    var frameMbsOnly = true
    /// Left, right, top, bottom.
    var cropping: [Int]?
    var vui: (@Sendable (inout BitWriter) -> Void)?

    var nal: [UInt8] {
        var bits = BitWriter()
        bits.u(8, profile)
        bits.u(8, flags)
        bits.u(8, level)
        bits.ue(id)
        if let chroma { write(chroma, &bits) }
        bits.ue(log2MaxFrameNum - 4)
        writeOrder(&bits)
        bits.ue(referenceFrames)
        bits.flag(false)
        bits.ue(widthInMbs - 1)
        bits.ue(heightInMapUnits - 1)
        bits.flag(frameMbsOnly)
        if !frameMbsOnly { bits.flag(true) }
        bits.flag(true)
        bits.flag(cropping != nil)
        for offset in cropping ?? [] { bits.ue(offset) }
        bits.flag(vui != nil)
        vui?(&bits)
        return bits.nal(header)
    }

    private func write(_ chroma: (idc: Int, separate: Bool, depth: Int), _ bits: inout BitWriter) {
        bits.ue(chroma.idc)
        if chroma.idc == 3 { bits.flag(chroma.separate) }
        bits.ue(chroma.depth - 8)
        bits.ue(chroma.depth - 8)
        bits.flag(false)
        bits.flag(hasScalingLists)
        guard hasScalingLists else { return }
        for list in 0..<(chroma.idc == 3 ? 12 : 8) {
            bits.flag(list == 0 || list == 6)
            if list == 0 { bits.se(-8) }
            if list == 6 { for _ in 0..<64 { bits.se(1) } }
        }
    }

    private func writeOrder(_ bits: inout BitWriter) {
        switch order {
        case .lsb(let count):
            bits.ue(0)
            bits.ue(count - 4)
        case .cycle(let nonReference, let topToBottom, let frames):
            bits.ue(1)
            bits.flag(false)
            bits.se(nonReference)
            bits.se(topToBottom)
            bits.ue(frames.count)
            for offset in frames { bits.se(offset) }
        case .decodingOrder: bits.ue(2)
        }
    }
}

/// A PPS to be written.
struct TestPPS {
    var id = 0
    var sps = 0
    var hasBottomFieldOrder = false
    var sliceGroups: (@Sendable (inout BitWriter) -> Void)?
    var isWeighted = false
    var bipredictionIDC = 0
    var hasRedundantPictures = false
    var tail: (@Sendable (inout BitWriter) -> Void)?

    var nal: [UInt8] {
        var bits = BitWriter()
        bits.ue(id)
        bits.ue(sps)
        bits.flag(false)
        bits.flag(hasBottomFieldOrder)
        if let sliceGroups { sliceGroups(&bits) } else { bits.ue(0) }
        bits.ue(0)
        bits.ue(0)
        bits.flag(isWeighted)
        bits.u(2, bipredictionIDC)
        for _ in 0..<3 { bits.se(0) }
        bits.u(2, 0)
        bits.flag(hasRedundantPictures)
        tail?(&bits)
        return bits.nal(0x68)
    }
}

/// A slice to be written, under a ``TestSPS`` and ``TestPPS`` with the same switches.
struct TestSlice {
    enum Field { case top, bottom }

    var type: NALUnitType = .nonIDRSlice
    var referenceIDC: UInt8 = 1
    var firstMacroblock = 0
    /// 0 is P, 1 B, 2 I.
    var sliceType = 0
    var pps = 0
    var colourPlane: Int?
    var frameNum = 0
    var log2MaxFrameNum = 4
    /// `nil` where the SPS says that there are frames only.
    var field: Field??
    var idrPictureID = 0
    var lsb: Int? = 0
    var lsbBits = 8
    var deltaBottom: Int?
    var delta0: Int?
    var delta1: Int?
    var redundantPictureCount: Int?
    /// Everything between redundant_pic_cnt and dec_ref_pic_marking that follows from the type, where it is not usual.
    var references: (@Sendable (inout BitWriter) -> Void)?
    var hasMMCO5 = false

    static func idr(_ id: Int = 0, lsb: Int? = 0) -> TestSlice {
        TestSlice(type: .idrSlice, sliceType: 2, idrPictureID: id, lsb: lsb)
    }

    var nal: [UInt8] {
        var bits = BitWriter()
        bits.ue(firstMacroblock)
        bits.ue(sliceType)
        bits.ue(pps)
        if let colourPlane { bits.u(2, colourPlane) }
        bits.u(log2MaxFrameNum, frameNum)
        if let field {
            bits.flag(field != nil)
            if let field { bits.flag(field == .bottom) }
        }
        if type == .idrSlice { bits.ue(idrPictureID) }
        if let lsb { bits.u(lsbBits, lsb) }
        for delta in [deltaBottom, delta0, delta1] { if let delta { bits.se(delta) } }
        if let redundantPictureCount { bits.ue(redundantPictureCount) }
        if let references {
            references(&bits)
        } else if sliceType < 2 {
            // No direct prediction, no override, no modification of the lists.
            for _ in 0..<(sliceType == 1 ? 4 : 2) { bits.flag(false) }
        }
        if type == .idrSlice {
            bits.u(2, 0)
        } else if referenceIDC != 0 {
            bits.flag(hasMMCO5)
            if hasMMCO5 { for operation in [5, 0] { bits.ue(operation) } }
        }
        // Some slice data.
        bits.u(32, 0x5a5a_5a5a)
        return bits.nal(NALUnitHeader(type: type, referenceIDC: referenceIDC).byte)
    }
}
