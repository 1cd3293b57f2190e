/// Writes fields of bits, most significant first; what is left of the last byte is 0.
struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var free = 0

    /// Appends the low `count` bits of `value`.
    mutating func write(_ value: some BinaryInteger, _ count: Int) {
        for position in (0..<count).reversed() {
            if free == 0 {
                bytes.append(0)
                free = 8
            }
            free -= 1
            bytes[bytes.count - 1] |= UInt8(truncatingIfNeeded: value >> position & 1) << UInt8(free)
        }
    }

    mutating func write(_ flag: Bool) {
        write(flag ? 1 : 0, 1)
    }

    /// Moves on to the next whole byte.
    mutating func align() {
        free = 0
    }
}
