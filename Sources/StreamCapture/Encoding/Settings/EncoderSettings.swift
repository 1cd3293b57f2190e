/// How video is to be encoded. Each setting means the same with every encoder; what one cannot do, it refuses.
public struct EncoderSettings: Hashable, Sendable {
    /// Which encoder.
    public enum Choice: Hashable, Sendable {
        /// Hardware where there is some, else software; see ``EncoderChoice``.
        case auto
        /// The one that libavcodec knows by this name, or none.
        case named(String)
    }

    /// What the encoder holds steady.
    public enum RateControl: String, Hashable, Sendable, CaseIterable {
        /// The bit rate, over a buffer of half a second.
        case cbr
        /// The bit rate on average, with peaks up to ``EncoderSettings/maximumBitRate``.
        case vbr
        /// The quantiser, which is ``EncoderSettings/quality``; the bit rate is whatever comes out.
        case cqp
        /// The quality as seen, which is ``EncoderSettings/quality``, with peaks up to
        /// ``EncoderSettings/maximumBitRate`` where that is set.
        case crf
    }

    /// What the encoder is tuned for.
    public enum Latency: String, Hashable, Sendable, CaseIterable {
        /// A frame's access unit comes out before the next frame goes in.
        case low
        /// The encoder may look ahead and reorder.
        case quality
    }

    /// A setting of one encoder, in libavcodec's words.
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
    /// The render node for VA-API; `nil`: the first of `/dev/dri`.
    public var vaapiDevice: String?
    /// In bits per second; `nil`: by size and frame rate, see ``suitableBitRate(width:height:framesPerSecond:)``.
    public var bitRate: Int?
    /// `nil`: ``RateControl/cbr`` for low latency, else ``RateControl/vbr``; ``RateControl/crf`` or
    /// ``RateControl/cqp`` where ``quality`` is set.
    public var rateControl: RateControl?
    /// The highest bit rate over a second, in bits per second; for ``RateControl/vbr`` and ``RateControl/crf``.
    public var maximumBitRate: Int?
    /// The quantiser or the rate factor, 1 to 51; less is better. Typical are 18 to 28.
    public var quality: Int?
    /// `nil`: the best that the encoder makes with its preset.
    public var profile: EncodingProfile?
    /// `nil`: the lowest that size, frame rate and bit rate allow.
    public var level: EncodingLevel?
    public var keyFrameInterval = KeyFrameInterval.seconds(2)
    /// At most so many in a row, 0 to 16.
    public var bFrames = 0
    /// How long the encoder may think: `ultrafast`, `superfast`, `veryfast`, `faster`, `fast`, `medium`, `slow`,
    /// `slower`, `veryslow`; or one of the encoder's own.
    public var preset: String?
    public var latency = Latency.low
    public var options: [Option] = []

    public init() {}

    /// The rate control that is meant where none is given.
    var effectiveRateControl: RateControl {
        if let rateControl { return rateControl }
        if quality != nil { return .crf }
        return latency == .low ? .cbr : .vbr
    }
}
