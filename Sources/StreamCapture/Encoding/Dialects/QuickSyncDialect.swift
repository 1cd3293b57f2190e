/// Intel's hardware encoder Quick Sync, through its media SDK.
struct QuickSyncDialect: EncoderDialect {
    static let encoderName = "h264_qsv"
    /// Its own presets, with the same names as x264's.
    private static let presets = ["veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow"]

    let name = Self.encoderName

    func pixelFormats(for profile: EncodingProfile?) -> [String] { ["nv12"] }

    func configuration(for target: EncodingTarget) throws(CaptureError) -> EncoderConfiguration {
        try requireCommonProfile(target)
        var configuration = EncoderConfiguration(target)
        if let preset = target.preset {
            guard Self.presets.contains(preset) else {
                throw unsupported(
                    "has no preset \(preset)",
                    instead: "its presets are \(Self.presets.joined(separator: ", "))"
                )
            }
            configuration.set("preset", preset)
        }
        if target.isLowLatency { configuration.set("async_depth", 1) }
        configuration.set("forced_idr", 1)
        // The library treats equal rates as constant, and a maximum above the average as variable.
        switch target.rate {
        case .cbr, .vbr: break
        case .cqp(let quantiser): (configuration.quality, configuration.isConstantQuantiser) = (quantiser, true)
        case .crf(_, .some):
            throw unsupported(
                "has no maximum bit rate with CRF",
                instead: "leave out --max-bitrate, or use --rate-control vbr"
            )
        case .crf(let factor, nil): configuration.quality = factor
        }
        switch target.profile {
        case .constrainedBaseline, .baseline: configuration.set("profile", "baseline")
        case .main: configuration.set("profile", "main")
        case .high: configuration.set("profile", "high")
        default: break
        }
        configuration.level = target.level.map { Int32($0.idc) }
        return configuration
    }
}
