/// NVIDIA's hardware encoder NVENC.
struct NVENCDialect: EncoderDialect {
    static let encoderName = "h264_nvenc"
    /// `p1` is the fastest, `p7` the slowest.
    private static let slowest = 7

    let name = Self.encoderName

    func pixelFormats(for profile: EncodingProfile?) -> [String] {
        profile == .high444 ? ["yuv444p"] : ["nv12", "yuv420p"]
    }

    func configuration(for target: EncodingTarget) throws(CaptureError) -> EncoderConfiguration {
        var configuration = EncoderConfiguration(target)
        configuration.supportsBitRateChange = true
        if let preset = target.preset { configuration.set("preset", try nativePreset(preset)) }
        configuration.set("tune", target.isLowLatency ? "ull" : "hq")
        if target.isLowLatency {
            configuration.set("zerolatency", 1)
            configuration.set("delay", 0)
            configuration.set("rc-lookahead", 0)
        }
        configuration.set("forced-idr", 1)
        configuration.set("no-scenecut", 1)
        switch target.rate {
        case .cbr: configuration.set("rc", "cbr")
        case .vbr: configuration.set("rc", "vbr")
        case .cqp(let quantiser):
            configuration.set("rc", "constqp")
            configuration.set("qp", quantiser)
        case .crf(let factor, _):
            configuration.set("rc", "vbr")
            configuration.set("cq", factor)
        }
        switch target.profile {
        case nil: break
        case .constrainedBaseline, .baseline: configuration.set("profile", "baseline")
        case .main: configuration.set("profile", "main")
        case .high: configuration.set("profile", "high")
        case .high444: configuration.set("profile", "high444p")
        case .high10, .high422: try requireCommonProfile(target)
        }
        if let level = target.level { configuration.set("level", level) }
        return configuration
    }

    private func nativePreset(_ preset: String) throws(CaptureError) -> String {
        if (1...Self.slowest).contains(where: { preset == "p\($0)" }) { return preset }
        guard let position = PresetScale.position(of: preset, slowest: Self.slowest) else {
            throw unsupported("has no preset \(preset)", instead: "use p1 to p\(Self.slowest), or \(PresetScale.list)")
        }
        return "p\(position)"
    }
}
