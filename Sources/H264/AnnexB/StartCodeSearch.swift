import BitCoding

/// Searches for start code prefixes, 64 bytes at a time.
///
/// A prefix 00 00 01 of any alignment has two bytes at an even offset that are 00 00 or 00 01. Both are a 16-bit lane
/// that is zero if bit 0 of its second byte is masked out, and four lanes are tested at once in a word. Coded slices
/// look random, so about one block in a thousand is searched in vain; a test for single zero bytes would do so for
/// every fifth block.
enum StartCodeSearch {
    private static let blockSize = 64

    /// Returns the offset of the first 00 00 01 that lies wholly in `bytes`, at `start` or later; `nil` if there is
    /// none.
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

    /// Returns the first offset in `range` at which 00 00 01 begins. Two more bytes must follow `range`.
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
