import BitCoding

/// The `emulation_prevention_three_byte` of 7.3.1 and 7.4.1, which keeps start codes out of a NAL unit.
public enum EmulationPrevention {
    /// Returns the bytes of a NAL unit, or of its payload, without the emulation prevention bytes.
    ///
    /// It removes every 3 after two zero bytes, whatever follows. Encoders violate the rule that a byte of 0 to 3 must
    /// follow, and decoders remove the 3 nevertheless. Parsers do not need this copy: they skip those bytes themselves.
    package static func removed(from bytes: RawSpan) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.byteCount)
        var zeros = 0
        for offset in 0..<bytes.byteCount {
            let byte = bytes[offset]
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            result.append(byte)
        }
        return result
    }

    /// Returns `bytes` with an emulation prevention byte wherever 7.4.1 requires one: between two zero bytes and a byte
    /// of 0 to 3, and after a zero byte at the end.
    package static func inserted(into bytes: RawSpan) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.byteCount + bytes.byteCount / 64)
        var zeros = 0
        for offset in 0..<bytes.byteCount {
            let byte = bytes[offset]
            if zeros == 2, byte <= 3 {
                result.append(3)
                zeros = 0
            }
            zeros = byte == 0 ? zeros + 1 : 0
            result.append(byte)
        }
        if zeros > 0 { result.append(3) }
        return result
    }
}
