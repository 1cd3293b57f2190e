import StreamProtocol
import Testing

@testable import StreamCapture

/// The configuration of each encoder, or the error: most encoders have no hardware here.
@Suite struct EncoderDialectTests {
    private static let names = [
        "libx264", "h264_vaapi", "h264_nvenc", "h264_qsv", "h264_v4l2m2m", "h264_videotoolbox", "libopenh264",
        "h264_omx",
    ]

    private func configuration(
        _ name: String,
        _ change: (inout EncoderSettings) -> Void = { _ in }
    ) throws -> EncoderConfiguration {
        var settings = EncoderSettings()
        settings.bitRate = 1_000_000
        change(&settings)
        let rate = try #require(Track.Rate(numerator: 30, denominator: 1))
        let target = try EncodingTarget(settings, VideoFormat(width: 640, height: 360, frameRate: rate))
        return try EncoderDialects.dialect(named: name).configuration(for: target)
    }

    @Test(arguments: names) func `every encoder takes the defaults, a bit rate and a distance of key frames`(
        name: String
    ) throws {
        let configured = try configuration(name)
        #expect(configured.rates.average == 1_000_000)
        #expect(configured.keyFrameFrames == 60)
        #expect(configured.bFrames == 0)
        #expect(!EncoderDialects.dialect(named: name).pixelFormats(for: nil).isEmpty)
        #expect(try configuration(name) { $0.keyFrameInterval = .frames(25) }.keyFrameFrames == 25)
        #expect(try configuration(name) { $0.bitRate = 500_000 }.rates.average == 500_000)
    }

    @Test(arguments: names) func `option names are given once`(name: String) throws {
        let options = try configuration(name) { $0.profile = .high }.options.map(\.name)
        #expect(Set(options).count == options.count)
    }

    @Test(arguments: ["libx264", "h264_vaapi", "h264_nvenc", "h264_qsv", "h264_videotoolbox", "libopenh264"])
    func `a constant bit rate is its own maximum over half a second, a variable one has room`(name: String) throws {
        let constant = try configuration(name) { $0.rateControl = .cbr }.rates
        #expect(constant == EncoderConfiguration.Rates(average: 1_000_000, maximum: 1_000_000, buffer: 500_000))
        let variable = try configuration(name) { ($0.rateControl, $0.maximumBitRate) = (.vbr, 3_000_000) }.rates
        #expect(variable == EncoderConfiguration.Rates(average: 1_000_000, maximum: 3_000_000, buffer: 3_000_000))
    }

    @Test(arguments: [
        ("libx264", "tune=zerolatency"), ("h264_vaapi", "async_depth=1"), ("h264_nvenc", "zerolatency=1"),
        ("h264_nvenc", "delay=0"), ("h264_qsv", "async_depth=1"), ("h264_videotoolbox", "realtime=1"),
    ])
    func `low latency is the default, and quality is without it`(name: String, option: String) throws {
        let parsed = try #require(EncoderSettings.Option(option))
        #expect(try configuration(name).options.contains(parsed))
        #expect(try !configuration(name) { $0.latency = .quality }.options.contains(parsed))
    }

    @Test(arguments: [("libx264", "forced-idr=1"), ("h264_nvenc", "forced-idr=1"), ("h264_qsv", "forced_idr=1")])
    func `a key frame that is asked for is an IDR picture`(name: String, option: String) throws {
        #expect(try configuration(name).options.contains(try #require(EncoderSettings.Option(option))))
    }

    @Test func `a constant quantiser is set in each encoder's way`() throws {
        func configured(_ name: String) throws -> EncoderConfiguration {
            try configuration(name) { ($0.bitRate, $0.rateControl, $0.quality) = (nil, .cqp, 30) }
        }
        for name in ["libx264", "h264_vaapi", "h264_nvenc"] {
            #expect(try configured(name).options.contains(EncoderSettings.Option(name: "qp", value: "30")))
        }
        #expect(try configured("h264_qsv").quality == 30)
        #expect(try configured("h264_qsv").isConstantQuantiser)
    }

    @Test func `a constant quality is set in each encoder's way`() throws {
        func configured(_ name: String) throws -> EncoderConfiguration {
            try configuration(name) { ($0.bitRate, $0.rateControl, $0.quality) = (nil, .crf, 30) }
        }
        #expect(try configured("libx264").options.contains(EncoderSettings.Option(name: "crf", value: "30")))
        #expect(try configured("h264_nvenc").options.contains(EncoderSettings.Option(name: "cq", value: "30")))
        #expect(try configured("h264_qsv").quality == 30)
        #expect(try !configured("h264_qsv").isConstantQuantiser)
    }

    @Test func `presets have the same names everywhere, or the encoder's own`() throws {
        func preset(_ name: String, _ preset: String) throws -> String? {
            try configuration(name) { $0.preset = preset }.options.first { $0.name == "preset" }?.value
        }
        #expect(try preset("libx264", "slow") == "slow")
        #expect(try preset("h264_nvenc", "ultrafast") == "p1")
        #expect(try preset("h264_nvenc", "placebo") == "p7")
        #expect(try preset("h264_nvenc", "p3") == "p3")
        #expect(try preset("h264_qsv", "medium") == "medium")
        #expect(try configuration("h264_vaapi") { $0.preset = "ultrafast" }.compressionLevel == 7)
        #expect(try configuration("h264_vaapi") { $0.preset = "placebo" }.compressionLevel == 1)
    }

    private struct Refusal: Sendable {
        let name: String
        let sentence: String
        let change: @Sendable (inout EncoderSettings) -> Void

