import BitCoding

/// Writes raw data blocks as an ADTS stream: one block per frame, MPEG-4, without checksum.
public struct ADTSWriter: Hashable, Sendable {
    private let header: ADTSHeader
    /// A program config element for blocks without one, if the stream itself must describe the channels.
    private let prefix: [UInt8]

    /// Creates a writer for streams of `config`. SBR and parametric stereo are signalled implicitly, as always in ADTS.
    ///
    /// - Throws: `notRepresentable` for object types beyond LTP, frequencies and channel configurations without an
    ///   index, frames of 960 samples, and channel configuration 0 without a program config element.
    public init(_ config: AudioSpecificConfig) throws(AACError) {
        guard !config.hasShortFrames, config.coreCoderDelay == nil else {
            throw AACError(.notRepresentable, "frames of 960 samples or a core coder in ADTS")
        }
        guard config.channelConfiguration != 0 || config.programConfig != nil else {
            throw AACError(.notRepresentable, "channel configuration 0 without program_config_element")
        }
        header = ADTSHeader(
            objectType: config.objectType,
            samplingFrequency: config.samplingFrequency,
            channelConfiguration: config.channelConfiguration,
            frameLength: ADTSHeader.size
        )
        _ = try header.encoded()
        prefix = config.channelConfiguration == 0 ? try config.programConfig?.rawDataBlockPrefix() ?? [] : []
    }

    /// Appends one raw data block as a frame.
    ///
    /// - Throws: `notRepresentable` if the frame would exceed 8,191 bytes; `bytes` is then unchanged.
    package func append(_ block: RawSpan, to bytes: inout [UInt8]) throws(AACError) {
        bytes += try prefix(of: block)
        bytes.append(copying: block)
    }

    /// Returns the bytes before a raw data block in its frame: the header, and a program config element if the block
    /// needs one and has none.
    ///
    /// - Throws: `notRepresentable` if the frame would exceed 8,191 bytes.
    package func prefix(of block: RawSpan) throws(AACError) -> [UInt8] {
        let hasOwn = prefix.isEmpty || (try? ProgramConfigElement(rawDataBlock: block)) != nil
        var header = header
        header.frameLength = ADTSHeader.size + (hasOwn ? 0 : prefix.count) + block.byteCount
        return try header.encoded() + (hasOwn ? [] : prefix)
    }
}

extension AudioSpecificConfig {
    /// Derives the configuration of an ADTS stream from the header of a frame and its first raw data block.
    ///
    /// The block matters only for channel configuration 0. ``programConfig`` is `nil` if it does not begin with a
    /// program config element, which only the first frame must contain.
    package init(_ header: ADTSHeader, rawDataBlock: RawSpan) {
        self.init(
            objectType: header.objectType,
            samplingFrequency: header.samplingFrequency,
            channelConfiguration: header.channelConfiguration
        )
        if channelConfiguration == 0 {
            programConfig = try? ProgramConfigElement(rawDataBlock: rawDataBlock)
        }
    }
}
