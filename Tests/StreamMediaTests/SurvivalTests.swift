import MadeStreams
import StreamMedia
import Testing
import Vectors

/// Damaged input: any outcome will do but a trap, it is the same wherever the input is cut, and time goes forward.
struct SurvivalTests {
    /// Random numbers that are the same in every run (SplitMix64).
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var z = state
            z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
            z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
            return z ^ (z >> 31)
        }
    }

    private func survive(_ stream: [UInt8], _ format: ElementaryStreamFormat, chunk: Int) {
        for source in [TimeSource.film, .arrival, .rate(.perSecond(.max))] {
            let whole = ReadStream(stream, format, source: source)
            #expect(ReadStream(stream, format, source: source, chunk: chunk) == whole)
            #expect(zip(whole.frames, whole.frames.dropFirst()).allSatisfy { $0.decodeTime <= $1.decodeTime })
            #expect(whole.frames.allSatisfy { $0.presentationTime >= $0.decodeTime })
        }
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func mutations(_ seed: UInt64) {
        var random = Random(state: seed)
        let h264 = (0..<4).flatMap { index in
            [MadeStream.sps(widthInMbs: index + 1, timing: index == 0 ? nil : (index, 50)), MadeStream.pps]
                + [MadeStream.idr(index), MadeStream.p(1), MadeStream.p(2, isReferenced: false)]
        }
        for (seed, format) in [
            (MadeStream.annexB(h264), ElementaryStreamFormat.h264), (MadeStream.adts(frames: 9), .adts),
        ] {
            var stream = seed
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: stream.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: stream.remove(at: place)
                case 1: stream.insert(.random(in: 0...255, using: &random), at: place)
                case 2: stream[place] = 0
                default: stream[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                }
            }
            survive(stream, format, chunk: Int.random(in: 1...30, using: &random))
        }
    }

    @Test(.enabled(if: Vectors.present, "\(Vectors.missing)"), arguments: Vectors.manifest)
    func damagedVector(_ entry: Vectors.Entry) throws {
        var random = Random(state: 1)
        var stream = Array(try Vectors.bytes(entry.file).prefix(50_000))
        for _ in 0..<100 { stream[Int.random(in: stream.indices, using: &random)] ^= 0x5a }
        survive(stream, entry.file.hasSuffix(".aac") ? .adts : .h264, chunk: 977)
    }

    private struct Fuzz: Decodable {
        struct Input: Decodable { let hex: String }
        let inputs: [Input]
    }

    @Test(.enabled(if: Vectors.present, "\(Vectors.missing)"))
    func inputsOfOtherFuzzers() throws {
        for input in try Vectors.json("fuzz.json", as: Fuzz.self).inputs {
            let digits = input.hex.compactMap(\.hexDigitValue)
            let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
            survive([0, 0, 1] + bytes, .h264, chunk: 3)
            survive(bytes, .adts, chunk: 3)
        }
    }
}
