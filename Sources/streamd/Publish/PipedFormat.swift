/// A media format that a pipe may hold, by its first bytes.
enum PipedFormat: String {
    case mp4, mpegts, matroska, flv, avi, wav, ogg

    /// - Returns: `nil` if the bytes begin none of these formats.
    init?(beginning bytes: some Collection<UInt8>) {
        let bytes = Array(bytes.prefix(Self.probeLength))
        func has(_ text: String, at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
        if has("ftyp", at: 4) {
            self = .mp4
        } else if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            self = .matroska
        } else if has("FLV\u{1}") {
            self = .flv
        } else if has("RIFF"), has("AVI ", at: 8) {
            self = .avi
        } else if has("RIFF"), has("WAVE", at: 8) {
            self = .wav
        } else if has("OggS") {
            self = .ogg
        } else if bytes.count == Self.probeLength, bytes[0] == Self.sync, bytes[188] == Self.sync {
            self = .mpegts
        } else {
            return nil
        }
    }

    /// Two packets of a transport stream begin within so many bytes.
    private static let probeLength = 189
    /// The first byte of a packet of a transport stream.
    private static let sync: UInt8 = 0x47

    /// Its name for people.
    var name: String {
        switch self {
        case .mp4: "MP4"
        case .mpegts: "an MPEG transport stream"
        case .matroska: "Matroska"
        case .flv: "FLV"
        case .avi: "AVI"
        case .wav: "WAV"
        case .ogg: "Ogg"
        }
    }
}
