/// A place in the RBSP of a NAL unit, from which syntax elements are read (7.2 and 9.1).
///
/// It skips emulation prevention bytes as it goes, so nothing is copied. It holds no bytes itself: each call is given
/// the NAL unit, always the same one. A stored `RawSpan` would need the lifetime annotations that Swift 6.3 still calls
/// experimental; this way a place can also be kept and gone back to.
struct BitReader: Sendable {
    /// The next byte of the NAL unit to go into `cache`.
    private var offset: Int
    /// Zero bytes in a row before `offset`.
    private var zeros = 0
    /// Bits read from the NAL unit and not yet given out, from the top.
    private var cache: UInt64 = 0
    private var cached = 0

    /// Starts `offset` bytes into the NAL unit: behind the header byte, unless told otherwise.
    init(at offset: Int = 1) { self.offset = offset }

    /// `u(n)` with `count` 0 to 32.
    mutating func u(_ count: Int, _ nal: RawSpan) throws(H264Error) -> UInt32 {
        guard count > 0 else { return 0 }
        if cached < count { fill(nal) }
        guard cached >= count else { throw H264Error(.truncated, "the NAL unit ends inside its syntax") }
        let value = UInt32(truncatingIfNeeded: cache >> UInt64(64 - count))
        cache <<= UInt64(count)
        cached -= count
        return value
    }

    /// `u(1)` as a flag.
    mutating func flag(_ nal: RawSpan) throws(H264Error) -> Bool { try u(1, nal) != 0 }

    /// `ue(v)` (9.1). The longest code word, of 2³² − 2, has 31 zero bits in front; more are refused.
    mutating func ue(_ nal: RawSpan) throws(H264Error) -> UInt32 {
        var leadingZeroBits = 0
        while try u(1, nal) == 0 {
            leadingZeroBits += 1
            guard leadingZeroBits < 32 else { throw H264Error(.outOfRange, "an Exp-Golomb code of over 63 bits") }
        }
        // At most 2³¹ − 1 + 2³¹ − 1.
        return (1 << UInt32(leadingZeroBits)) - 1 + (try u(leadingZeroBits, nal))
    }

    /// `ue(v)` that must not be over `limit`; `name` is the syntax element's.
    mutating func ue(_ nal: RawSpan, _ name: StaticString, max limit: UInt32) throws(H264Error) -> Int {
        let value = try ue(nal)
        guard value <= limit else { throw H264Error(.outOfRange, "\(name) \(value), over \(limit)") }
        return Int(value)
    }

    /// `se(v)` (9.1.1), −2³¹ + 1 to 2³¹ − 1.
    mutating func se(_ nal: RawSpan) throws(H264Error) -> Int32 {
        let code = Int64(try ue(nal))
        return Int32(truncatingIfNeeded: code & 1 == 1 ? (code + 1) / 2 : -(code / 2))
    }

    /// Passes over `count` bits.
    mutating func skip(_ count: Int, _ nal: RawSpan) throws(H264Error) {
        var left = count
        while left > 32 {
            _ = try u(32, nal)
            left -= 32
        }
        _ = try u(left, nal)
    }

    /// `more_rbsp_data()` (7.2): whether a set bit follows that is not the last one, which is the stop bit.
    ///
    /// A start code glued to the end, as some SDP holds, is not data.
    func moreRBSPData(_ nal: RawSpan) -> Bool {
        var ahead = self
        var setBits = 0
        var zeroBits = 0
        while let bit = try? ahead.u(1, nal) {
            zeroBits = bit == 0 ? zeroBits + 1 : 0
            if zeroBits >= 23 { break }
            if bit == 1 { setBits += 1 }
            if setBits > 1 { return true }
        }
        return false
    }

    private mutating func fill(_ nal: RawSpan) {
        while cached <= 56, offset < nal.byteCount {
            let byte = nal[offset]
            offset += 1
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            cache |= UInt64(byte) << UInt64(56 - cached)
            cached += 8
        }
    }
}
