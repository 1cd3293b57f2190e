/// Reads bit fields, most significant bit first.
///
/// The reader copies the bytes. It is for configurations, which are a few bytes long and are read once per stream.
package struct BitReader {
    private let bytes: [UInt8]
    private var offset = 0

    package init(_ bytes: RawSpan) {
        self.bytes = Array(copying: bytes)
    }

    /// How many bits are left.
    package var remaining: Int { bytes.count * 8 - offset }

    /// Reads the next `count` bits, 0 to 32.
    ///
    /// - Returns: `nil` if fewer bits are left; the reader then stays where it is.
    package mutating func next(_ count: Int) -> UInt32? {
        guard count <= remaining else { return nil }
        var value: UInt32 = 0
        for position in offset..<offset + count {
            value = value << 1 | UInt32(bytes[position >> 3] >> UInt8(7 - position & 7) & 1)
        }
        offset += count
        return value
    }

    /// Skips to the next byte boundary.
    package mutating func align() {
        offset = (offset + 7) & ~7
    }
}
