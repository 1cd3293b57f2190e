import BitCoding

extension AudioSpecificConfig {
    /// Returns the configuration as bytes, padded with zero bits. Frequencies in the table are written as an index.
    ///
    /// - Throws: `unsupportedObjectType` for types that the parser does not support, and `outOfRange` if a value does
    ///   not fit its field, if channel configuration 0 has no program config element, or if another one has one.
    public func encoded() throws(AACError) -> [UInt8] {
        guard objectType.isSupported else {
            throw AACError(.unsupportedObjectType, "\(objectType)")
        }
        guard channelConfiguration <= 15, layer <= 7, coreCoderDelay ?? 0 < 1 << 14 else {
            throw AACError(.outOfRange, "AudioSpecificConfig with a value too large for its bits")
        }
        guard (channelConfiguration == 0) == (programConfig != nil) else {
            throw AACError(.outOfRange, "channelConfiguration \(channelConfiguration) and program_config_element")
        }
        var writer = BitWriter()
        if case .hierarchical(let output, let parametricStereo) = `extension` {
            let outer: AudioObjectType = parametricStereo ? .parametricStereo : .spectralBandReplication
            outer.write(to: &writer)
            samplingFrequency.write(to: &writer)
            writer.write(channelConfiguration, 4)
            output.write(to: &writer)
            objectType.write(to: &writer)
        } else {
            objectType.write(to: &writer)
            samplingFrequency.write(to: &writer)
            writer.write(channelConfiguration, 4)
        }
        try writeGeneralAudio(to: &writer)
        if objectType.isErrorResilient {
            writer.write(0, 2)  // epConfig: no error protection
        }
        writeExtension(to: &writer)
        return writer.bytes
    }

    private func writeGeneralAudio(to writer: inout BitWriter) throws(AACError) {
        writer.write(hasShortFrames)
        writer.write(coreCoderDelay != nil)
        if let coreCoderDelay {
            writer.write(coreCoderDelay, 14)
        }
        let resilience = objectType.isErrorResilient ? resilience : nil
        writer.write(resilience != nil)
        if let programConfig {
            try programConfig.write(to: &writer)
        }
        if objectType.isScalable {
            writer.write(layer, 3)
        }
        if let resilience {
            writer.write(resilience.sectionData)
            writer.write(resilience.scalefactorData)
            writer.write(resilience.spectralData)
            writer.write(0, 1)  // extensionFlag3
        }
    }

    private func writeExtension(to writer: inout BitWriter) {
        switch `extension` {
        case .unsignalled, .hierarchical:
            return
        case .absent:
            writer.write(Self.sbrSync, 11)
            AudioObjectType.spectralBandReplication.write(to: &writer)
            writer.write(false)
        case .backwardCompatible(let frequency, let parametricStereo):
            writer.write(Self.sbrSync, 11)
            AudioObjectType.spectralBandReplication.write(to: &writer)
            writer.write(true)
            frequency.write(to: &writer)
            if let parametricStereo {
                writer.write(Self.parametricStereoSync, 11)
                writer.write(parametricStereo)
            }
        }
    }
}
