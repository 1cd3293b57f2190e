import AAC
import BitCoding
import H264
import StreamProtocol

extension Track {
    /// A description of the track: `H.264 High 4.1, 1280x720, 30 fps` or `AAC LC, 48000 Hz, 2 channels`.
    var summary: String {
        let rate = frameRate.map { rate in
            let hundredths = Int((Double(rate.numerator) / Double(rate.denominator) * 100).rounded())
            return hundredths % 100 == 0 ? "\(hundredths / 100) fps" : "\(Double(hundredths) / 100) fps"
        }
        return [
            codecDescription, size.map { "\($0.width)x\($0.height)" }, rate, sampleRate.map { "\($0) Hz" },
            channels.map { $0 == 1 ? "1 channel" : "\($0) channels" }, language,
        ].compactMap(\.self).joined(separator: ", ")
    }

    /// The codec in the notation of browsers and playlists (RFC 6381); `nil` if the configuration cannot be read.
    var codecString: String? {
        switch codec {
        case .h264:
            return avcConfiguration.map { record in
                [record.profileIDC, record.profileCompatibility, record.levelIDC].reduce(into: "avc1.") { text, byte in
                    text += (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
                }
            }
        case .aac: return audioConfiguration?.codecString
        default: return nil
        }
    }

    private var codecDescription: String {
        switch codec {
        case .h264:
            guard let record = avcConfiguration else { return "H.264" }
            let profile = H264Profile(idc: record.profileIDC, constraintFlags: record.profileCompatibility)
            return "H.264 \(profile.name) \(H264Level(idc: record.levelIDC, profile: profile).name)"
        case .aac:
            guard let configuration = audioConfiguration else { return "AAC" }
            switch configuration.codecString {
            case "mp4a.40.5": return "HE-AAC"
            case "mp4a.40.29": return "HE-AAC v2"
            default: return "\(configuration.objectType)"
            }
        default: return codec.description
        }
    }

    private var avcConfiguration: AVCDecoderConfigurationRecord? {
        try? AVCDecoderConfigurationRecord(configuration.span.bytes)
    }

    private var audioConfiguration: AudioSpecificConfig? {
        try? AudioSpecificConfig(configuration.span)
    }
}
