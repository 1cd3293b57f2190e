import BitCoding

extension AudioSpecificConfig {
    /// Parses a configuration and ignores the bytes after it.
    ///
    /// - Throws: ``AACError``: `truncated`, `outOfRange` for a reserved frequency, and `unsupportedObjectType` for types
    ///   without `GASpecificConfig` and for error protection.
    public init(_ bytes: some Collection<UInt8>) throws(AACError) {
        let bytes = Array(bytes)
        try self.init(bytes.span)
    }

    /// Parses a configuration and ignores the bytes after it.
    ///
    /// - Throws: ``AACError``: `truncated`, `outOfRange` for a reserved frequency, and `unsupportedObjectType` for types
    ///   without `GASpecificConfig` and for error protection.
    public init(_ bytes: Span<UInt8>) throws(AACError) {
        var reader = BitReader(bytes.bytes)
        let outerType = try AudioObjectType.parse(&reader)
        let frequency = try SamplingFrequency.parse(&reader)
        let channels = try reader.byte(4)
        let isHierarchical = outerType == .spectralBandReplication || outerType == .parametricStereo
        if isHierarchical {
            let output = try SamplingFrequency.parse(&reader)
            self.init(
                objectType: try AudioObjectType.parse(&reader),
                samplingFrequency: frequency,
                channelConfiguration: channels,
                extension: .hierarchical(output, parametricStereo: outerType == .parametricStereo)
            )
        } else {
            self.init(objectType: outerType, samplingFrequency: frequency, channelConfiguration: channels)
        }
        try parseGeneralAudio(&reader)
        if objectType.isErrorResilient, try reader.read(2) > 1 {
            throw AACError(.unsupportedObjectType, "epConfig with error protection")
        }
        if !isHierarchical {
            self.extension = Self.parseExtension(&reader)
        }
    }

    /// `GASpecificConfig` (4.4.1).
    private mutating func parseGeneralAudio(_ reader: inout BitReader) throws(AACError) {
        guard objectType.isSupported else {
            throw AACError(.unsupportedObjectType, "\(objectType)")
        }
        hasShortFrames = try reader.flag()
        coreCoderDelay = try reader.flag() ? UInt16(reader.read(14)) : nil
        let hasExtension = try reader.flag()
        if channelConfiguration == 0 {
            programConfig = try ProgramConfigElement(&reader)
        }
        if objectType.isScalable {
            layer = try reader.byte(3)
        }
        if hasExtension {
            if objectType.isErrorResilient {
                resilience = Resilience(
                    sectionData: try reader.flag(),
                    scalefactorData: try reader.flag(),
                    spectralData: try reader.flag()
                )
            }
            _ = try reader.flag()  // extensionFlag3, reserved
        }
    }

    /// Parses the extension after the configuration. Bytes that are not a whole extension are padding.
    private static func parseExtension(_ reader: inout BitReader) -> Extension {
        func attempt(_ reader: inout BitReader) throws(AACError) -> Extension? {
            guard reader.remaining >= 16, try reader.read(11) == sbrSync,
                try AudioObjectType.parse(&reader) == .spectralBandReplication
            else { return nil }
            guard try reader.flag() else { return .absent }
            let frequency = try SamplingFrequency.parse(&reader)
            guard reader.remaining >= 12, try reader.read(11) == parametricStereoSync else {
                return .backwardCompatible(frequency, parametricStereo: nil)
            }
            return .backwardCompatible(frequency, parametricStereo: try reader.flag())
        }
        return (try? attempt(&reader)) ?? .unsignalled
    }
}
