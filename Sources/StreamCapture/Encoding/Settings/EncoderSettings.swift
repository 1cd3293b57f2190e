/// The settings for video encoding. Each setting has the same meaning for every encoder; an encoder rejects settings
/// that it does not support.
public struct EncoderSettings: Hashable, Sendable {
    /// The choice of the encoder.
    public enum Choice: Hashable, Sendable {
        /// Hardware if available, else software; see ``EncoderChoice``.
        case auto
        /// The encoder with this name in libavcodec.
        case named(String)
    }

    /// The quantity that the encoder keeps constant.
    public enum RateControl: String, Hashable, Sendable, CaseIterable {
        /// The bit rate, over a buffer of half a second.
        case cbr
        /// The average bit rate, with peaks up to ``EncoderSettings/maximumBitRate``.
        case vbr
        /// The quantiser, which is ``EncoderSettings/quality``; the bit rate varies freely.
        case cqp
        /// The perceived quality, which is ``EncoderSettings/quality``, with peaks up to
        /// ``EncoderSettings/maximumBitRate`` if that is set.
        case crf
    }

    /// The optimisation goal of the encoder.
    public enum Latency: String, Hashable, Sendable, CaseIterable {
        /// A frame's access unit comes out before the next frame goes in.
        case low
        /// The encoder may look ahead and reorder.
        case quality
    }

    /// An option of one encoder, by libavcodec's name.
    public struct Option: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }

        /// Reads `name=value`.
        public init?(_ text: String) {
            guard let equals = text.firstIndex(of: "="), equals != text.startIndex else { return nil }
            name = String(text[..<equals])
            value = String(text[text.index(after: equals)...])
        }
    }

    public var encoder = Choice.auto
    /// The render node for VA-API; `nil` for the first one in `/dev/dri`.
    public var vaapiDevice: String?
    /// In bits per second; `nil` to derive it from size and frame rate, see
    /// ``suitableBitRate(width:height:framesPerSecond:)``.
    public var bitRate: Int?
    /// `nil` for ``RateControl/cbr`` with low latency, else ``RateControl/vbr``; for ``RateControl/crf`` or
    /// ``RateControl/cqp`` if ``quality`` is set.
    public var rateControl: RateControl?
    /// The highest bit rate over a second, in bits per second; for ``RateControl/vbr`` and ``RateControl/crf``.
    public var maximumBitRate: Int?
    /// The quantiser or the rate factor, 1 to 51; lower is better. 18 to 28 are typical.
    public var quality: Int?
    /// `nil` for the best profile that the encoder supports with its preset.
    public var profile: EncodingProfile?
    /// `nil` for the lowest level that size, frame rate and bit rate allow.
    public var level: EncodingLevel?
    public var keyFrameInterval = KeyFrameInterval.seconds(2)
    /// The maximum number of consecutive B-frames, 0 to 16.
    public var bFrames = 0
    /// The trade-off between speed and quality: `ultrafast`, `superfast`, `veryfast`, `faster`, `fast`, `medium`,
    /// `slow`, `slower`, `veryslow`; or one of the encoder's own presets.
    public var preset: String?
    public var latency = Latency.low
    public var options: [Option] = []

    public init() {}

    /// The given rate control, or the default.
    var effectiveRateControl: RateControl {
        if let rateControl { return rateControl }
        if quality != nil { return .crf }
        return latency == .low ? .cbr : .vbr
    }
}

extension EncoderSettings {
    /// A tenth of a bit per pixel: a fast encoder needs this for a clean picture of a talking or walking scene at 30
    /// frames per second. 0.7 Mbit/s at 640x360, 2.8 at 1280x720, 6.2 at 1920x1080.
    private static let bitsPerPixel = 0.1
    /// The frame rate that ``bitsPerPixel`` applies to. Consecutive frames at twice the rate differ half as much: the
    /// bit rate grows with the square root.
    private static let referenceFrameRate = 30.0
    private static let suitable = 100_000...50_000_000

    /// The default bit rate, in bits per second, rounded to 10 kbit/s.
    public static func suitableBitRate(width: Int, height: Int, framesPerSecond: Double) -> Int {
        let pixels = Double(width) * Double(height) * referenceFrameRate
        let rate = bitsPerPixel * pixels * (framesPerSecond / referenceFrameRate).squareRoot()
        guard rate.isFinite else { return suitable.lowerBound }
        let rounded = (min(max(rate, 0), 1e9) / 10_000).rounded() * 10_000
        return min(max(Int(rounded), suitable.lowerBound), suitable.upperBound)
    }
}
