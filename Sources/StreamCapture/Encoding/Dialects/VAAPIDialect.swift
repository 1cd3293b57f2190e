/// Hardware encoders through VA-API: GPUs of Intel and AMD.
struct VAAPIDialect: EncoderDialect {
    static let encoderName = "h264_vaapi"
    /// FF_PROFILE_H264_CONSTRAINED_BASELINE, and the `profile_idc` of the other profiles.
    private static let constrainedBaseline: Int32 = 66 | 1 << 9
    /// Drivers number quality levels from 1, the best, to about this value.
    private static let fastestQuality = 7

    let name = Self.encoderName

    func pixelFormats(for profile: EncodingProfile?) -> [String] { ["nv12"] }

    func configuration(for target: EncodingTarget) throws(CaptureError) -> EncoderConfiguration {
        try requireCommonProfile(target)
        var configuration = EncoderConfiguration(target)
        configuration.usesSurfaces = true
        switch target.rate {
        case .cbr: configuration.set("rc_mode", "CBR")
        case .vbr: configuration.set("rc_mode", "VBR")
        case .cqp(let quantiser):
            configuration.set("rc_mode", "CQP")
            configuration.set("qp", quantiser)
        case .crf(let factor, _):
            throw unsupported(
                "has no CRF",
                instead: "use --rate-control cqp --quality \(factor), or --encoder libx264"
            )
        }
        switch target.profile {
        case .constrainedBaseline, .baseline: configuration.profile = Self.constrainedBaseline
        case .main: configuration.profile = 77
        case .high: configuration.profile = 100
        default: break
        }
        configuration.level = target.level.map { Int32($0.idc) }
        if let preset = target.preset {
            guard let position = PresetScale.position(of: preset, slowest: Self.fastestQuality) else {
                throw unsupported("has no preset \(preset)", instead: "the presets are \(PresetScale.list)")
            }
            configuration.compressionLevel = Int32(1 + Self.fastestQuality - position)
        }
        // With 2, libavcodec's default, a picture comes out when the next one goes in.
        if target.isLowLatency { configuration.set("async_depth", 1) }
        // Newer Intel GPUs have only the low-power encoder.
        configuration.fallbackOption = EncoderSettings.Option(name: "low_power", value: "1")
        return configuration
    }
}
