import MadeStreams
import StreamInspection
import Testing
import TestSupport

/// Damaged input: any outcome will do but a trap, and it is the same wherever the input is cut.
struct SurvivalTests {
    private func survive(_ stream: [UInt8], chunk: Int) {
        let whole = try? inspect(stream).json()
        #expect((try? inspect(stream, chunk: chunk).json()) == whole)
        _ = try? inspect(stream).description
    }

    static let seeds = [
        MadeStream.annexB(
            [[9, 0x30]] + MadeStreamTests.plain + [[6, 6, 1, 0xc4, 0x80], [10], [11], [0x6e, 1, 2, 3, 4]]
        ),
        MadeStream.annexB(MadeStreamTests.cases.flatMap(\.units)),
        (try? AACTests.frame() + AACTests.frame(blocks: 2) + AACTests.frame(hertz: 8_000) + AACTests.frame()) ?? [],
    ]

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `mutated streams do not trap`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for stream in Self.seeds {
            survive(stream.mutated(upTo: 8, using: &random), chunk: Int.random(in: 1...30, using: &random))
        }
    }

    @Test(.enabled(if: Vectors.present, "\(Vectors.missing)"))
    func `inputs of other fuzzers do not trap`() throws {
        for bytes in try Vectors.fuzzInputs() {
            survive(bytes, chunk: 3)
            survive([0, 0, 1] + bytes, chunk: 5)
            let hex = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            _ = try? SequenceParameterSetReport(hex: hex)
            _ = try? SequenceParameterSetReport(hex: "67" + hex).description
        }
    }

    @Test(.enabled(if: Vectors.present, "\(Vectors.missing)"), arguments: Vectors.manifest)
    func `damaged real streams do not trap`(_ entry: Vectors.Entry) throws {
        var random = SeededGenerator(seed: 1)
        var stream = Array(try Vectors.bytes(entry.file).prefix(60_000))
        for _ in 0..<200 { stream[Int.random(in: stream.indices, using: &random)] ^= 0x5a }
        survive(stream, chunk: 977)
    }
}
