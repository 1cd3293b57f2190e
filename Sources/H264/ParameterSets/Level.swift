/// `level_idc`, read together with the profile that decides what level 1b looks like (Annex A.3).
public struct Level: Hashable, Sendable {
    /// `level_idc`: ten times the level's number, 9 for level 1b of the High profiles.
    public let idc: UInt8
    /// Whether this is level 1b: `level_idc` 9, or 11 with `constraint_set3_flag` in the older profiles (A.3.4).
    public let is1b: Bool

    /// Makes a level of an SPS's `level_idc`; every value is accepted.
    public init(idc: UInt8, profile: Profile) {
        self.idc = idc
        is1b = idc == 9 || idc == 11 && [66, 77, 88].contains(profile.idc) && profile.constraintSet(3)
    }

    /// The level's name in the standard, as in `3.1`, `4` or `1b`.
    public var name: String {
        if is1b { return "1b" }
        return idc % 10 == 0 ? "\(idc / 10)" : "\(idc / 10).\(idc % 10)"
    }

    /// `MaxDpbMbs`, the decoded picture buffer's size in macroblocks, of the level or the next one above where
    /// `level_idc` is none of the standard's (table A-1).
    public var maxDpbMbs: Int {
        if is1b { return 396 }
        return Self.maxDpbMbs.first { idc <= $0.idc }?.macroblocks ?? 696_320
    }

    private static let maxDpbMbs: [(idc: UInt8, macroblocks: Int)] = [
        (10, 396), (11, 900), (20, 2_376), (21, 4_752), (30, 8_100), (31, 18_000), (32, 20_480), (41, 32_768),
        (42, 34_816), (50, 110_400), (52, 184_320), (62, 696_320),
    ]
}
