import H264
import Testing

/// A NAL unit as the splitter and the cursor hand it out.
struct SplitUnit: Hashable, CustomStringConvertible {
    let offset: Int
    let startCodeLength: Int
    let bytes: [UInt8]

    init(_ offset: Int, _ startCodeLength: Int, _ bytes: [UInt8]) {
        self.offset = offset
        self.startCodeLength = startCodeLength
        self.bytes = bytes
    }

    var description: String { "(\(offset), \(startCodeLength), \(bytes))" }
}

/// What comes out of a splitter, and what it left out.
struct SplitResult: Hashable {
    var units: [SplitUnit] = []
    var skipped = AnnexBSplitter.Skipped()

    /// Splits `bytes`, cut before each of `cuts`, which must be in order.
    init(_ bytes: [UInt8], cuts: [Int] = [], maximumNALUnitSize: Int = AnnexBSplitter.defaultMaximumNALUnitSize) {
        var splitter = AnnexBSplitter(maximumNALUnitSize: maximumNALUnitSize)
        var start = 0
        for end in cuts + [bytes.count] {
            splitter.push(bytes.span.bytes.extracting(start..<end)) { add($0, $1) }
            start = end
        }
        splitter.finish { add($0, $1) }
        skipped = splitter.skipped
    }

    private mutating func add(_ unit: RawSpan, _ position: AnnexBPosition) {
        let bytes = unit.withUnsafeBytes { [UInt8]($0) }
        units.append(SplitUnit(position.offset, position.startCodeLength, bytes))
    }
}

/// One line of the table of byte streams.
struct SplitCase: Sendable, CustomTestStringConvertible {
    let name: String
    let stream: [UInt8]
    let units: [SplitUnit]
    var garbage = 0

    var testDescription: String { name }

    static let all = [
        SplitCase(name: "nothing", stream: [], units: []),
        SplitCase(name: "zeros only", stream: [0, 0, 0, 0, 0], units: []),
        SplitCase(name: "one unit", stream: [0, 0, 0, 1, 9, 0x10], units: [.init(0, 4, [9, 0x10])]),
        SplitCase(name: "short start code", stream: [0, 0, 1, 9, 0x10], units: [.init(0, 3, [9, 0x10])]),
        SplitCase(
            name: "leading zero bytes",
            stream: [0, 0, 0, 0, 0, 1, 9, 0x10],
            units: [.init(2, 4, [9, 0x10])]
        ),
        SplitCase(
            name: "both start codes",
            stream: [0, 0, 0, 1, 0x67, 2, 0, 0, 1, 0x65, 0x88, 0, 0, 0, 1, 0x41, 3],
            units: [.init(0, 4, [0x67, 2]), .init(6, 3, [0x65, 0x88]), .init(11, 4, [0x41, 3])]
        ),
        SplitCase(
            name: "trailing zero bytes",
            stream: [0, 0, 1, 0x65, 0x80, 0, 0, 0, 0, 0, 0, 1, 0x41, 3, 0, 0, 0],
            units: [.init(0, 3, [0x65, 0x80]), .init(8, 4, [0x41, 3])]
        ),
        SplitCase(
            name: "thousands of trailing zero bytes",
            stream: [0, 0, 1, 0x65, 0x80] + [UInt8](repeating: 0, count: 5000) + [1, 0x41, 3],
            units: [.init(0, 3, [0x65, 0x80]), .init(5002, 4, [0x41, 3])]
        ),
        SplitCase(
            name: "empty units",
            stream: [0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0x41, 3, 0, 0, 1],
            units: [.init(0, 3, []), .init(3, 3, []), .init(7, 4, [0x41, 3]), .init(13, 3, [])]
        ),
        SplitCase(
            name: "garbage before the first start code",
            stream: [7, 0, 0, 3, 1, 0, 0, 0, 0, 1, 9, 0x10],
            units: [.init(6, 4, [9, 0x10])],
            garbage: 5
        ),
        SplitCase(name: "garbage only", stream: [1, 0, 1, 2, 3, 0], units: [], garbage: 5),
        SplitCase(
            name: "emulation prevention",
            stream: [0, 0, 1, 0x67, 0, 0, 3, 1, 0, 0, 3, 0, 0, 3, 0, 0, 1, 0x68],
            units: [.init(0, 3, [0x67, 0, 0, 3, 1, 0, 0, 3, 0, 0, 3]), .init(14, 3, [0x68])]
        ),
        SplitCase(
            name: "three zero bytes inside a unit",
            stream: [0, 0, 1, 0x41, 0, 0, 0, 0, 2, 5, 0, 0, 1, 0x68],
            units: [.init(0, 3, [0x41, 0, 0, 0, 0, 2, 5]), .init(10, 3, [0x68])]
        ),
        SplitCase(
            name: "01 that is no start code",
            stream: [0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 2, 1, 0, 0, 0, 1, 1],
            units: [.init(2, 3, [1, 0, 1, 0, 0, 2, 1]), .init(12, 4, [1])],
            garbage: 2
        ),
    ]
}

