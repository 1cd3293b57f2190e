/// A hardware encoder that the kernel exposes as a memory-to-memory video device: single-board computers.
struct V4L2MemoryToMemoryDialect: EncoderDialect {
    static let encoderName = "h264_v4l2m2m"

    let name = Self.encoderName

    func configuration(for target: EncodingTarget) throws(CaptureError) -> EncoderConfiguration {
        try requireCommonProfile(target)
        try requireNoPreset(target)
        try requireNoBFrames(target)
        guard !target.isRateControlGiven, target.bitRate != nil else {
            throw unsupported(
                "has only its own rate control",
                instead: "leave out --rate-control and --quality"
            )
        }
        guard target.level == nil else {
            throw unsupported("chooses the level itself", instead: "leave out --level, or use --encoder libx264")
        }
        var configuration = EncoderConfiguration(target)
        configuration.rates = EncoderConfiguration.Rates(average: target.bitRate ?? 0)
        switch target.profile {
        case .constrainedBaseline: configuration.profile = 66 | 1 << 9
        case .baseline: configuration.profile = 66
        case .main: configuration.profile = 77
        case .high: configuration.profile = 100
        default: break
        }
        return configuration
    }
}
