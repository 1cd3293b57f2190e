/// The configuration that a decoder needs before the first AAC frame (ISO/IEC 14496-3 1.6.2.1).
///
/// It supports the object types of AAC with `GASpecificConfig`: Main, LC, SSR, LTP, Scalable, and ER LC, LTP, Scalable
/// and LD, with SBR and PS around them.
public struct AudioSpecificConfig: Hashable, Sendable {
    /// How the configuration signals SBR (HE-AAC) and parametric stereo (HE-AAC v2).
    public enum Extension: Hashable, Sendable {
        /// Not at all. Frames may contain SBR nevertheless (implicit signalling, 1.6.5): at 24 kHz or less a decoder
        /// should be prepared to double the frequency.
        case unsignalled
        /// There is no SBR, expressly.
        case absent
        /// Object type 5 or 29 around the core's, which decoders without SBR refuse. The frequency is that of the
        /// output.
        case hierarchical(SamplingFrequency, parametricStereo: Bool)
        /// After the configuration, where decoders without SBR do not look. Parametric stereo is `nil` if it is not
        /// signalled.
        case backwardCompatible(SamplingFrequency, parametricStereo: Bool?)
    }

    /// The additional flags of error resilient object types (`aac…ResilienceFlag`).
    public struct Resilience: Hashable, Sendable {
        /// `aacSectionDataResilienceFlag`.
        public var sectionData: Bool
        /// `aacScalefactorDataResilienceFlag`.
        public var scalefactorData: Bool
        /// `aacSpectralDataResilienceFlag`.
        public var spectralData: Bool

        /// Describes the three flags.
        public init(sectionData: Bool, scalefactorData: Bool, spectralData: Bool) {
            self.sectionData = sectionData
            self.scalefactorData = scalefactorData
            self.spectralData = spectralData
        }
    }

    /// The object type of the core, never SBR or PS.
    public var objectType: AudioObjectType
    /// The sampling frequency of the core. With SBR the output has mostly twice as many samples.
    public var samplingFrequency: SamplingFrequency
    /// `channelConfiguration`, 0 to 15; 0 leaves it to ``programConfig``.
    public var channelConfiguration: UInt8
    /// SBR and parametric stereo.
    public var `extension`: Extension
    /// `frameLengthFlag`: frames of 960 samples, not 1024 (480, not 512, for AAC LD).
    public var hasShortFrames = false
    /// `coreCoderDelay`, 14 bits, if the stream depends on a core coder.
    public var coreCoderDelay: UInt16?
    /// The channels, if ``channelConfiguration`` is 0.
    public var programConfig: ProgramConfigElement?
    /// `layerNr`, 0 to 7, for the scalable types.
    public var layer: UInt8 = 0
    /// For error resilient types.
    public var resilience: Resilience?

    /// Describes a stream; nothing is checked before ``encoded()``.
    public init(
        objectType: AudioObjectType = .lowComplexity,
        samplingFrequency: SamplingFrequency,
        channelConfiguration: UInt8,
        extension: Extension = .unsignalled
    ) {
        self.objectType = objectType
        self.samplingFrequency = samplingFrequency
        self.channelConfiguration = channelConfiguration
        self.extension = `extension`
    }

    /// Samples per channel in a frame of the core: 1024, 960, 512 or 480. Divided by ``samplingFrequency``, this is the
    /// duration of a frame with or without SBR.
    public var samplesPerFrame: Int {
        (hasShortFrames ? 960 : 1024) / (objectType == .lowDelay ? 2 : 1)
    }

    /// The channels of the core; `nil` if the configuration is reserved or does not say. Parametric stereo makes two
    /// of one.
    public var channelCount: Int? {
        switch channelConfiguration {
        case 0: programConfig?.channelCount
        case let direct: Self.channelCount(configuration: direct)
        }
    }

    /// The channels of a `channelConfiguration`, table 1.19; nil for 0 and the reserved ones.
    static func channelCount(configuration: UInt8) -> Int? {
        switch configuration {
        case 1...6: Int(configuration)
        case 7, 12, 14: 8
        case 11: 7
        case 13: 24
        default: nil
        }
    }

    /// The frequency that a decoder with SBR puts out, as far as the configuration tells.
    public var outputFrequency: SamplingFrequency {
        switch `extension` {
        case .unsignalled, .absent: samplingFrequency
        case .hierarchical(let frequency, _), .backwardCompatible(let frequency, _): frequency
        }
    }

    /// The codec's name in a browser or a playlist, such as `mp4a.40.2` (RFC 6381 3.3).
    public var codecString: String {
        switch `extension` {
        case .unsignalled, .absent: "mp4a.40.\(objectType.rawValue)"
        case .hierarchical(_, true), .backwardCompatible(_, true?): "mp4a.40.29"
        case .hierarchical, .backwardCompatible: "mp4a.40.5"
        }
    }

    static let sbrSync = 0x2b7
    static let parametricStereoSync = 0x548
}
