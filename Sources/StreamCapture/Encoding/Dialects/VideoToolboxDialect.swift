/// Apple's hardware encoder VideoToolbox.
struct VideoToolboxDialect: EncoderDialect {
    static let encoderName = "h264_videotoolbox"

    let name = Self.encoderName

    func pixelFormats(for profile: EncodingProfile?) -> [String] { ["nv12", "yuv420p"] }

    func configuration(for target: EncodingTarget) throws(CaptureError) -> EncoderConfiguration {
        try requireCommonProfile(target)
        try requireNoPreset(target)
        try requireNoCRF(target)
        try requireNoCQP(target)
        var configuration = EncoderConfiguration(target)
        if case .cbr = target.rate, target.isRateControlGiven { configuration.set("constant_bit_rate", 1) }
        if target.isLowLatency { configuration.set("realtime", 1) }
        switch target.profile {
        case .constrainedBaseline: configuration.set("profile", "constrained_baseline")
        case .baseline: configuration.set("profile", "baseline")
        case .main: configuration.set("profile", "main")
        case .high: configuration.set("profile", "high")
        default: break
        }
        if let level = target.level { configuration.set("level", level.idc % 10 == 0 ? "\(level).0" : "\(level)") }
        return configuration
    }
}
