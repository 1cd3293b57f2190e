import StreamProtocol
import Testing

@testable import StreamCapture

@Suite struct EncoderSettingsTests {
    @Test(arguments: [
        ("60", KeyFrameInterval.frames(60)), ("1", .frames(1)), ("2s", .seconds(2)), ("500ms", .seconds(0.5)),
        ("1.5s", .seconds(1.5)),
    ])
    func `a key frame interval is a number of frames or a time`(text: String, interval: KeyFrameInterval) {
        #expect(KeyFrameInterval(text) == interval)
    }

    @Test(arguments: [
        "", "0", "-1", "s", "ms", "2m", "0s", "-2s", "nans", "infs", "1e9s", "99999999999999999999", "2 s",
    ])
    func `what is not a key frame interval is refused`(text: String) {
        #expect(KeyFrameInterval(text) == nil)
    }

    @Test(arguments: [(KeyFrameInterval.seconds(2), 29.97, 60), (.seconds(0.001), 30, 1), (.frames(7), 30, 7)])
    func `an interval is at least one frame`(interval: KeyFrameInterval, rate: Double, frames: Int) {
        #expect(interval.frames(at: rate) == frames)
    }

    @Test(arguments: ["3.1", "4", "1b", "6.2"]) func `levels are read by their names`(name: String) {
        #expect(EncodingLevel(name)?.description == name)
    }

    @Test func `a level may be written with a zero, and an unknown one is refused`() {
        #expect(EncodingLevel("4.0") == EncodingLevel("4"))
        #expect(EncodingLevel("3.3") == nil && EncodingLevel("") == nil && EncodingLevel("31") == nil)
    }

    @Test func `an option has a name and a value, which may be empty or have an equals sign`() {
        #expect(EncoderSettings.Option("a=b") == EncoderSettings.Option(name: "a", value: "b"))
        #expect(EncoderSettings.Option("x264-params=a=b")?.value == "a=b")
        #expect(EncoderSettings.Option("a=")?.value == "")
        #expect(EncoderSettings.Option("a") == nil && EncoderSettings.Option("=b") == nil)
    }

    @Test(arguments: [
        (640, 360, 30.0, 690_000), (1280, 720, 30, 2_760_000), (1920, 1080, 60, 8_800_000), (16, 16, 1, 100_000),
    ])
    func `the bit rate follows size and frame rate`(width: Int, height: Int, rate: Double, expected: Int) {
        #expect(EncoderSettings.suitableBitRate(width: width, height: height, framesPerSecond: rate) == expected)
    }

    @Test func `low latency holds the bit rate, quality lets it vary, and a quality value needs crf`() {
        var settings = EncoderSettings()
        #expect(settings.effectiveRateControl == .cbr)
        settings.latency = .quality
        #expect(settings.effectiveRateControl == .vbr)
        settings.quality = 23
        #expect(settings.effectiveRateControl == .crf)
        settings.rateControl = .cqp
        #expect(settings.effectiveRateControl == .cqp)
    }

    private static let contradictions: [(String, @Sendable (inout EncoderSettings) -> Void)] = [
        (
            "With --rate-control cbr the bit rate is the maximum; use vbr with --max-bitrate.",
            { $0.maximumBitRate = 1_000_000 }
        ),
        (
            "--max-bitrate needs --bitrate, the average below the maximum.",
            { ($0.rateControl, $0.maximumBitRate) = (.vbr, 1_000_000) }
        ),
        (
            "--max-bitrate (1000000) is below --bitrate (2000000); exchange them.",
            { ($0.rateControl, $0.bitRate, $0.maximumBitRate) = (.vbr, 2_000_000, 1_000_000) }
        ),
        (
            "--rate-control cqp keeps the quality constant and excludes --bitrate; leave one out.",
            { ($0.rateControl, $0.quality, $0.bitRate) = (.cqp, 23, 1_000_000) }
        ),
        (
            "--rate-control crf needs --quality (1 to 51; 23 is common, lower is better).",
            { $0.rateControl = .crf }
        ),
        ("--quality is from 1 to 51, not 52.", { $0.quality = 52 }),
        (
            "--quality is for --rate-control crf and cqp; use --bitrate with cbr and vbr.",
            { ($0.rateControl, $0.quality) = (.cbr, 23) }
        ),
        (
            "--rate-control cqp does not support --max-bitrate; use crf or vbr.",
            { ($0.rateControl, $0.quality, $0.maximumBitRate) = (.cqp, 23, 50_000) }
        ),
        ("--bitrate is from 10000 to 1000000000 bits per second, not 0.", { $0.bitRate = 0 }),
        (
            "B-frames wait for later pictures; use --b-frames with --latency quality.", { $0.bFrames = 2 }
        ),
        ("--b-frames is from 0 to 16, not -1.", { $0.bFrames = -1 }),
        (
            "The profile baseline has no B-frames; use main or high.",
            { ($0.bFrames, $0.latency, $0.profile) = (1, .quality, .baseline) }
        ),
    ]

    @Test(arguments: contradictions.indices) func `settings that contradict each other are refused`(index: Int) {
        let (sentence, change) = Self.contradictions[index]
        var settings = EncoderSettings()
        change(&settings)
        #expect(throws: CaptureError(.usage, sentence)) { try settings.validate() }
    }

    @Test func `pictures must fit the format and the level`() throws {
        let rate = try #require(Track.Rate(numerator: 30, denominator: 1))
        var settings = EncoderSettings()
        #expect(throws: CaptureError(.usage, "H.264 needs an even width and height, not 641x361; use --size 640x360."))
        {
            try EncodingTarget(settings, VideoFormat(width: 641, height: 361, frameRate: rate))
        }
        settings.level = EncodingLevel("3")
        #expect(
            throws: CaptureError(.usage, "Level 3 is too low for 1280x720 at 30 frames per second; use --level 3.1.")
        ) {
            try EncodingTarget(settings, VideoFormat(width: 1280, height: 720, frameRate: rate))
        }
        #expect(
            throws: CaptureError(
                .usage,
                "65536x32768 at 30 frames per second exceeds the limits of H.264; lower --size or --fps."
            )
        ) {
            try EncodingTarget(settings, VideoFormat(width: 65_536, height: 32_768, frameRate: rate))
        }
    }

    @Test func `another bit rate keeps the proportion of the peaks`() throws {
        let rate = try #require(Track.Rate(numerator: 30, denominator: 1))
        var settings = EncoderSettings()
        (settings.rateControl, settings.bitRate, settings.maximumBitRate) = (.vbr, 1_000_000, 2_000_000)
        let target = try EncodingTarget(settings, VideoFormat(width: 640, height: 360, frameRate: rate))
        #expect(target.withBitRate(300_000).rate == .vbr(average: 300_000, maximum: 600_000))
        #expect(target.withBitRate(300_000).bufferBits == 600_000)
    }
}
