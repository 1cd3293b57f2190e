import BitCoding

/// A position in the RBSP of a NAL unit, from which syntax elements are read (7.2 and 9.1).
///
/// It skips emulation prevention bytes, so nothing is copied. It holds no bytes: every call takes the NAL unit, which
/// must be the same each time. A stored `RawSpan` would need lifetime annotations, which are experimental in Swift 6.3.
/// A position can also be copied, to return to it.
struct RBSPReader: Sendable {
    /// The offset of the next byte of the NAL unit that goes into `cache`.
    private var offset: Int
    /// How many zero bytes directly precede `offset`.
    private var zeros = 0
    /// Bits read from the NAL unit and not yet returned, from the most significant bit on.
    private var cache: UInt64 = 0
    private var cached = 0

    /// Starts `offset` bytes into the NAL unit, by default after the header byte.
    init(at offset: Int = 1) { self.offset = offset }

    /// Reads `u(n)`; `count` is 0 to 32.
    mutating func u(_ count: Int, _ nal: RawSpan) throws(H264Error) -> UInt32 {
        guard count > 0 else { return 0 }
        if cached < count { fill(nal) }
        guard cached >= count else { throw H264Error(.truncated, "the NAL unit ends inside its syntax") }
        let value = UInt32(truncatingIfNeeded: cache >> UInt64(64 - count))
        cache <<= UInt64(count)
        cached -= count
        return value
    }

    /// Reads `u(1)` as a flag.
    mutating func flag(_ nal: RawSpan) throws(H264Error) -> Bool { try u(1, nal) != 0 }

    /// Reads `ue(v)` (9.1). The longest code word, of 2³² − 2, has 31 leading zero bits; a longer one is an error.
    mutating func ue(_ nal: RawSpan) throws(H264Error) -> UInt32 {
        var leadingZeroBits = 0
        while try u(1, nal) == 0 {
            leadingZeroBits += 1
            guard leadingZeroBits < 32 else { throw H264Error(.outOfRange, "an Exp-Golomb code of over 63 bits") }
        }
        // At most 2³¹ − 1 + 2³¹ − 1.
        return (1 << UInt32(leadingZeroBits)) - 1 + (try u(leadingZeroBits, nal))
    }

    /// Reads `ue(v)`.
    ///
    /// - Parameters:
    ///   - name: The name of the syntax element, for the error.
    ///   - limit: The largest valid value.
    mutating func ue(_ nal: RawSpan, _ name: StaticString, max limit: UInt32) throws(H264Error) -> Int {
        let value = try ue(nal)
        guard value <= limit else { throw H264Error(.outOfRange, "\(name) \(value), over \(limit)") }
        return Int(value)
    }

    /// Reads `se(v)` (9.1.1), −2³¹ + 1 to 2³¹ − 1.
    mutating func se(_ nal: RawSpan) throws(H264Error) -> Int32 {
        let code = Int64(try ue(nal))
        return Int32(truncatingIfNeeded: code & 1 == 1 ? (code + 1) / 2 : -(code / 2))
    }

    /// Skips `count` bits.
    mutating func skip(_ count: Int, _ nal: RawSpan) throws(H264Error) {
        var left = count
        while left > 32 {
            _ = try u(32, nal)
            left -= 32
        }
        _ = try u(left, nal)
    }

    /// `more_rbsp_data()` (7.2): whether another set bit follows before the stop bit, which is the last set bit.
    ///
    /// A start code at the end, which some SDP contains, is not data.
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
