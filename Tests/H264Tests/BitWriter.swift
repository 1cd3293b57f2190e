import H264

/// Writes syntax elements, so that tests can make the NAL units that they are about.
struct BitWriter {
    private var bits: [UInt8] = []

    mutating func u(_ count: Int, _ value: Int) {
        for shift in (0..<count).reversed() { bits.append(UInt8(value >> shift & 1)) }
    }

    mutating func flag(_ value: Bool) { u(1, value ? 1 : 0) }

    mutating func ue(_ value: Int) {
        let length = Int.bitWidth - (value + 1).leadingZeroBitCount
        u(length - 1, 0)
        u(length, value + 1)
    }

    mutating func se(_ value: Int) { ue(value > 0 ? 2 * value - 1 : -2 * value) }

    /// The bits in bytes, the last one filled up with zeros.
    var bytes: [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(0) { $0 << 1 | (start + $1 < bits.count ? bits[start + $1] : 0) }
        }
    }

    /// A NAL unit of a header byte, the bits, trailing bits, and emulation prevention.
    func nal(_ header: UInt8) -> [UInt8] {
        var whole = self
        whole.flag(true)
        return [header] + EmulationPrevention.inserted(into: whole.bytes.span.bytes)
    }
}
