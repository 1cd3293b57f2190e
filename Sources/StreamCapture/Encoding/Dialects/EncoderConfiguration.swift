/// The configuration of an encoder of libavcodec: fields of its context, and its own options.
struct EncoderConfiguration: Hashable, Sendable {
    /// The values that can change while an encoder runs; 0 means none.
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
    /// `profile`, if it is a field of the context and not an option.
    var profile: Int32?
    /// `level`, if it is a field of the context and not an option.
    var level: Int32?
    /// `global_quality`, in quantisers.
    var quality: Int?
    /// Whether ``quality`` is a constant quantiser (`AV_CODEC_FLAG_QSCALE`), not a quality.
    var isConstantQuantiser = false
    /// `compression_level`.
    var compressionLevel: Int32?
    /// For `avcodec_open2`.
    var options: [EncoderSettings.Option] = []
    /// An option to add if the device does not support ``options`` alone.
    var fallbackOption: EncoderSettings.Option?
    /// Whether it encodes surfaces of a VA-API device.
    var usesSurfaces = false
    /// Whether an open encoder applies changes of ``rates``.
    var supportsBitRateChange = false

    /// The configuration that all encoders share.
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