@Suite struct AnnexBSplitterTests {
    @Test(arguments: SplitCase.all)
    func `the splitter finds the units of a stream`(_ example: SplitCase) {
        let result = SplitResult(example.stream)
        #expect(result.units == example.units)
        #expect(result.skipped.garbage == example.garbage)
    }

    /// An implementation with a word-wise search must find a start code at every alignment and before every end.
    @Test func `start codes are found at every offset`() {
        for offset in 0..<200 {
            for tail in [0, 1, 2, 63, 64, 65] {
                let front = [UInt8](repeating: 0xab, count: offset)
                let unit = [UInt8](repeating: 0xcd, count: tail)
                let result = SplitResult(front + [0, 0, 1] + unit)
                #expect(result.units == [SplitUnit(offset, 3, unit)])
                #expect(result.skipped.garbage == offset)
            }
        }
    }

    @Test func `units that are too large are left out`() {
        let stream: [UInt8] = [0, 0, 1, 1, 2, 3, 4, 0, 0, 1, 1, 0, 0, 0, 5, 0, 0, 0, 0, 0, 1, 7, 0, 0, 0, 0]
        let whole = SplitResult(stream, maximumNALUnitSize: 4)
        #expect(whole.units == [SplitUnit(0, 3, [1, 2, 3, 4]), SplitUnit(17, 4, [7])])
        #expect(whole.skipped.oversizeUnits == 1)
        #expect(whole.skipped.oversizeBytes == 5)
        #expect(whole.skipped.garbage == 0)
        for cut in 0...stream.count {
            #expect(SplitResult(stream, cuts: [cut], maximumNALUnitSize: 4) == whole, "cut at \(cut)")
        }
        let bytewise = SplitResult(stream, cuts: Array(0...stream.count), maximumNALUnitSize: 4)
        #expect(bytewise == whole)
    }

    @Test func `the splitter starts again after finish`() {
        var splitter = AnnexBSplitter()
        var offsets: [Int] = []
        for stream in [[0, 0, 1, 9, 0x10], [0, 0, 1, 9, 0x30]] as [[UInt8]] {
            splitter.push(stream.span.bytes) { offsets.append($1.offset) }
            splitter.finish { offsets.append($1.offset) }
        }
        #expect(offsets == [0, 5])
        #expect(splitter.byteCount == 10)
    }

    @Test func `the splitter resynchronises after its closure threw`() {
        struct Stop: Error {}
        var splitter = AnnexBSplitter()
        let stream: [UInt8] = [0, 0, 1, 9, 0x10, 0, 0, 1, 0x65, 1]
        #expect(throws: Stop.self) {
            try splitter.push(stream.span.bytes) { (_, _) throws(Stop) in throw Stop() }
        }
        var types: [NALUnitType] = []
        splitter.push(([2, 3] + stream).span.bytes) { unit, _ in
            types.append(unit.withUnsafeBytes { NALUnitHeader($0[0]).type })
        }
        #expect(types == [.accessUnitDelimiter])
        #expect(splitter.skipped.garbage == 2)
    }
}
