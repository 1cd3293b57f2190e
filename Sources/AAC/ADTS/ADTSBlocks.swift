/// Where the raw data blocks of a frame are.
enum ADTSBlocks {
    /// The range of each block in `frame`, a whole frame with its header; nil where the checksum of the header or the
    /// positions are wrong.
    ///
    /// - One block: what follows the header. Its `crc_check` is passed over: it covers the first 192 bits of every
    ///   channel element, and where these are only a decoder of the frame knows.
    /// - Several blocks with checksums: the header says where they begin, and has a checksum that is verified here;
    ///   each block is followed by one of the other kind.
    /// - Several blocks without checksums: only a decoder could tell them apart; they stay together, in one range.
    static func ranges(of header: ADTSHeader, in frame: RawSpan) -> [Range<Int>]? {
        let start = header.headerLength
        guard header.hasChecksum, header.blockCount > 1 else { return [start..<frame.byteCount] }
        guard word(at: start - 2, in: frame) == checksum(of: frame.extracting(0..<start - 2)) else { return nil }
        var starts = [start]
        for index in 0..<header.blockCount - 1 {
            starts.append(start + word(at: ADTSHeader.size + 2 * index, in: frame))
        }
        starts.append(frame.byteCount)
        let ranges = zip(starts, starts.dropFirst()).map { (first: $0, end: $1 - 2) }
        guard ranges.allSatisfy({ $0.first <= $0.end && $0.end <= frame.byteCount }) else { return nil }
        return ranges.map { $0.first..<$0.end }
    }

    /// The CRC of ISO/IEC 11172-3 2.4.3.1: polynomial 0x8005, all ones at first, most significant bit first.
    static func checksum(of bytes: RawSpan) -> Int {
        var remainder = 0xffff
        for offset in bytes.byteOffsets {
            remainder ^= Int(bytes[offset]) << 8
            for _ in 0..<8 {
                remainder = remainder << 1 ^ (remainder & 0x8000 != 0 ? 0x1_8005 : 0)
            }
        }
        return remainder
    }

    private static func word(at offset: Int, in bytes: RawSpan) -> Int {
        Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
    }
}