        init(_ name: String, _ sentence: String, _ change: @escaping @Sendable (inout EncoderSettings) -> Void) {
            (self.name, self.sentence, self.change) = (name, sentence, change)
        }
    }

    private static let refusals = [
        Refusal("h264_vaapi", "h264_vaapi has no CRF; use --rate-control cqp --quality 23, or --encoder libx264.") {
            ($0.bitRate, $0.quality) = (nil, 23)
        },
        Refusal(
            "h264_vaapi",
            "h264_vaapi has no profile high422; use --profile high or lower, or --encoder libx264."
        ) { $0.profile = .high422 },
        Refusal(
            "libx264",
            "libx264 has no preset p4; its presets are ultrafast, superfast, veryfast, faster, fast, medium, slow, "
                + "slower, veryslow, placebo."
        ) { $0.preset = "p4" },
        Refusal(
            "h264_qsv",
            "h264_qsv has no preset ultrafast; its presets are veryfast, faster, fast, medium, slow, slower, veryslow."
        ) { $0.preset = "ultrafast" },
        Refusal(
            "h264_qsv",
            "h264_qsv has no maximum bit rate with CRF; leave out --max-bitrate, or use --rate-control vbr."
        ) { ($0.bitRate, $0.quality, $0.maximumBitRate) = (nil, 23, 1_000_000) },
        Refusal(
            "h264_v4l2m2m",
            "h264_v4l2m2m has only its own rate control; leave out --rate-control and --quality."
        ) { $0.rateControl = .vbr },
        Refusal("h264_v4l2m2m", "h264_v4l2m2m makes no B-frames; leave out --b-frames, or use --encoder libx264.") {
            ($0.bFrames, $0.latency) = (1, .quality)
        },
        Refusal(
            "h264_videotoolbox",
            "h264_videotoolbox has no presets; leave out --preset, or use --encoder libx264."
        ) { $0.preset = "fast" },
        Refusal("libopenh264", "libopenh264 has no CRF; use --rate-control vbr, or --encoder libx264.") {
            ($0.bitRate, $0.quality) = (nil, 23)
        },
        Refusal(
            "libopenh264",
            "libopenh264 has no profile main; use constrained-baseline or high, or --encoder libx264."
        ) { $0.profile = .main },
        Refusal(
            "h264_omx",
            "h264_omx has no known options for --rate-control; use --bitrate alone with --encoder-option, "
                + "or --encoder libx264."
        ) { $0.rateControl = .cbr },
    ]

    @Test(arguments: refusals.indices) func `what an encoder cannot do is refused with an alternative`(index: Int) {
        let refusal = Self.refusals[index]
        #expect(throws: CaptureError(.usage, refusal.sentence)) {
            try configuration(refusal.name, refusal.change)
        }
    }
}

@Suite struct EncoderChoiceTests {
    @Test func `auto prefers a GPU, then x264, then what else there is`() {
        #expect(
            EncoderChoice.names(for: EncoderSettings(), available: ["libx264", "h264_nvenc", "h264_vaapi"])
                == ["h264_vaapi", "libx264", "h264_nvenc"]
        )
        #expect(
            EncoderChoice.names(for: EncoderSettings(), available: ["libopenh264"])
                == ["h264_vaapi", "libx264", "libopenh264"]
        )
    }

    private let all = ["h264_nvenc", "h264_v4l2m2m", "h264_vaapi", "libx264"]

    @Test func `auto takes the encoder of the machine first, where libavcodec has it`() {
        let nvidia = EncodingHardware(hasNVIDIADriver: true)
        #expect(
            EncoderChoice.names(for: EncoderSettings(), available: all, hardware: nvidia)
                == ["h264_nvenc", "h264_vaapi", "libx264", "h264_v4l2m2m"]
        )
        #expect(
            EncoderChoice.names(for: EncoderSettings(), available: ["libx264"], hardware: nvidia)
                == ["h264_vaapi", "libx264"]
        )
        let raspberryPi = EncodingHardware(videoDeviceNames: ["bcm2835-codec-decode", "bcm2835-codec-encode"])
        #expect(
            EncoderChoice.names(for: EncoderSettings(), available: all, hardware: raspberryPi)
                == ["h264_v4l2m2m", "h264_vaapi", "libx264", "h264_nvenc"]
        )
    }

    @Test func `a device for VA-API is tried first`() {
        var settings = EncoderSettings()
        settings.vaapiDevice = "/dev/dri/renderD128"
        let names = EncoderChoice.names(
            for: settings,
            available: all,
            hardware: EncodingHardware(hasNVIDIADriver: true)
        )
        #expect(names == ["h264_vaapi", "h264_nvenc", "libx264", "h264_v4l2m2m"])
    }

    @Test(arguments: [
        ["bcm2835-codec-decode", "bcm2835-codec-isp", "bcm2835-codec-encode_image"], ["rpivid"], ["UVC Camera"], [],
    ])
    func `video devices that are not encoders of a Raspberry Pi are ignored`(names: [String]) {
        #expect(!EncodingHardware(videoDeviceNames: names).hasRaspberryPiEncoder)
    }

    @Test func `an encoder that was named is tried alone`() {
        var settings = EncoderSettings()
        settings.encoder = .named("h264_qsv")
        #expect(EncoderChoice.names(for: settings, available: []) == ["h264_qsv"])
    }

    @Test func `the first reason is logged, and only where an encoder was skipped`() {
        #expect(
            EncoderChoice.fallbackMessage(passedOver: ["A.", "B."], using: "h264_nvenc")
                == "A. Encoding with h264_nvenc."
        )
        #expect(EncoderChoice.fallbackMessage(passedOver: [], using: "libx264") == nil)
    }
}
