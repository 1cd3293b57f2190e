import MadeStreams
import StreamMedia
import Testing
import TestSupport

/// Damaged input: any outcome will do but a trap, it is the same wherever the input is cut, and time goes forward.
struct SurvivalTests {
    private func survive(_ stream: [UInt8], _ format: ElementaryStreamFormat, chunk: Int) {
        for source in [TimeSource.film, .arrival, .rate(.perSecond(.max))] {
            let whole = ReadStream(stream, format, source: source)
            #expect(ReadStream(stream, format, source: source, chunk: chunk) == whole)
            #expect(
                zip(whole.frames, whole.frames.dropFirst()).allSatisfy {
                    $0.decodeTime.microseconds <= $1.decodeTime.microseconds
                }
            )
            #expect(whole.frames.allSatisfy { $0.presentationTime.microseconds >= $0.decodeTime.microseconds })
        }
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `mutated streams do not trap`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let h264 = (0..<4).flatMap { index in
            [MadeStream.sps(widthInMbs: index + 1, timing: index == 0 ? nil : (index, 50)), MadeStream.pps]
                + [MadeStream.idr(index), MadeStream.p(1), MadeStream.p(2, isReferenced: false)]
        }
        for (seed, format) in [
            (MadeStream.annexB(h264), ElementaryStreamFormat.h264), (MadeStream.adts(frames: 9), .adts),
        ] {
            let stream = seed.mutated(upTo: 8, using: &random)
            survive(stream, format, chunk: Int.random(in: 1...30, using: &random))
        }
    }

    @Test(.enabled(if: Vectors.present, "\(Vectors.missing)"), arguments: Vectors.manifest)
    func `damaged real streams do not trap`(_ entry: Vectors.Entry) throws {
        var random = SeededGenerator(seed: 1)
        var stream = Array(try Vectors.bytes(entry.file).prefix(50_000))
        for _ in 0..<100 { stream[Int.random(in: stream.indices, using: &random)] ^= 0x5a }
        survive(stream, entry.file.hasSuffix(".aac") ? .adts : .h264, chunk: 977)
    }

    @Test(.enabled(if: Vectors.present, "\(Vectors.missing)"))
    func `inputs of other fuzzers do not trap`() throws {
        for bytes in try Vectors.fuzzInputs() {
            survive([0, 0, 1] + bytes, .h264, chunk: 3)
            survive(bytes, .adts, chunk: 3)
        }
    }
}
