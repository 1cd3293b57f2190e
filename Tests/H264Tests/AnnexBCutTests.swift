import H264
import TestSupport
import Testing

/// The splitter's output is the same wherever the input is cut.
@Suite struct AnnexBCutTests {
    @Test(arguments: SplitCase.all)
    func `a stream in two pieces is split the same wherever it is cut`(_ example: SplitCase) {
        let whole = SplitResult(example.stream)
        for cut in 0...example.stream.count {
            #expect(SplitResult(example.stream, cuts: [cut]) == whole, "cut at \(cut)")
        }
    }

    @Test(arguments: SplitCase.all.filter { $0.stream.count < 100 })
    func `a stream in three pieces is split the same wherever it is cut`(_ example: SplitCase) {
        let whole = SplitResult(example.stream)
        for first in 0...example.stream.count {
            for second in first...example.stream.count {
                #expect(SplitResult(example.stream, cuts: [first, second]) == whole, "cuts at \(first) and \(second)")
            }
        }
    }

    /// Bytes of which most are 0 and 1 hold all sorts of start codes; the plain reference below judges.
    @Test func `random streams are split the same wherever they are cut`() {
        var random = SeededGenerator(seed: 0x2b70_5480)
        for round in 0..<2000 {
            let stream = random.bytes(count: Int.random(in: 0...300, using: &random), alphabet: [0, 0, 0, 0, 1, 1, 7])
            let limit = Int.random(in: 1...40, using: &random)
            let cuts = (0..<Int.random(in: 0...12, using: &random))
                .map { _ in Int.random(in: 0...stream.count, using: &random) }
                .sorted()
            let result = SplitResult(stream, cuts: cuts, maximumNALUnitSize: limit)
            let reference = plainUnits(of: stream)
            #expect(result.units == reference.filter { $0.bytes.count <= limit }, "round \(round)")
            #expect(result.skipped.oversizeUnits == reference.count { $0.bytes.count > limit }, "round \(round)")
            #expect(cursorUnits(of: stream) == reference, "round \(round)")
        }
    }

    @Test(arguments: SplitCase.all)
    func `the cursor finds the same units`(_ example: SplitCase) {
        #expect(cursorUnits(of: example.stream) == example.units)
        #expect(plainUnits(of: example.stream) == example.units)
    }
}

/// The NAL units of a whole stream, by ``AnnexBCursor``.
func cursorUnits(of stream: [UInt8]) -> [SplitUnit] {
    var units: [SplitUnit] = []
    var cursor = AnnexBCursor()
    while let unit = cursor.next(in: stream.span.bytes) {
        units.append(SplitUnit(unit.position.offset, unit.position.startCodeLength, Array(stream[unit.payload])))
    }
    return units
}

/// The NAL units of a whole stream, byte by byte and by the letter of H.264 B.1.
func plainUnits(of stream: [UInt8]) -> [SplitUnit] {
    let prefixes = stream.indices.filter { $0 + 2 < stream.count && stream[$0..<$0 + 3] == [0, 0, 1] }
    var units: [SplitUnit] = []
    var end = 0
    for (index, prefix) in prefixes.enumerated() {
        let isLong = prefix > end && stream[prefix - 1] == 0
        let next = index + 1 < prefixes.count ? prefixes[index + 1] : stream.count
        let payload = stream[(prefix + 3)..<next]
        let last = payload.lastIndex { $0 != 0 }
        let unit = last.map { Array(payload[payload.startIndex...$0]) } ?? []
        units.append(SplitUnit(isLong ? prefix - 1 : prefix, isLong ? 4 : 3, unit))
        end = prefix + 3 + unit.count
    }
    return units
}
