import NIOCore
import TestSupport
import Testing

@testable import StreamProtocol

/// Random and damaged bytes: the decoder returns messages or an error, and the same ones wherever the input is cut.
struct SurvivalTests {
    @Test(arguments: 0..<8 as Range<UInt64>)
    func `damaged messages do not trap`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            var bytes = WireCase.prelude
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let example = WireCase.exact.randomElement(using: &random)
                bytes += (example?.bytes ?? []).prefix(2000)
            }
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let index = Int.random(in: WireCase.prelude.count..<bytes.count, using: &random)
                bytes[index] = .random(in: .min ... .max, using: &random)
            }
            let cut = Int.random(in: 0...bytes.count, using: &random)
            #expect(Transcript([bytes[..<cut], bytes[cut...]]) == Transcript(bytes))
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `noise does not trap`(seed: UInt64) throws {
        var random = SeededGenerator(seed: ~seed)
        for _ in 0..<500 {
            let noise = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                UInt8.random(in: 0...20, using: &random)
            }
            let first = Transcript(noise)
            #expect(first.outputs.isEmpty)
            #expect((first.error == nil) == noise.isEmpty)
            let bytes = WireCase.prelude + noise
            let cut = Int.random(in: 0...bytes.count, using: &random)
            #expect(Transcript([bytes[..<cut], bytes[cut...]]) == Transcript(bytes))
        }
    }
}
