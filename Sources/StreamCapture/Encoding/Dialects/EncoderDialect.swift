/// Translates the settings for one encoder of libavcodec.
protocol EncoderDialect: Sendable {
    /// The encoder's name in libavcodec.
    var name: String { get }

    /// The pixel formats that the encoder accepts for a profile, by libav's names; the best first.
    func pixelFormats(for profile: EncodingProfile?) -> [String]

    /// The configuration for a target.
    ///
    /// - Throws: A sentence with the unsupported setting and its alternative.
    func configuration(for target: EncodingTarget) throws(CaptureError) -> EncoderConfiguration
}

/// The known encoders.
enum EncoderDialects {
    /// The dialect of an encoder; the common dialect for unknown ones.
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

    /// The error for a setting that the encoder does not support.
    func unsupported(_ what: String, instead: String) -> CaptureError {
        CaptureError(.usage, "\(name) \(what); \(instead).")
    }

    /// Rejects profiles other than 8 bits and 4:2:0.
    func requireCommonProfile(_ target: EncodingTarget) throws(CaptureError) {
        guard let profile = target.profile, !profile.isCommon else { return }
        throw unsupported(
            "has no profile \(profile.rawValue)",
            instead: "use --profile high or lower, or --encoder libx264"
        )
    }

    /// Rejects a preset.
    func requireNoPreset(_ target: EncodingTarget) throws(CaptureError) {
        guard target.preset != nil else { return }
        throw unsupported("has no presets", instead: "leave out --preset, or use --encoder libx264")
    }

    /// Rejects B-frames.
    func requireNoBFrames(_ target: EncodingTarget) throws(CaptureError) {
        guard target.bFrames > 0 else { return }
        throw unsupported("makes no B-frames", instead: "leave out --b-frames, or use --encoder libx264")
    }

    /// Rejects a constant quantiser.
    func requireNoCQP(_ target: EncodingTarget) throws(CaptureError) {
        guard case .cqp = target.rate else { return }
        throw unsupported("has no constant quantiser", instead: "use --rate-control vbr, or --encoder libx264")
    }

    /// Rejects a constant quality.
    func requireNoCRF(_ target: EncodingTarget) throws(CaptureError) {
        guard case .crf = target.rate else { return }
        throw unsupported("has no CRF", instead: "use --rate-control vbr, or --encoder libx264")
    }
}

/// An encoder without its own dialect: only options that all encoders of libavcodec share.
struct CommonDialect: EncoderDialect {
    let name: String

    func configuration(for target: EncodingTarget) throws(CaptureError) -> EncoderConfiguration {
        try requireNoPreset(target)
        guard !target.isRateControlGiven, target.bitRate != nil else {
            throw unsupported(
                "has no known options for --rate-control",
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

/// The names of x264's presets as a scale, for encoders with numbered presets.
enum PresetScale {
    /// From the fastest to the slowest.
    static let names = [
        "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
    ]

    /// The names for messages.
    static let list = names.joined(separator: ", ")

    /// The position of a preset on a scale from 1, the fastest, to `slowest`; `nil` for an unknown name.
    static func position(of name: String, slowest: Int) -> Int? {
        names.firstIndex(of: name).map { 1 + ($0 * (slowest - 1) + (names.count - 1) / 2) / (names.count - 1) }
    }
}
