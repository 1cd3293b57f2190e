/// The source and the encoding of audio. A plain value; ``format(from:)`` decides the open settings.
public struct AudioSettings: Hashable, Sendable {
    /// The source of audio.
    public enum Source: Hashable, Sendable {
        /// No audio.
        case none
        /// The input's own audio, if it has any.
        case input
        /// A microphone or another sound device.
        case device(AudioDevice)
    }

    /// The sampling frequencies of AAC-LC, in hertz (ISO/IEC 14496-3 table 1.18, without the lowest, which no player
    /// supports).
    public static let sampleRates = [
        8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000,
    ]
    /// The channel counts with a channel configuration of AAC (ISO/IEC 14496-3 table 1.19): there is none for seven
    /// channels.
    public static let channelCounts = [1, 2, 3, 4, 5, 6, 8]
    /// In bits per second per channel. Below this, speech in AAC-LC is not intelligible.
    public static let minimumBitRatePerChannel = 8_000

    public var source: Source
    /// Bits per second; `nil` for 64,000 per channel.
    public var bitRate: Int?
    /// In hertz; `nil` for 44,100 if the input rate is a multiple or fraction of it, else 48,000.
    public var sampleRate: Int?
    /// The number of channels; `nil` for the input's, or as many of them as AAC supports.
    public var channels: Int?

    public init(source: Source = .input, bitRate: Int? = nil, sampleRate: Int? = nil, channels: Int? = nil) {
        self.source = source
        self.bitRate = bitRate
        self.sampleRate = sampleRate
        self.channels = channels
    }

    /// The output format.
    ///
    /// - Parameter input: The format of the input.
    /// - Throws: ``CaptureError`` of code `usage` if the settings do not fit.
    public func format(from input: AudioFormat) throws(CaptureError) -> AudioFormat {
        try check()
        let family = input.sampleRate > 0 && input.sampleRate % 11_025 == 0 ? 44_100 : 48_000
        return AudioFormat(
            sampleRate: sampleRate ?? family,
            channels: channels ?? Self.channels(for: input.channels)
        )
    }

    /// The bit rate for a format, in bits per second.
    ///
    /// - Throws: ``CaptureError`` of code `usage` if the format does not support the requested bit rate.
    public func bitRate(for format: AudioFormat) throws(CaptureError) -> Int {
        guard let bitRate else { return format.channels * min(64_000, format.maximumBitRate / format.channels) }
        let range = format.channels * Self.minimumBitRatePerChannel...format.maximumBitRate
        guard range.contains(bitRate) else {
            throw CaptureError(
                .usage,
                "AAC takes \(range.lowerBound / 1_000)k to \(range.upperBound / 1_000)k bits per second for "
                    + "\(format), not \(bitRate); give --audio-bitrate such a value."
            )
        }
        return bitRate
    }

    /// Checks the settings as far as possible without the input.
    ///
    /// - Throws: ``CaptureError`` of code `usage`.
    public func check() throws(CaptureError) {
        if let sampleRate, !Self.sampleRates.contains(sampleRate) {
            let rates = Self.sampleRates.map(String.init).joined(separator: ", ")
            throw CaptureError(.usage, "AAC has no sample rate of \(sampleRate) Hz; choose one of \(rates).")
        }
        if let channels, !Self.channelCounts.contains(channels) {
            throw CaptureError(.usage, "AAC supports 1 to 6 or 8 channels, not \(channels).")
        }
        if let bitRate, bitRate < Self.minimumBitRatePerChannel {
            throw CaptureError(
                .usage,
                "Sound needs at least \(Self.minimumBitRatePerChannel / 1_000)k bits per second, not \(bitRate)."
            )
        }
    }

    /// The number of channels to encode: the next number that AAC supports, or stereo for larger ones.
    private static func channels(for count: Int) -> Int {
        channelCounts.last { $0 <= count && count <= channelCounts.last ?? 0 } ?? 2
    }
}

/// A sample rate and a number of channels.
public struct AudioFormat: Hashable, Sendable, CustomStringConvertible {
    /// In hertz.
    public var sampleRate: Int
    public var channels: Int

    public init(sampleRate: Int, channels: Int) {
        self.sampleRate = sampleRate
        self.channels = channels
    }

    /// The limit of a decoder's input buffer: 6144 bits per channel and block of 1024 samples (ISO/IEC 14496-3
    /// 4.5.3.1). In bits per second.
    var maximumBitRate: Int { 6_144 * channels * sampleRate / 1_024 }

    public var description: String {
        let kilohertz = "\(Double(sampleRate) / 1_000)"
        let rate = kilohertz.hasSuffix(".0") ? String(kilohertz.dropLast(2)) : kilohertz
        return switch channels {
        case 1: "\(rate) kHz mono"
        case 2: "\(rate) kHz stereo"
        default: "\(rate) kHz with \(channels) channels"
        }
    }
}
