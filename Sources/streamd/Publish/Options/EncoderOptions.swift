import ArgumentParser
import StreamCapture

/// How pictures are encoded. Every option means the same with every encoder; what one cannot do, it refuses.
struct EncoderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "'auto' takes a GPU where there is one, else libx264; or a libavcodec encoder such as h264_vaapi.",
            valueName: "name"
        ),
        completion: .list(["auto", "h264_nvenc", "h264_qsv", "h264_v4l2m2m", "h264_vaapi", "libopenh264", "libx264"])
    )
    var encoder: String?

    @Option(
        help: ArgumentHelp("The render node for VA-API; by default the first there is.", valueName: "device"),
        completion: .file()
    )
    var vaapiDevice: String?

    @Option(help: ArgumentHelp("Bits a second, such as 2M or 800k; by default by size and rate.", valueName: "bits"))
    var bitrate: BitRate?

    @Option(help: ArgumentHelp("How the bit rate is spent: cbr, vbr, cqp or crf.", valueName: "mode"))
    var rateControl: EncoderSettings.RateControl?

    @Option(help: ArgumentHelp("What no second is to exceed, with vbr and crf.", valueName: "bits"))
    var maxBitrate: BitRate?

    @Option(help: ArgumentHelp("The quantiser for cqp, the quality for crf; less is better.", valueName: "number"))
    var quality: Int?

    @Option(help: ArgumentHelp("The H.264 profile; by default what the encoder takes.", valueName: "name"))
    var profile: EncodingProfile?

    @Option(
        help: ArgumentHelp("The H.264 level, such as 3.1; by default what size and rate need.", valueName: "number")
    )
    var level: EncodingLevel?

    @Option(help: ArgumentHelp("From one key frame to the next, in frames (60) or time (2s).", valueName: "length"))
    var gop: KeyFrameInterval?

    @Option(help: ArgumentHelp("B-frames between others; needs --latency quality.", valueName: "count"))
    var bFrames: Int?

    @Option(help: ArgumentHelp("The encoder's own name for its speed, such as veryfast.", valueName: "name"))
    var preset: String?

    @Option(help: ArgumentHelp("'low' delays no picture; 'quality' lets the encoder look ahead.", valueName: "mode"))
    var latency: EncoderSettings.Latency?

    @Option(help: ArgumentHelp("An option of the encoder's own; may be given several times.", valueName: "name=value"))
    var encoderOption: [EncoderSettings.Option] = []
}

extension EncoderOptions {
    /// Whether anything is asked for.
    var isGiven: Bool {
        encoder != nil || bitrate != nil || rateControl != nil || maxBitrate != nil || quality != nil || profile != nil
            || level != nil || gop != nil || bFrames != nil || preset != nil || latency != nil || vaapiDevice != nil
            || !encoderOption.isEmpty
    }

    /// What is asked for, and for the rest what is usual.
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
