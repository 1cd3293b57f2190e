/// How one encoder of libavcodec is told what the settings mean.
protocol EncoderDialect: Sendable {
    /// The encoder's name in libavcodec.
    var name: String { get }

    /// What pictures the encoder takes for a profile, by libav's names; the first is the best.
    func pixelFormats(for profile: EncodingProfile?) -> [String]

    /// What to tell the encoder.
    ///
    /// - Throws: A sentence that says what it cannot do, and what to use instead.
    func configuration(for target: EncodingTarget) throws(CaptureError) -> EncoderConfiguration
}

/// The encoders that are known here.
enum EncoderDialects {
    /// How to speak to the encoder of this name; to one that is not known, in what all have in common.
    static func dialect(named name: String) -> any EncoderDialect {
        switch name {
        case X264Dialect.encoderName: X264Dialect()
        case VAAPIDialect.encoderName: VAAPIDialect()
        case NVENCDialect.encoderName: NVENCDialect()
        case QuickSyncDialect.encoderName: QuickSyncDialect()
        case V4L2MemoryToMemoryDialect.encoderName: V4L2MemoryToMemoryDialect()
        case VideoToolboxDialect.encoderName: VideoToolboxDialect()
        case OpenH264Dialect.encoderName: OpenH264Dialect()
        default: CommonDialect(name: name)
        }
    }
}

extension EncoderDialect {
    func pixelFormats(for profile: EncodingProfile?) -> [String] { ["yuv420p", "nv12"] }

    /// What the encoder cannot do, and what to do instead.
    func refusal(_ what: String, instead: String) -> CaptureError {
        CaptureError(.usage, "\(name) \(what); \(instead).")
    }

    /// Refuses the profiles that are not 8 bits and 4:2:0.
    func requireCommonProfile(_ target: EncodingTarget) throws(CaptureError) {
        guard let profile = target.profile, !profile.isCommon else { return }
        throw refusal(
            "has no profile \(profile.rawValue)",
            instead: "use --profile high or lower, or --encoder libx264"
        )
    }

    /// Refuses a preset.
    func requireNoPreset(_ target: EncodingTarget) throws(CaptureError) {
        guard target.preset != nil else { return }
        throw refusal("has no presets", instead: "leave out --preset, or use --encoder libx264")
    }

    /// Refuses B-frames.
    func requireNoBFrames(_ target: EncodingTarget) throws(CaptureError) {
        guard target.bFrames > 0 else { return }
        throw refusal("makes no B-frames", instead: "leave out --b-frames, or use --encoder libx264")
    }

    /// Refuses a constant quantiser.
    func requireNoCQP(_ target: EncodingTarget) throws(CaptureError) {
        guard case .cqp = target.rate else { return }
        throw refusal("has no constant quantiser", instead: "use --rate-control vbr, or --encoder libx264")
    }

    /// Refuses a constant quality.
    func requireNoCRF(_ target: EncodingTarget) throws(CaptureError) {
        guard case .crf = target.rate else { return }
        throw refusal("has no CRF", instead: "use --rate-control vbr, or --encoder libx264")
    }
}
