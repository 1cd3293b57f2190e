import Containers

/// The HLS playlist of a day (RFC 8216): the parts of its files, as byte ranges.
///
/// A range is one part: `moof` and `mdat`. The file of a recording has other boxes between its parts, and its first `moov`
/// is hidden when it is finished; so the initialization segment is a file of its own.
enum DayPlaylist {
    static let file = "index.m3u8"
    static let end = "#EXT-X-ENDLIST\n"
    /// The longest part that the head states, in seconds. Parts last a second at most, and until their last frame ends.
    private static let targetDuration = 2

    static let head = """
        #EXTM3U
        #EXT-X-VERSION:7
        #EXT-X-PLAYLIST-TYPE:EVENT
        #EXT-X-TARGETDURATION:\(targetDuration)

        """

    /// The lines of a segment.
    static func entry(of name: SegmentName, _ report: SegmentReport) -> String {
        guard let first = report.parts.first else { return "" }
        var text = """
            #EXT-X-DISCONTINUITY
            #EXT-X-MAP:URI="\(name.initializationFile)"

            """
        var end: Int64?
        for (part, next) in zip(report.parts, report.parts.dropFirst().map(\.self) + [nil]) {
            let isBroken = end.map { part.decodeTime - $0 > Int64(targetDuration) * 1_000_000 } ?? true
            if isBroken {
                if end != nil { text += "#EXT-X-DISCONTINUITY\n" }
                let time = report.start - report.preroll + part.decodeTime - first.decodeTime
                text += "#EXT-X-PROGRAM-DATE-TIME:\(CivilTime.text(time))\n"
            }
            let duration = duration(of: part, before: next)
            end = part.decodeTime + duration
            text += """
                #EXTINF:\(seconds(duration)),
                #EXT-X-BYTERANGE:\(part.range.count)@\(part.range.lowerBound)
                \(name.file)

                """
        }
        return text
    }

    /// Until the next part, or until its own last frame if there is a gap.
    private static func duration(of part: HybridMP4Writer.Part, before next: HybridMP4Writer.Part?) -> Int64 {
        let own = max(part.lastDecodeTime - part.decodeTime, 1_000)
        guard let next else { return min(own, Int64(targetDuration) * 1_000_000) }
        let distance = next.decodeTime - part.decodeTime
        return 1...Int64(targetDuration) * 1_000_000 ~= distance
            ? distance : min(own, Int64(targetDuration) * 1_000_000)
    }

    /// Microseconds as seconds with six decimal places.
    private static func seconds(_ time: Int64) -> String {
        let (whole, rest) = time.quotientAndRemainder(dividingBy: 1_000_000)
        return "\(whole).\(Int(rest).padded(6))"
    }
}
