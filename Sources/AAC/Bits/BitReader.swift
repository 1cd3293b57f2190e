/// Reads fields of bits, most significant first.
///
/// It holds a copy: configurations are a few bytes long and read once a stream.
struct BitReader {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: RawSpan) {
        self.bytes = bytes.withUnsafeBytes { [UInt8]($0) }
    }

    /// The bits that are left.
    var remaining: Int { bytes.count * 8 - offset }

    /// The next `count` bits, 0 to 32; throws `truncated` where fewer are left.
    mutating func read(_ count: Int) throws(AACError) -> UInt32 {
        guard count <= remaining else {
            throw AACError(.truncated, "\(count) bits where \(remaining) are left")
        }
        var value: UInt32 = 0
        for position in offset..<offset + count {
            value = value << 1 | UInt32(bytes[position >> 3] >> UInt8(7 - position & 7) & 1)
        }
        offset += count
        return value
    }

    /// The next bits, at most 8, as a byte.
    mutating func byte(_ count: Int = 8) throws(AACError) -> UInt8 {
        UInt8(truncatingIfNeeded: try read(count))
    }

    /// The next bit.
    mutating func flag() throws(AACError) -> Bool {
        try read(1) == 1
    }

    /// Moves on to the next whole byte.
    mutating func align() {
        offset = (offset + 7) & ~7
    }
}
