/// Writes the header of a PES packet (ISO/IEC 13818-1 2.4.3.6).
enum PESPacket {
    /// The header in front of one access unit.
    ///
    /// - Parameters:
    ///   - streamID: `stream_id`.
    ///   - presentation: In ticks of 90 kHz; the low 33 bits count.
    ///   - decode: In ticks of 90 kHz; left out if it is the presentation time.
    ///   - payloadLength: Bytes that follow. A video packet may have no length (2.4.3.7): it has none if 16 bits are too
    ///     few. Otherwise a reader need not wait for the next packet to know where this one ends.
    static func header(streamID: UInt8, presentation: Int64, decode: Int64, payloadLength: Int) -> [UInt8] {
        let hasDecode = decode != presentation
        let fields = hasDecode ? timestamp(3, presentation) + timestamp(1, decode) : timestamp(2, presentation)
        let length = UInt16(exactly: 3 + fields.count + payloadLength) ?? 0
        return [0, 0, 1, streamID, UInt8(length >> 8), UInt8(length & 0xff)]
            // data_alignment_indicator: the payload begins with an access unit.
            + [0x84, hasDecode ? 0xc0 : 0x80, UInt8(fields.count)] + fields
    }

    /// 33 bits in five bytes, with a prefix of four bits and three marker bits.
    private static func timestamp(_ prefix: UInt8, _ ticks: Int64) -> [UInt8] {
        let value = UInt64(bitPattern: ticks)
        return [
            prefix << 4 | UInt8(value >> 30 & 7) << 1 | 1,
            UInt8(value >> 22 & 0xff), UInt8(value >> 15 & 0x7f) << 1 | 1,
            UInt8(value >> 7 & 0xff), UInt8(value & 0x7f) << 1 | 1,
        ]
    }
}
