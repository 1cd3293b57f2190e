/// Writes bit fields, most significant bit first. The unused bits of the last byte are 0.
package struct BitWriter {
    package private(set) var bytes: [UInt8]
    /// Unused bits of the last byte.
    private var free = 0

    /// Starts behind the last bit of `bytes`.
    package init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    /// Appends the low `count` bits of `value`.
    package mutating func write(_ value: some BinaryInteger, _ count: Int) {
        for position in (0..<count).reversed() {
            if free == 0 {
                bytes.append(0)
                free = 8
            }
            free -= 1
            bytes[bytes.count - 1] |= UInt8(truncatingIfNeeded: value >> position & 1) << UInt8(free)
        }
    }

    /// Appends one bit.
    package mutating func write(_ flag: Bool) {
        write(flag ? 1 : 0, 1)
    }

    /// Removes the last bit and returns it; `nil` if there is none.
    package mutating func removeLast() -> UInt8? {
        guard let last = bytes.popLast() else { return nil }
        let bit = last >> UInt8(free) & 1
        free += 1
        if free == 8 {
            free = 0
        } else {
            bytes.append(last & ~(1 << UInt8(free - 1)))
        }
        return bit
    }

    /// Skips to the next byte boundary.
    package mutating func align() {
        free = 0
    }
}
