import H264
import Testing

/// A pipe that goes quiet: the caller takes the open NAL unit for complete.
@Suite struct AnnexBFlushTests {
    private var splitter = AnnexBSplitter()
    private var units: [[UInt8]] = []

    private mutating func push(_ bytes: [UInt8]) {
        splitter.push(bytes.span.bytes) { unit, _ in units.append(unit.withUnsafeBytes { [UInt8]($0) }) }
    }

    private mutating func flush() {
        splitter.flush { unit, _ in units.append(unit.withUnsafeBytes { [UInt8]($0) }) }
    }

    @Test mutating func `a flush hands out the open unit once`() {
        push([0, 0, 0, 1, 0x65, 1])
        #expect(units == [])
        flush()
        flush()
        #expect(units == [[0x65, 1]])
        push([0, 0, 0, 1, 0x41, 2, 0, 0, 1])
        #expect(units == [[0x65, 1], [0x41, 2]])
        #expect(splitter.skipped == .init())
    }

    @Test mutating func `a flush keeps half a start code`() {
        push([0, 0, 1, 0x65, 1, 0, 0])
        flush()
        push([1, 0x41, 2])
        flush()
        #expect(units == [[0x65, 1], [0x41, 2]])
        #expect(splitter.skipped == .init())
    }

    @Test mutating func `a flush hands out nothing before the first byte of a unit`() {
        flush()
        push([7, 0, 0, 1])
        flush()
        push([0x41, 2])
        flush()
        #expect(units == [[0x41, 2]])
    }

    @Test mutating func `bytes that come after a flush are skipped up to the next unit`() {
        push([0, 0, 1, 0x65, 1])
        flush()
        push([0, 5])
        push([6, 0])
        flush()
        push([0, 1, 0x41, 2])
        flush()
        #expect(units == [[0x65, 1], [0x41, 2]])
        #expect(splitter.skipped.truncatedUnits == 1)
        #expect(splitter.skipped.truncatedBytes == 3)
    }
}
