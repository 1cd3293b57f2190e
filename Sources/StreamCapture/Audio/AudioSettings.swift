/// Which sound goes with the pictures, and how it is encoded. A plain value; ``format(from:)`` decides what is open.
public struct AudioSettings: Hashable, Sendable {
    /// Where the sound comes from.
    public enum Source: Hashable, Sendable {
        /// No sound.
        case none
        /// The input's own, where it has any.
        case input
        /// A microphone or another sound device.
        case device(SoundDevice)
    }

    /// What AAC-LC can have as sampling frequency, in hertz (ISO/IEC 14496-3 table 1.18, without the lowest, which
    /// nobody plays).
    public static let sampleRates = [
        8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000,
    ]
    /// What a channel configuration of AAC names (ISO/IEC 14496-3 table 1.19): there is none for seven channels.
    public static let channelCounts = [1, 2, 3, 4, 5, 6, 8]
    /// Below this, in bits a second for each channel, AAC-LC is no longer speech that one understands.
    public static let minimumBitRatePerChannel = 8_000

    public var source: Source
    /// Bits a second; `nil`: 64,000 for each channel.
    public var bitRate: Int?
    /// In hertz; `nil`: 44,100 for sound of that family, else 48,000.
    public var sampleRate: Int?
    /// How many channels; `nil`: as many as the sound has, or as AAC can carry of them.
    public var channels: Int?

    public init(source: Source = .input, bitRate: Int? = nil, sampleRate: Int? = nil, channels: Int? = nil) {
        self.source = source
        self.bitRate = bitRate
        self.sampleRate = sampleRate
        self.channels = channels
    }

    /// What to encode sound to.
    ///
    /// - Parameter sound: The sound as it is.
    /// - Throws: ``CaptureError`` of code `usage` where the settings cannot be had.
    public func format(from sound: AudioFormat) throws(CaptureError) -> AudioFormat {
        try check()
        let family = sound.sampleRate > 0 && sound.sampleRate % 11_025 == 0 ? 44_100 : 48_000
        return AudioFormat(
            sampleRate: sampleRate ?? family,
            channels: channels ?? Self.channels(for: sound.channels)
        )
    }

    /// The bit rate for a format, in bits a second.
    ///
    /// - Throws: ``CaptureError`` of code `usage` where the bit rate that was asked for is not to be had in it.
    public func bitRate(for format: AudioFormat) throws(CaptureError) -> Int {
        guard let bitRate else { return format.channels * min(64_000, format.maximumBitRate / format.channels) }
        let range = format.channels * Self.minimumBitRatePerChannel...format.maximumBitRate
        guard range.contains(bitRate) else {
            throw CaptureError(
                .usage,
                "AAC takes \(range.lowerBound / 1_000)k to \(range.upperBound / 1_000)k bits a second for "
                    + "\(format), not \(bitRate); give --audio-bitrate such a value."
            )
        }
        return bitRate
    }

    /// Finds what can be known to be wrong without the sound.
    ///
    /// - Throws: ``CaptureError`` of code `usage`.
    public func check() throws(CaptureError) {
        if let sampleRate, !Self.sampleRates.contains(sampleRate) {
            let rates = Self.sampleRates.map(String.init).joined(separator: ", ")
            throw CaptureError(.usage, "AAC has no sample rate of \(sampleRate) Hz; there are \(rates).")
        }
        if let channels, !Self.channelCounts.contains(channels) {
            throw CaptureError(.usage, "AAC carries 1 to 6 or 8 channels, not \(channels).")
        }
        if let bitRate, bitRate < Self.minimumBitRatePerChannel {
            throw CaptureError(
                .usage,
                "Sound needs at least \(Self.minimumBitRatePerChannel / 1_000)k bits a second, not \(bitRate)."
            )
        }
    }

    /// How many channels sound of `count` is encoded with: the next number that AAC has, and stereo of what it cannot carry.
    private static func channels(for count: Int) -> Int {
        channelCounts.last { $0 <= count && count <= channelCounts.last ?? 0 } ?? 2
    }
}

/// How often sound is sampled, and how many channels it has.
public struct AudioFormat: Hashable, Sendable, CustomStringConvertible {
    /// In hertz.
    public var sampleRate: Int
    public var channels: Int

    public init(sampleRate: Int, channels: Int) {
        self.sampleRate = sampleRate
        self.channels = channels
    }

    /// What a decoder's input buffer bounds: 6144 bits for each channel and block of 1024 samples
    /// (ISO/IEC 14496-3 4.5.3.1). In bits a second.
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
