import ArgumentParser
import StreamCapture

/// The encoding options of `publish`. Each option has the same meaning for every encoder; an encoder rejects options
/// that it does not support.
struct EncoderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "'auto' selects a GPU if there is one, else libx264; or a libavcodec encoder such as h264_vaapi.",
            valueName: "name"
        ),
        completion: .list(["auto", "h264_nvenc", "h264_qsv", "h264_v4l2m2m", "h264_vaapi", "libopenh264", "libx264"])
    )
    var encoder: String?

    @Option(
        help: ArgumentHelp("The render node for VA-API; by default the first one.", valueName: "device"),
        completion: .file()
    )
    var vaapiDevice: String?

    @Option(
        help: ArgumentHelp(
            "Bits per second, such as 2M or 800k; the default depends on size and frame rate.",
            valueName: "bits"
        )
    )
    var bitrate: BitRate?

    @Option(help: ArgumentHelp("The rate control: cbr, vbr, cqp or crf.", valueName: "mode"))
    var rateControl: EncoderSettings.RateControl?

    @Option(help: ArgumentHelp("The highest bit rate with vbr and crf.", valueName: "bits"))
    var maxBitrate: BitRate?

    @Option(help: ArgumentHelp("The quantiser for cqp, or the quality for crf; lower is better.", valueName: "number"))
    var quality: Int?

    @Option(help: ArgumentHelp("The H.264 profile; by default the encoder's.", valueName: "name"))
    var profile: EncodingProfile?

    @Option(
        help: ArgumentHelp(
            "The H.264 level, such as 3.1; by default the lowest for the size and rate.",
            valueName: "number"
        )
    )
    var level: EncodingLevel?

    @Option(help: ArgumentHelp("The distance between key frames, in frames (60) or time (2s).", valueName: "length"))
    var gop: KeyFrameInterval?

    @Option(help: ArgumentHelp("The number of consecutive B-frames; needs --latency quality.", valueName: "count"))
    var bFrames: Int?

    @Option(help: ArgumentHelp("The encoder's preset for its speed, such as veryfast.", valueName: "name"))
    var preset: String?

    @Option(
        help: ArgumentHelp("'low' delays no picture; 'quality' allows the encoder to look ahead.", valueName: "mode")
    )
    var latency: EncoderSettings.Latency?

    @Option(help: ArgumentHelp("An option of the encoder itself; may be repeated.", valueName: "name=value"))
    var encoderOption: [EncoderSettings.Option] = []
}

extension EncoderOptions {
    /// Whether any of these options is given.
    var isGiven: Bool {
        encoder != nil || bitrate != nil || rateControl != nil || maxBitrate != nil || quality != nil || profile != nil
            || level != nil || gop != nil || bFrames != nil || preset != nil || latency != nil || vaapiDevice != nil
            || !encoderOption.isEmpty
    }

    /// The given values, and the defaults for the rest.
    var settings: EncoderSettings {
        var settings = EncoderSettings()
        if let encoder, encoder != "auto" { settings.encoder = .named(encoder) }
        settings.vaapiDevice = vaapiDevice
        settings.bitRate = bitrate?.bitsPerSecond
        settings.rateControl = rateControl
        settings.maximumBitRate = maxBitrate?.bitsPerSecond
        settings.quality = quality
        settings.profile = profile
        settings.level = level
        settings.keyFrameInterval = gop ?? settings.keyFrameInterval
        settings.bFrames = bFrames ?? settings.bFrames
        settings.preset = preset
        settings.latency = latency ?? settings.latency
        settings.options = encoderOption
        return settings
    }
}

extension EncoderSettings.RateControl: ExpressibleByArgument {}
extension EncoderSettings.Latency: ExpressibleByArgument {}
extension EncodingProfile: ExpressibleByArgument {}

extension EncodingLevel: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }
}

extension KeyFrameInterval: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }
}

extension EncoderSettings.Option: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }
}
