import AAC
import TestSupport
import Testing

/// The reader's output is the same wherever the input is cut.
@Suite struct ADTSCutTests {
    @Test(arguments: ReadCase.all)
    func `a frame read in two pieces is the same wherever it is cut`(_ example: ReadCase) {
        let whole = ReadResult(example.stream)
        for cut in 0...example.stream.count {
            #expect(ReadResult(example.stream, cuts: [cut]) == whole, "cut at \(cut)")
        }
        #expect(ReadResult(example.stream, cuts: Array(0...example.stream.count)) == whole)
    }

    @Test(arguments: ReadCase.all.filter { $0.stream.count < 100 })
    func `a frame read in three pieces is the same wherever it is cut`(_ example: ReadCase) {
        let whole = ReadResult(example.stream)
        for first in 0...example.stream.count {
            for second in first...example.stream.count {
                #expect(ReadResult(example.stream, cuts: [first, second]) == whole, "cuts at \(first) and \(second)")
            }
        }
    }

    /// Frames, tags and garbage in any order, with damage, cut anywhere.
    @Test func `random streams are read the same wherever they are cut`() {
        var random = SeededGenerator(seed: 0x1002)
        let parts = ReadCase.all.map(\.stream).filter { $0.count < 100 }
        for round in 0..<3000 {
            var stream: [UInt8] = []
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                stream += parts.randomElement(using: &random) ?? []
            }
            for _ in 0..<Int.random(in: 0...3, using: &random) where !stream.isEmpty {
                stream[Int.random(in: stream.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let cuts = (0..<Int.random(in: 0...8, using: &random))
                .map { _ in Int.random(in: 0...stream.count, using: &random) }
                .sorted()
            #expect(ReadResult(stream, cuts: cuts) == ReadResult(stream), "round \(round)")
        }
    }
}
