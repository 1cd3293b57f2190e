import BitCoding

/// Container formats, which users sometimes give in place of an elementary stream.
public enum ContainerFormat: Hashable, Sendable, CustomStringConvertible {
    /// MP4, QuickTime and their relatives (ISO/IEC 14496-12).
    case mp4
    /// Matroska and WebM.
    case matroska
    /// MPEG-2 transport stream.
    case transportStream
    /// Flash video.
    case flv
    /// AVI and WAVE.
    case riff

    /// Detects a container by its first bytes; `nil` if it is none of these.
    package init?(detecting bytes: RawSpan) {
        func begins(_ text: String, at offset: Int = 0) -> Bool {
            bytes.byteCount >= offset + text.utf8.count
                && text.utf8.enumerated().allSatisfy { bytes[offset + $0] == $1 }
        }
        // A box type follows the box size.
        if ["ftyp", "moov", "mdat", "styp"].contains(where: { begins($0, at: 4) }) {
            self = .mp4
        } else if begins("FLV\u{1}") {
            self = .flv
        } else if begins("RIFF") {
            self = .riff
        } else if bytes.byteCount >= 4, (0..<4).allSatisfy({ bytes[$0] == Self.ebml[$0] }) {
            self = .matroska
        } else if Self.packetStarts.allSatisfy({ $0 < bytes.byteCount && bytes[$0] == Self.packetSync }) {
            self = .transportStream
        } else {
            return nil
        }
    }

    /// The identifier of an EBML header.
    private static let ebml: [UInt8] = [0x1a, 0x45, 0xdf, 0xa3]
    /// `sync_byte`, and the offsets of the first packets of 188 bytes, which begin with it.
    private static let packetSync: UInt8 = 0x47
    private static let packetStarts = [0, 188, 376]

    /// The container in words, as in "an MP4 file".
    public var description: String {
        switch self {
        case .mp4: "an MP4 file"
        case .matroska: "a Matroska file"
        case .transportStream: "an MPEG transport stream"
        case .flv: "an FLV file"
        case .riff: "a RIFF file"
        }
    }

    /// A sentence on how to come by the elementary stream.
    public var remedy: String {
        "take it out with 'ffmpeg -i FILE -map 0:v:0 -c copy -f h264 out.h264' (audio: -map 0:a:0 … -f adts)."
    }
}
