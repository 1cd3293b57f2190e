import H264

/// Compares the encoder's output with the settings. Drivers silently skip unsupported settings.
enum EncoderOutputCheck {
    /// One sentence with the difference; `nil` if there is none.
    static func discrepancy(of sps: SequenceParameterSet, from target: EncodingTarget, by name: String) -> String? {
        if let profile = target.profile, sps.profile.idc != profile.idc {
            return
                "\(name) produces \(sps.profile.name) and not --profile \(profile.rawValue); choose another --encoder."
        }
        if let level = target.level, sps.level.name != level.description {
            return "\(name) produces level \(sps.level.name) and not --level \(level); choose another --encoder."
        }
        if target.bFrames > 0, sps.vui?.bitstreamRestriction?.maxReorderFrames == 0 {
            return "\(name) produces no B-frames; leave out --b-frames, or use --encoder libx264."
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
