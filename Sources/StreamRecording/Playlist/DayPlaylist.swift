import Containers

/// The HLS playlist of a day (RFC 8216): its files, in byte ranges.
///
/// A range is one or several parts of a file, each `moof` and `mdat`, and begins with a random access point, so that
/// players can seek to it. Between parts lies a `uuid` box, which players skip. The first `moov` of a file is hidden when
/// it is finished; so the initialization segment is a file of its own.
enum DayPlaylist {
    static let file = "index.m3u8"
    static let end = "#EXT-X-ENDLIST\n"
    /// The longest range that the head states, in seconds. Where random access points are farther apart, some ranges begin
    /// with another frame.
    private static let targetDuration = 6
    /// The time after which the next random access point begins another range, in microseconds: 1.9 s, because encoders
    /// that make one every two seconds are not exact.
    private static let leastDuration: Int64 = 1_900_000
    /// The longest time between two parts that is no gap, in microseconds.
    private static let longestPause: Int64 = 2_000_000

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
        for range in ranges(of: report.parts) {
            if range.isBroken {
                if end != nil { text += "#EXT-X-DISCONTINUITY\n" }
                let time = report.start - report.preroll + range.start - first.decodeTime
                text += "#EXT-X-PROGRAM-DATE-TIME:\(CivilTime.text(time))\n"
            }
            end = range.end
            text += """
                #EXTINF:\(seconds(range.end - range.start)),
                #EXT-X-BYTERANGE:\(range.bytes.count)@\(range.bytes.lowerBound)
                \(name.file)

                """
        }
        return text
    }

    private struct Range {
        var bytes: Swift.Range<UInt64>
        /// In microseconds of the time line.
        let start: Int64
        var end: Int64
        let isIndependent: Bool
        /// Whether there is a gap before it.
        let isBroken: Bool
    }

    private static func ranges(of parts: [HybridMP4Writer.Part]) -> [Range] {
        var ranges: [Range] = []
        for (part, next) in zip(parts, parts.dropFirst().map(\.self) + [nil]) {
            let partEnd = part.decodeTime + duration(of: part, before: next)
            let isBroken = ranges.last.map { part.decodeTime - $0.end > longestPause } ?? true
            if !isBroken, let last = ranges.last {
                let isFull = partEnd - last.start > Int64(targetDuration) * 1_000_000
                let isLong = last.end - last.start >= leastDuration
                let beginsAnew = part.isIndependent && (isLong || !last.isIndependent)
                if !isFull, !beginsAnew {
                    ranges[ranges.count - 1].bytes = last.bytes.lowerBound..<part.range.upperBound
                    ranges[ranges.count - 1].end = partEnd
                    continue
                }
            }
            ranges.append(
                Range(
                    bytes: part.range,
                    start: part.decodeTime,
                    end: partEnd,
                    isIndependent: part.isIndependent,
                    isBroken: isBroken
                )
            )
        }
        return ranges
    }

    /// Until the next part, or until its own last frame if there is a gap.
    private static func duration(of part: HybridMP4Writer.Part, before next: HybridMP4Writer.Part?) -> Int64 {
        let own = max(part.lastDecodeTime - part.decodeTime, 1_000)
        guard let next else { return min(own, longestPause) }
        let distance = next.decodeTime - part.decodeTime
        return 1...longestPause ~= distance ? distance : min(own, longestPause)
    }

    /// Microseconds as seconds with six decimal places.
    private static func seconds(_ time: Int64) -> String {
        let (whole, rest) = time.quotientAndRemainder(dividingBy: 1_000_000)
        return "\(whole).\(Int(rest).padded(6))"
    }
}
