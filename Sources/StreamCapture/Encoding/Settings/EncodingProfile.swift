/// The profiles of H.264 that are encoded here, by the names that are usual on command lines.
public enum EncodingProfile: String, Hashable, Sendable, CaseIterable {
    case constrainedBaseline = "constrained-baseline"
    /// What every encoder here makes of it is Constrained Baseline: none of them has what Baseline has beyond that.
    case baseline
    case main
    case high
    /// 10 bits a sample.
    case high10
    /// 4:2:2.
    case high422
    /// 4:4:4.
    case high444

    /// Whether its pictures are 8 bits and 4:2:0, as hardware takes them.
    var isCommon: Bool {
        switch self {
        case .constrainedBaseline, .baseline, .main, .high: true
        case .high10, .high422, .high444: false
        }
    }

    /// Whether it has B slices.
    var allowsBFrames: Bool { self != .constrainedBaseline && self != .baseline }
}
