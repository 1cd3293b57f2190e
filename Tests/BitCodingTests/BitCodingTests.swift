import BitCoding
import Testing

@Suite struct BitCodingTests {
    @Test func `written fields are read back`() {
        var writer = BitWriter()
        writer.write(0b101, 3)
        writer.write(true)
        writer.write(0xDEAD_BEEF as UInt32, 32)
        writer.write(0x1F, 5)
        #expect(writer.bytes.count == 6)
        var reader = BitReader(writer.bytes.span.bytes)
        #expect(reader.next(3) == 0b101)
        #expect(reader.next(1) == 1)
        #expect(reader.next(32) == 0xDEAD_BEEF)
        #expect(reader.next(5) == 0x1F)
        #expect(reader.remaining == 7)
    }

    @Test func `a reader stays where it is if too few bits are left`() {
        let bytes: [UInt8] = [0xA5]
        var reader = BitReader(bytes.span.bytes)
        #expect(reader.next(9) == nil)
        #expect(reader.next(0) == 0)
        #expect(reader.next(8) == 0xA5)
        #expect(reader.next(1) == nil)
    }

    @Test func `both go on at the next byte boundary`() {
        var writer = BitWriter()
        writer.write(1, 1)
        writer.align()
        writer.align()
        writer.write(0xFF, 8)
        #expect(writer.bytes == [0x80, 0xFF])
        var reader = BitReader(writer.bytes.span.bytes)
        _ = reader.next(1)
        reader.align()
        reader.align()
        #expect(reader.next(8) == 0xFF)
    }

    @Test func `a removed bit is replaced by the next one`() {
        var writer = BitWriter([0b1010_0110])
        #expect(writer.removeLast() == 0)
        #expect(writer.removeLast() == 1)
        #expect(writer.removeLast() == 1)
        #expect(writer.bytes == [0b1010_0000])
        writer.write(0b0111, 4)
        #expect(writer.bytes == [0b1010_0011, 0b1000_0000])
    }

    @Test func `every bit can be removed`() {
        var writer = BitWriter([0xFF, 0x01])
        #expect(
            (0..<16).compactMap { _ in writer.removeLast() } == [1] + [UInt8](repeating: 0, count: 7)
                + [UInt8](repeating: 1, count: 8)
        )
        #expect(writer.removeLast() == nil)
        #expect(writer.bytes.isEmpty)
    }

    @Test func `spans are compared and copied`() {
        let bytes: [UInt8] = [1, 2, 3]
        let span = bytes.span.bytes
        // A span does not escape, so it stays outside of the macro.
        let (second, equal) = (span[1], span.isEqual(to: bytes))
        let (shorter, other) = (span.isEqual(to: [1, 2]), span.isEqual(to: [1, 2, 4]))
        #expect(second == 2 && equal && !shorter && !other)
        var copy = Array(copying: span)
        copy.append(copying: span)
        #expect(copy == bytes + bytes)
    }
}
