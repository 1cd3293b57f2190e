import H264

extension BoxWriter {
    /// The matrix of `mvhd` and `tkhd` that changes nothing (ISO/IEC 14496-12 6.2.2).
    mutating func writeUnityMatrix() {
        for value: UInt32 in [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000] { write(value) }
    }

    /// `edts` with one `elst` (8.6.6): nothing for `delay`, then the media from `mediaTime` on.
    ///
    /// - Parameters:
    ///   - delay: In ticks of the movie; 0 for no empty edit.
    ///   - duration: In ticks of the movie; 0 for a fragmented file, whose duration is not known.
    ///   - mediaTime: In ticks of the track.
    mutating func writeEditList(delay: Int64, duration: Int64, mediaTime: Int64) {
        box("edts") { writer in
            writer.fullBox("elst", version: 1) { writer in
                writer.write(UInt32(delay > 0 ? 2 : 1))
                if delay > 0 { writer.writeEdit(duration: delay, mediaTime: -1) }
                writer.writeEdit(duration: duration, mediaTime: mediaTime)
            }
        }
    }

    private mutating func writeEdit(duration: Int64, mediaTime: Int64) {
        write(duration)
        write(mediaTime)
        write(UInt32(0x1_0000))  // media_rate 1.0
    }

    /// `mdhd`, `hdlr` and, where the language is known, `elng` (8.4.2, 8.4.3, 8.4.6).
    mutating func writeMediaHeader(_ track: ContainerTrack, creationTime: UInt64, duration: Int64) {
        fullBox("mdhd", version: 1) { writer in
            writer.write(creationTime)
            writer.write(creationTime)
            writer.write(track.timescale)
            writer.write(duration)
            writer.write(track.languageCode)
            writer.zeros(2)
        }
        fullBox("hdlr") { writer in
            writer.zeros(4)
            writer.write(BoxType(stringLiteral: track.isVideo ? "vide" : "soun").rawValue)
            writer.zeros(12)
            writer.write(track.isVideo ? "video" : "sound")
            writer.zeros(1)
        }
        if let language = track.language, !language.utf8.contains(0) {
            fullBox("elng") { writer in
                writer.write(language)
                writer.zeros(1)
            }
        }
    }

    /// `vmhd` or `smhd`, and `dinf`: the samples are in this file (8.4.5, 8.7.1).
    mutating func writeMediaInformation(_ track: ContainerTrack) {
        if track.isVideo {
            fullBox("vmhd", flags: 1) { $0.zeros(8) }
        } else {
            fullBox("smhd") { $0.zeros(4) }
        }
        box("dinf") { writer in
            writer.fullBox("dref") { writer in
                writer.write(UInt32(1))
                writer.fullBox("url ", flags: 1) { _ in }
            }
        }
    }
}

extension ContainerTrack {
    /// The size of the picture as shown, with square samples (ISO/IEC 14496-12 8.3.2.3); 0 for sound.
    var displaySize: (width: UInt16, height: UInt16) {
        guard case .h264(let description) = description else { return (0, 0) }
        let size = description.sps.croppedSize
        var width = size.width
        if let shape = description.sps.vui?.sampleAspectRatio { width = width * shape.width / shape.height }
        return (UInt16(clamping: width), UInt16(clamping: size.height))
    }

    /// The language in `mdhd` (8.4.2.3): three letters of ISO 639-2, five bits each; `und` for a tag that does not begin
    /// with three letters. `elng` holds the whole tag.
    var languageCode: UInt16 {
        let letters = threeLetterLanguage ?? Array("und".utf8)
        return letters.reduce(0) { $0 << 5 | UInt16($1 - 0x60) }
    }

    /// The first part of the language tag if it has three letters, in lower case.
    var threeLetterLanguage: [UInt8]? {
        guard let first = language?.split(separator: "-", maxSplits: 1).first?.lowercased().utf8 else { return nil }
        let letters = Array(first)
        return letters.count == 3 && letters.allSatisfy { 0x61...0x7a ~= $0 } ? letters : nil
    }
}
