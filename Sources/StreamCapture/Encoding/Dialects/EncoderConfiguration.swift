/// What an encoder of libavcodec is told: the fields of its context that are set, and options of its own.
struct EncoderConfiguration: Hashable, Sendable {
    /// What can change while an encoder runs; 0 stands for none.
    struct Rates: Hashable, Sendable {
        /// `bit_rate`, bits per second.
        var average = 0
        /// `rc_max_rate`, bits per second.
        var maximum = 0
        /// `rc_buffer_size`, bits.
        var buffer = 0
    }

    var rates: Rates
    /// `gop_size`: the encoder's own distance between IDR pictures.
    var keyFrameFrames = 0
    /// `max_b_frames`.
    var bFrames = 0
    /// `profile`, where the context has it and not an option.
    var profile: Int32?
    /// `level`, where the context has it and not an option.
    var level: Int32?
    /// `global_quality`, in quantisers.
    var quality: Int?
    /// Whether ``quality`` is a constant quantiser (`AV_CODEC_FLAG_QSCALE`), not a quality.
    var isConstantQuantiser = false
    /// `compression_level`.
    var compressionLevel: Int32?
    /// For `avcodec_open2`.
    var options: [EncoderSettings.Option] = []
    /// Other options to try where the device has nothing for these: in addition to ``options``.
    var secondTry: EncoderSettings.Option?
    /// Whether it takes surfaces of a VA-API device.
    var usesSurfaces = false
    /// Whether an open encoder follows when ``rates`` change.
    var followsBitRate = false

    /// What is the same for every encoder.
    init(_ target: EncodingTarget) {
        rates = Rates(
            average: target.averageBitRate ?? 0,
            maximum: target.maximumBitRate ?? 0,
            buffer: target.bufferBits ?? 0
        )
        keyFrameFrames = target.keyFrameFrames
        bFrames = target.bFrames
    }

    /// Adds an option.
    mutating func set(_ name: String, _ value: some CustomStringConvertible) {
        options.append(EncoderSettings.Option(name: name, value: "\(value)"))
    }
}
