import BitCoding

/// Where the raw data blocks of a frame are.
enum ADTSBlocks {
    /// Returns the range of each raw data block in a frame.
    ///
    /// - One block: the bytes after the header. Its `crc_check` is skipped: it covers the first 192 bits of every
    ///   channel element, and only a decoder of the frame knows their positions.
    /// - Several blocks with checksums: the header contains their positions and a checksum, which is verified. Each
    ///   block is followed by a checksum of the other kind, which is skipped.
    /// - Several blocks without checksums: only a decoder can separate them; they form one range.
    ///
    /// - Parameter frame: A whole frame with its header.
    /// - Returns: `nil` if the checksum of the header or the positions are wrong.
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
