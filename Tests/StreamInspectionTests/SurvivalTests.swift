import MadeStreams
import StreamInspection
import Testing
import Vectors

/// Damaged input: any outcome will do but a trap, and it is the same wherever the input is cut.
struct SurvivalTests {
    /// Random numbers that are the same in every run (SplitMix64).
    struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var z = state
            z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
            z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
            return z ^ (z >> 31)
        }
    }

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
    func mutations(_ seed: UInt64) {
        var random = Random(state: seed)
        for var stream in Self.seeds {
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: stream.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: stream.remove(at: place)
                case 1: stream.insert(.random(in: 0...255, using: &random), at: place)
                case 2: stream[place] = 0
                default: stream[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                }
            }
            survive(stream, chunk: Int.random(in: 1...30, using: &random))
        }
    }

    struct Fuzz: Decodable {
        struct Input: Decodable { let hex: String }
        let inputs: [Input]
    }

    @Test(.enabled(if: Vectors.present, "\(Vectors.missing)"))
    func inputsOfOtherFuzzers() throws {
        for input in try Vectors.json("fuzz.json", as: Fuzz.self).inputs {
            let bytes = [UInt8](hex: input.hex)
            survive(bytes, chunk: 3)
            survive([0, 0, 1] + bytes, chunk: 5)
            _ = try? SequenceParameterSetReport(hex: input.hex)
            _ = try? SequenceParameterSetReport(hex: "67" + input.hex).description
        }
    }

    @Test(.enabled(if: Vectors.present, "\(Vectors.missing)"), arguments: Vectors.manifest)
    func damagedVector(_ entry: Vectors.Entry) throws {
        var random = Random(state: 1)
        var stream = Array(try Vectors.bytes(entry.file).prefix(60_000))
        for _ in 0..<200 { stream[Int.random(in: stream.indices, using: &random)] ^= 0x5a }
        survive(stream, chunk: 977)
    }
}
