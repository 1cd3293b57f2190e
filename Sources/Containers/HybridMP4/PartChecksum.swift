/// A checksum that shows whether the blocks of a part all reached the disk. It finds damage, not intent.
///
/// It takes 8 bytes at a time, so that it costs much less than copying the bytes.
struct PartChecksum: Hashable, Sendable {
    private var state: UInt64 = 0x7374_7265_616d_6421
    /// Bytes that are not a whole word yet, the first one in the lowest bits.
    private var rest: UInt64 = 0
    private var restCount = 0
    private var count: UInt64 = 0

    /// Adds bytes. The result does not depend on how they are cut.
    mutating func add(_ bytes: RawSpan) {
        count &+= UInt64(bytes.byteCount)
        var offset = 0
        while restCount > 0, offset < bytes.byteCount {
            addByte(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
            offset += 1
        }
        while offset <= bytes.byteCount - 8 {
            mix(UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset += 8
        }
        while offset < bytes.byteCount {
            addByte(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
            offset += 1
        }
    }

    /// The checksum of all bytes so far.
    var value: UInt64 {
        var final = self
        final.mix(rest)
        final.mix(count)
        return final.state
    }

    private mutating func addByte(_ byte: UInt8) {
        rest |= UInt64(byte) << UInt64(8 * restCount)
        restCount += 1
        if restCount == 8 {
            mix(rest)
            (rest, restCount) = (0, 0)
        }
    }

    private mutating func mix(_ word: UInt64) {
        state = (state ^ word) &* 0x9e37_79b9_7f4a_7c15
        state ^= state >> 32
    }
}
