/// `profile_idc` with the constraint flags that narrow it (Annex A.2, G.10, H.10).
public struct H264Profile: Hashable, Sendable {
    /// `profile_idc`.
    public let idc: UInt8
    /// The byte of `constraint_set0_flag` (0x80) to `constraint_set5_flag` (0x04), as it is in the SPS.
    public let constraintFlags: UInt8

    /// Makes a profile of the two bytes that follow an SPS's header; every pair is accepted.
    public init(idc: UInt8, constraintFlags: UInt8) {
        self.idc = idc
        self.constraintFlags = constraintFlags
    }

    /// `constraint_setN_flag`, `number` 0 to 5.
    public func constraintSet(_ number: Int) -> Bool {
        constraintFlags & (0x80 >> UInt8(truncatingIfNeeded: number)) != 0
    }

    /// The profile's name in the standard, as in `Constrained Baseline` or `High 4:2:2 Intra`.
    public var name: String {
        switch idc {
        case 44: "CAVLC 4:4:4 Intra"
        case 66: constraintSet(1) ? "Constrained Baseline" : "Baseline"
        case 77: "Main"
        case 83: constraintSet(5) ? "Scalable Constrained Baseline" : "Scalable Baseline"
        case 86:
            constraintSet(3) ? "Scalable High Intra" : constraintSet(5) ? "Scalable Constrained High" : "Scalable High"
        case 88: "Extended"
        case 100: constraintSet(4) ? constraintSet(5) ? "Constrained High" : "Progressive High" : "High"
        case 110: constraintSet(3) ? "High 10 Intra" : constraintSet(4) ? "Progressive High 10" : "High 10"
        case 118: "Multiview High"
        case 122: constraintSet(3) ? "High 4:2:2 Intra" : "High 4:2:2"
        case 128: "Stereo High"
        case 134: "MFC High"
        case 135: "MFC Depth High"
        case 138: "Multiview Depth High"
        case 139: "Enhanced Multiview Depth High"
        case 144: "High 4:4:4 (withdrawn)"
        case 244: constraintSet(3) ? "High 4:4:4 Intra" : "High 4:4:4 Predictive"
        default: "profile_idc \(idc)"
        }
    }

    /// Whether the SPS holds the chroma format, bit depths and scaling matrices (7.3.2.1.1).
    var hasChromaInformation: Bool {
        [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135, 144].contains(idc)
    }

    /// Whether the profile implies that nothing is reordered unless the VUI says so: the Intra profiles by E.2.1
    /// (max_num_reorder_frames), and Baseline because it has no B slices (A.2.1).
    ///
    /// With picture order count type 0 or 1 the standard allows Baseline to output P pictures in another order than
    /// decoding order. No known encoder does.
    var isInDecodingOrder: Bool {
        idc == 66 || [44, 86, 100, 110, 122, 244].contains(idc) && constraintSet(3)
    }
}

/// `level_idc`, interpreted together with the profile, which decides how level 1b is coded (Annex A.3).
public struct H264Level: Hashable, Sendable {
    /// `level_idc`: ten times the level's number, 9 for level 1b of the High profiles.
    public let idc: UInt8
    /// Whether this is level 1b: `level_idc` 9, or 11 with `constraint_set3_flag` in the older profiles (A.3.4).
    public let is1b: Bool

    /// Makes a level of an SPS's `level_idc`; every value is accepted.
    public init(idc: UInt8, profile: H264Profile) {
        self.idc = idc
        is1b = idc == 9 || idc == 11 && [66, 77, 88].contains(profile.idc) && profile.constraintSet(3)
    }

    /// The level's name in the standard, as in `3.1`, `4` or `1b`.
    public var name: String {
        if is1b { return "1b" }
        return idc % 10 == 0 ? "\(idc / 10)" : "\(idc / 10).\(idc % 10)"
    }

    /// `MaxDpbMbs`, the size of the decoded picture buffer in macroblocks (table A-1). If `level_idc` is not in the
    /// standard, the next higher level applies.
    public var maxDpbMbs: Int {
        if is1b { return 396 }
        return Self.maxDpbMbs.first { idc <= $0.idc }?.macroblocks ?? 696_320
    }

    private static let maxDpbMbs: [(idc: UInt8, macroblocks: Int)] = [
        (10, 396), (11, 900), (20, 2_376), (21, 4_752), (30, 8_100), (31, 18_000), (32, 20_480), (41, 32_768),
        (42, 34_816), (50, 110_400), (52, 184_320), (62, 696_320),
    ]
}
