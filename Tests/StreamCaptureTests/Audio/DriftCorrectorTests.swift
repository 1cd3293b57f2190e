import TestSupport
import Testing

@testable import StreamCapture

@Suite struct DriftCorrectorTests {
    /// A simulated sound card: blocks of 10 ms by the card's clock, and times with jitter.
    private struct Card {
        /// How fast the card's clock is, in parts per million.
        var fast: Double
        /// The largest error of times, in microseconds, in either direction.
        var jitter: Int64
        var corrector = DriftCorrector(timing: .live)
        /// In seconds.
        var mediaTime = 0.0
        var playedTime = 0.0
        var steps: [Int64] = []
        var stretch = 0.0
        var random = SeededGenerator(seed: 7)

        /// How early the sound is, in seconds.
        var offset: Double { mediaTime - playedTime }

        mutating func advance(seconds: Double, _ body: (Self) -> Void = { _ in }) {
            let end = mediaTime + seconds
            while mediaTime < end {
                let noise = jitter == 0 ? 0 : Int64(random.next() % UInt64(2 * jitter)) - jitter
                switch corrector.note(deviation: Int64(offset * 1e6) + noise, duration: 10_000) {
                case .stretch(let partsPerMillion): stretch = partsPerMillion
                case .step(let microseconds):
                    steps.append(microseconds)
                    playedTime += Double(microseconds) / 1e6
                    stretch = 0
                }
                mediaTime += 0.01 / (1 + fast / 1e6)
                playedTime += 0.01 * (1 + stretch / 1e6)
                body(self)
            }
        }
    }

    @Test(arguments: [0.0, 200, -500, 50, -700])
    func `an hour of sound stays within three milliseconds`(fast: Double) {
        var card = Card(fast: fast, jitter: 5_000)
        card.advance(seconds: 60)
        var worst = 0.0
        card.advance(seconds: 3_540) { worst = max(worst, abs($0.offset)) }
        #expect(worst < 0.003)
        #expect(abs(card.corrector.clockDifference + fast) < 50)
        #expect(card.steps.isEmpty)
    }

    @Test(arguments: [200.0, -500])
    func `the error stays small while the corrector learns`(fast: Double) {
        var card = Card(fast: fast, jitter: 2_000)
        var worst = 0.0
        card.advance(seconds: 60) { worst = max(worst, abs($0.offset)) }
        #expect(worst < 0.005)
    }

    @Test func `sound is never stretched audibly`() {
        var card = Card(fast: 0, jitter: 20_000)
        card.advance(seconds: 5)
        card.playedTime -= 0.03
        card.advance(seconds: 180) { #expect(abs($0.stretch) <= DriftCorrector.maximumStretch) }
        #expect(card.steps.isEmpty)
        #expect(abs(card.offset) < 0.005)
    }

    @Test func `an offset at the beginning is corrected at once`() {
        var card = Card(fast: 100, jitter: 5_000)
        card.playedTime = -0.03
        card.advance(seconds: 30)
        #expect(card.steps.count == 1)
        #expect(abs(card.offset) < 0.003)
    }

    @Test(arguments: [0.3, -0.3])
    func `missing or surplus sound is corrected in one step`(gap: Double) throws {
        var card = Card(fast: 100, jitter: 5_000)
        card.advance(seconds: 60)
        card.playedTime -= gap
        card.advance(seconds: 30)
        let step = try #require(card.steps.first)
        // A second small step may follow once the remaining deviation is known.
        #expect(card.steps.dropFirst().allSatisfy { abs($0) < 10_000 })
        #expect(abs(Double(step) / 1e6 - gap) < 0.01)
        #expect(abs(card.offset) < 0.005)
        #expect(abs(card.corrector.clockDifference + 100) < 100)
    }

    @Test func `a single late block changes nothing`() {
        var corrector = DriftCorrector(timing: .live)
        for late: Int64 in [0, 0, 400_000, 0, -300_000, 300_000, 0] {
            #expect(corrector.note(deviation: late, duration: 20_000) == .stretch(partsPerMillion: 0))
        }
    }

    @Test func `after a pause of the sound the correction does not wait`() {
        var corrector = DriftCorrector(timing: .live)
        #expect(corrector.note(deviation: 7_000_000, duration: 10_000) == .step(microseconds: 7_000_000))
    }

    @Test func `recorded sound is left as it is`() {
        var corrector = DriftCorrector(timing: .recorded)
        #expect(corrector.note(deviation: 26_000, duration: 20_000) == .stretch(partsPerMillion: 0))
        #expect(corrector.note(deviation: 200_000, duration: 20_000) == .step(microseconds: 200_000))
    }

    @Test func `recorded sound of joined files stays in sync with the picture`() {
        // Each file has one frame more of AAC than of pictures.
        var corrector = DriftCorrector(timing: .recorded)
        #expect(corrector.note(deviation: -21_000, duration: 20_000) == .stretch(partsPerMillion: 0))
        #expect(corrector.note(deviation: -42_000, duration: 20_000) == .step(microseconds: -42_000))
    }
}
