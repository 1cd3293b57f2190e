extension [UInt8] {
    /// The bytes that are written as pairs of hexadecimal digits. All other characters are ignored.
    public init(hex: String) {
        let digits = hex.compactMap(\.hexDigitValue)
        self = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// A copy with one to `count` bytes changed, removed or inserted anywhere.
    public func mutated(upTo count: Int = 4, using random: inout SeededGenerator) -> [UInt8] {
        var bytes = self
        for _ in 0..<Int.random(in: 1...count, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            let byte = UInt8.random(in: .min ... .max, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0 where place < bytes.count: bytes.remove(at: place)
            case 1 where place < bytes.count: bytes[place] = byte
            case 2 where place < bytes.count: bytes[place] = 0
            case 3 where place < bytes.count: bytes[place] ^= 1 << (byte & 7)
            default: bytes.insert(byte, at: place)
            }
        }
        return bytes
    }
}
