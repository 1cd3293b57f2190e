/// The search for start code prefixes, 64 bytes at a time.
///
/// In a start code prefix 00 00 01, whatever its alignment, some two bytes at an even offset are 00 00 or 00 01. Both
/// are a 16-bit lane that is zero once bit 0 of its second byte is masked away, and lanes are tested four at a time in
/// a word. Coded slices look random, so that a block of 64 bytes is searched in vain about once in a thousand; a test
/// for single zero bytes would do so for every fifth block.
enum StartCodeSearch {
    private static let blockSize = 64

    /// The offset of the first 00 00 01 that lies wholly in `bytes` at or behind `start`, or nil.
    static func firstPrefix(in bytes: RawSpan, from start: Int) -> Int? {
        var block = start
        while block <= bytes.byteCount &- blockSize {
            if mayHoldPrefix(bytes.extracting(block..<block &+ blockSize)) {
                // An odd-aligned prefix may begin with the last byte of the block before.
                let first = max(start, block &- 1)
                let end = min(bytes.byteCount &- 2, block &+ blockSize)
                if first < end, let found = bytewise(in: bytes, first..<end) {
                    return found
                }
            }
            block &+= blockSize
        }
        let first = max(start, block &- 1)
        let end = bytes.byteCount &- 2
        return first < end ? bytewise(in: bytes, first..<end) : nil
    }

    /// Whether some even-aligned lane of the 64 bytes of `block` could be part of a prefix.
    @inline(__always)
    private static func mayHoldPrefix(_ block: RawSpan) -> Bool {
        var hits: UInt64 = 0
        var offset = 0
        while offset < blockSize {
            // Within the slice, whose bounds were checked once.
            let loaded = block.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
            let word = UInt64(littleEndian: loaded) & 0xfeff_feff_feff_feff
            hits |= (word &- 0x0001_0001_0001_0001) & ~word
            offset &+= 8
        }
        return hits & 0x8000_8000_8000_8000 != 0
    }

    /// The first offset in `range` where 00 00 01 begins; two more bytes must lie behind `range`.
    private static func bytewise(in bytes: RawSpan, _ range: Range<Int>) -> Int? {
        var offset = range.lowerBound
        while offset < range.upperBound {
            switch bytes[offset &+ 2] {
            case 0:
                offset &+= 1
            case 1 where bytes[offset] == 0 && bytes[offset &+ 1] == 0:
                return offset
            default:
                offset &+= 3
            }
        }
        return nil
    }
}
