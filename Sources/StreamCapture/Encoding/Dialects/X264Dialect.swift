/// The software encoder x264.
struct X264Dialect: EncoderDialect {
    static let encoderName = "libx264"
    /// Half a core at 720p30, with most of the quality of slower presets.
    static let livePreset = "veryfast"
    static let qualityPreset = "medium"

    let name = Self.encoderName

    func pixelFormats(for profile: EncodingProfile?) -> [String] {
        switch profile {
        case nil, .constrainedBaseline, .baseline, .main, .high: ["yuv420p", "nv12"]
        case .high10: ["yuv420p10le"]
        case .high422: ["yuv422p", "nv16", "yuv422p10le"]
        case .high444: ["yuv444p", "yuv444p10le"]
        }
    }

    func configuration(for target: EncodingTarget) throws(CaptureError) -> EncoderConfiguration {
        var configuration = EncoderConfiguration(target)
        configuration.supportsBitRateChange = true
        let preset = target.preset ?? (target.isLowLatency ? Self.livePreset : Self.qualityPreset)
        guard PresetScale.names.contains(preset) else {
            throw unsupported("has no preset \(preset)", instead: "its presets are \(PresetScale.list)")
        }
        configuration.set("preset", preset)
        // No lookahead, no reordering, slices instead of frame threads, and no dependence on the time of the next
        // picture.
        if target.isLowLatency { configuration.set("tune", "zerolatency") }
        // Key frames are IDR pictures at the interval or on request, and not at scene changes: the join time of viewers
        // and the bursts on the uplink stay predictable.
        configuration.set("forced-idr", 1)
        configuration.set("sc_threshold", 0)
        switch target.rate {
        case .cbr, .vbr: break
        case .cqp(let quantiser): configuration.set("qp", quantiser)
        case .crf(let factor, _): configuration.set("crf", factor)
        }
        apply(target.profile, to: &configuration)
        if let level = target.level { configuration.set("level", level) }
        return configuration
    }

    /// x264 treats a profile as an upper bound. This enables the tools of the profile, for any preset.
    private func apply(_ profile: EncodingProfile?, to configuration: inout EncoderConfiguration) {
        switch profile {
        case nil: break
        case .constrainedBaseline, .baseline: configuration.set("profile", "baseline")
        case .main:
            configuration.set("profile", "main")
            configuration.set("coder", "cabac")
        case .high:
            configuration.set("profile", "high")
            configuration.set("8x8dct", 1)
        case .high10: configuration.set("profile", "high10")
        case .high422: configuration.set("profile", "high422")
        case .high444: configuration.set("profile", "high444")
        }
    }
}
