/// Cisco's software encoder OpenH264.
struct OpenH264Dialect: EncoderDialect {
    static let encoderName = "libopenh264"

    let name = Self.encoderName

    func pixelFormats(for profile: EncodingProfile?) -> [String] { ["yuv420p"] }

    func configuration(for target: EncodingTarget) throws(CaptureError) -> EncoderConfiguration {
        try requireNoPreset(target)
        try requireNoBFrames(target)
        try requireNoCQP(target)
        try requireNoCRF(target)
        var configuration = EncoderConfiguration(target)
        switch target.rate {
        case .cbr: configuration.set("rc_mode", "bitrate")
        default: configuration.set("rc_mode", "quality")
        }
        // Its rate control would skip frames.
        configuration.set("allow_skip_frames", 0)
        switch target.profile {
        case nil: break
        case .constrainedBaseline, .baseline: configuration.set("profile", "constrained_baseline")
        case .high: configuration.set("profile", "high")
        case .main, .high10, .high422, .high444:
            let profile = target.profile?.rawValue ?? ""
            throw unsupported(
                "has no profile \(profile)",
                instead: "use constrained-baseline or high, or --encoder libx264"
            )
        }
        configuration.level = target.level.map { Int32($0.idc) }
        return configuration
    }
}
