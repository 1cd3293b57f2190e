/// An encoder that nothing special is known about: only what every encoder of libavcodec takes in the same way.
struct CommonDialect: EncoderDialect {
    let name: String

    func configuration(for target: EncodingTarget) throws(CaptureError) -> EncoderConfiguration {
        try requireNoPreset(target)
        guard !target.isRateControlGiven, target.bitRate != nil else {
            throw refusal(
                "is not known here well enough for --rate-control",
                instead: "use --bitrate alone with --encoder-option, or --encoder libx264"
            )
        }
        var configuration = EncoderConfiguration(target)
        switch target.profile {
        case nil: break
        case .constrainedBaseline: configuration.profile = 66 | 1 << 9
        case .baseline: configuration.profile = 66
        case .main: configuration.profile = 77
        case .high: configuration.profile = 100
        case .high10, .high422, .high444: try requireCommonProfile(target)
        }
        configuration.level = target.level.map { Int32($0.idc) }
        return configuration
    }
}
