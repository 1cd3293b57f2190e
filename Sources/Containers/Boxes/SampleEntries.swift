import AAC
import H264

extension BoxWriter {
    /// `stsd` with the one sample entry of a track (ISO/IEC 14496-12 8.5.2).
    mutating func writeSampleDescription(_ track: ContainerTrack) {
        fullBox("stsd") { writer in
            writer.write(UInt32(1))
            switch track.description {
            case .h264(let description): writer.writeVisualEntry(description)
            case .aac(let description): writer.writeAudioEntry(description, trackID: track.id)
            }
        }
    }

    /// `avc1` or `avc3` with `avcC`, and the shape and colours that the SPS states (ISO/IEC 14496-15 5.4.2.1,
    /// ISO/IEC 14496-12 12.1).
    private mutating func writeVisualEntry(_ description: H264Description) {
        box(description.placement == .sampleEntry ? "avc1" : "avc3") { writer in
            writer.zeros(6)
            writer.write(UInt16(1))  // data_reference_index
            writer.zeros(16)
            let size = description.sps.croppedSize
            writer.write(UInt16(clamping: size.width))
            writer.write(UInt16(clamping: size.height))
            writer.write(UInt32(0x48_0000))  // 72 dpi
            writer.write(UInt32(0x48_0000))
            writer.zeros(4)
            writer.write(UInt16(1))  // frame_count
            writer.zeros(32)  // compressorname
            writer.write(UInt16(0x18))  // depth
            writer.write(UInt16.max)
            writer.box("avcC") { $0.write(description.configuration) }
            writer.writeColours(description.sps.vui)
            if let shape = description.sps.vui?.sampleAspectRatio {
                writer.box("pasp") { writer in
                    writer.write(UInt32(shape.width))
                    writer.write(UInt32(shape.height))
                }
            }
        }
    }

    /// `colr` (12.1.5).
    private mutating func writeColours(_ vui: VideoUsabilityInformation?) {
        guard let signal = vui?.videoSignal, let colour = signal.colour else { return }
        box("colr") { writer in
            writer.write("nclx")
            writer.write(UInt16(colour.primaries))
            writer.write(UInt16(colour.transfer))
            writer.write(UInt16(colour.matrix))
            writer.write(UInt8(signal.isFullRange ? 0x80 : 0))
        }
    }

    /// `mp4a` with `esds` (ISO/IEC 14496-14 5.6, ISO/IEC 14496-12 12.2.3).
    private mutating func writeAudioEntry(_ description: AACDescription, trackID: UInt32) {
        box("mp4a") { writer in
            writer.zeros(6)
            writer.write(UInt16(1))  // data_reference_index
            writer.zeros(8)
            writer.write(UInt16(clamping: description.config.channelCount ?? 2))
            writer.write(UInt16(16))  // samplesize
            writer.zeros(4)
            // 16.16; a frequency that does not fit stands in the AudioSpecificConfig only.
            writer.write(UInt32(UInt16(exactly: description.config.samplingFrequency.hertz) ?? 0) << 16)
            writer.fullBox("esds") { $0.write(Self.elementaryStreamDescriptor(description, trackID: trackID)) }
        }
    }

    /// `ES_Descriptor` (ISO/IEC 14496-1 7.2.6.5).
    private static func elementaryStreamDescriptor(_ description: AACDescription, trackID: UInt32) -> [UInt8] {
        // ISO/IEC 14496-3 audio; AudioStream; no buffer size and bit rates.
        var decoder: [UInt8] = [0x40, 0x15]
        decoder += [UInt8](repeating: 0, count: 11)
        decoder += descriptor(5, description.configuration)
        // In a file, ES_ID is 0 or the low bits of track_ID (ISO/IEC 14496-14 3.1.2).
        var stream: [UInt8] = [0, UInt8(trackID & 0xff), 0]
        stream += descriptor(4, decoder)
        stream += descriptor(6, [2])
        return descriptor(3, stream)
    }

    /// A descriptor with a length of four bytes (ISO/IEC 14496-1 8.3.3).
    private static func descriptor(_ tag: UInt8, _ body: [UInt8]) -> [UInt8] {
        let length = [21, 14, 7, 0].map { shift -> UInt8 in
            let bits = UInt8(body.count >> shift & 0x7f)
            return shift > 0 ? bits | 0x80 : bits
        }
        return [tag] + length + body
    }
}
