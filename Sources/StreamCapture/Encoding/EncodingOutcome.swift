import H264

/// Whether what came out is what was asked for. Drivers leave out what they cannot do and say nothing.
enum EncodingOutcome {
    /// What is not as it should be, in one sentence; `nil` where all is.
    static func discrepancy(of sps: SequenceParameterSet, from target: EncodingTarget, by name: String) -> String? {
        if let profile = target.profile, sps.profile.idc != profile.idc {
            return "\(name) makes \(sps.profile.name) here, not --profile \(profile.rawValue)."
        }
        if let level = target.level, sps.level.name != level.description {
            return "\(name) makes level \(sps.level.name) here, not --level \(level)."
        }
        if target.bFrames > 0, sps.vui?.bitstreamRestriction?.maxReorderFrames == 0 {
            return "\(name) makes no B-frames here; leave out --b-frames, or use --encoder libx264."
        }
        return nil
    }
}

extension EncodingProfile {
    /// `profile_idc` (A.2).
    fileprivate var idc: UInt8 {
        switch self {
        case .constrainedBaseline, .baseline: 66
        case .main: 77
        case .high: 100
        case .high10: 110
        case .high422: 122
        case .high444: 244
        }
    }
}
