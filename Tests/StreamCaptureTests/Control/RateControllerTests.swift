import StreamCapture
import Testing

@Suite struct RateControllerTests {
    private static let seeds = Array<UInt64>(1...10)
    /// From capture to the relay: a second and a group of pictures.
    private static let longestDelay = 3.0

    /// 8 Mbit/s, but 1 Mbit/s from 10 to 40 s.
    private static func cut(_ time: Double) -> Double { (10..<40).contains(time) ? 1e6 : 8e6 }

    private func simulate(
        _ seed: UInt64,
        seconds: Double,
        width: @escaping (Double) -> Double,
        change: (inout SimulatedUplink.Setup) -> Void = { _ in }
    ) -> SimulatedUplink.Outcome {
        var setup = SimulatedUplink.Setup(width: width)
        setup.seed = seed
        change(&setup)
        return SimulatedUplink.run(setup, seconds: seconds)
    }

    // MARK: An uplink that changes

    @Test(arguments: seeds) func followsACutAndComesBack(seed: UInt64) {
        let outcome = simulate(seed, seconds: 60, width: Self.cut)
        #expect(outcome.longestDelay() < Self.longestDelay)
        #expect(outcome.longestDelay(from: 18, to: 40) < 1)
        #expect(outcome.bitRate(at: 10.9) < 1_000_000)
        #expect((700_000...1_300_000).contains(outcome.bitRate(at: 30)), "the uplink is to be used")
        #expect(outcome.bitRate(at: 55) >= 5_400_000)
        #expect(outcome.changes(to: 40) < 10)
    }

    @Test(arguments: seeds) func aLongWayChangesNothingOfThat(seed: UInt64) {
        let outcome = simulate(seed, seconds: 60, width: Self.cut) {
            $0.roundTrip = 0.2
            $0.maximum = 4_000_000
        }
        #expect(outcome.longestDelay() < Self.longestDelay)
        #expect(outcome.bitRate(at: 55) >= 3_600_000)
    }

    /// Nothing is seen of the uplink's width where key frames are small; it is found by trial.
    @Test(arguments: seeds) func smallKeyFramesDoNotHinderTheReturn(seed: UInt64) {
        let outcome = simulate(seed, seconds: 60, width: Self.cut) { $0.keyFrameWeight = 1.5 }
        #expect(outcome.longestDelay() < Self.longestDelay)
        #expect(outcome.bitRate(at: 55) >= 5_400_000)
    }

    @Test(arguments: seeds) func followsASlowFade(seed: UInt64) {
        let outcome = simulate(seed, seconds: 60, width: { 8e6 - min(max($0 - 10, 0), 30) / 30 * 7e6 })
        #expect(outcome.longestDelay() < 1.2)
        #expect((600_000...1_300_000).contains(outcome.bitRate(at: 55)))
    }

    @Test(arguments: seeds) func survivesAStall(seed: UInt64) {
        let outcome = simulate(seed, seconds: 40, width: { (10..<13).contains($0) ? 0 : 8e6 })
        // The stall itself, and what it takes to send what was captured in its first moments.
        #expect(outcome.longestDelay() < 3.5)
        #expect(outcome.longestDelay(from: 13.5) < 0.5)
        #expect(outcome.bitRate(at: 28) >= 5_400_000)
    }

    @Test(arguments: seeds) func aHiccupIsNoReasonToFallFar(seed: UInt64) {
        let outcome = simulate(seed, seconds: 25, width: { (10.2..<10.4).contains($0) ? 0 : 8e6 })
        #expect(outcome.bitRate(at: 10.9) >= 3_000_000)
        #expect(outcome.bitRate(at: 22) >= 5_400_000)
    }

    // MARK: An uplink that does not

    @Test(arguments: seeds) func leavesTheRateAloneWhereThereIsRoom(seed: UInt64) {
        let outcome = simulate(seed, seconds: 120, width: { _ in 8e6 }) { $0.maximum = 7_000_000 }
        #expect(outcome.changes.isEmpty)
    }

    @Test(arguments: seeds) func settlesOnANarrowUplink(seed: UInt64) {
        let outcome = simulate(seed, seconds: 120, width: { _ in 1e6 })
        #expect(outcome.longestDelay() < Self.longestDelay)
        #expect(outcome.longestDelay(from: 15) < 1)
        #expect(outcome.changes(from: 15) <= 4)
    }

    /// Without large key frames to learn from, trials go on; but they are few and small.
    @Test(arguments: seeds) func triesSeldom(seed: UInt64) {
        let outcome = simulate(seed, seconds: 120, width: { _ in 1e6 }) { $0.keyFrameWeight = 1.5 }
        #expect(outcome.longestDelay(from: 15) < 1)
        #expect(outcome.changes(from: 15) <= 105 / 3)
    }

    // MARK: Bounds

    @Test func staysWithinItsBounds() {
        #expect(RateController(maximum: 4_000_000).minimum == 200_000)
        #expect(RateController(maximum: 1_000_000).minimum == RateController.lowestRate)
        #expect(RateController(maximum: 100_000).minimum == 100_000)
        let outcome = simulate(1, seconds: 30, width: { $0 < 5 ? 8e6 : 20_000 })
        #expect(outcome.bitRate(at: 30) == 300_000)
    }

    @Test func makesNothingOfANewConnection() {
        var controller = RateController(maximum: 4_000_000)
        let start = ContinuousClock.now
        for (step, bytes) in [UInt64(0), 1_000_000, .max, 0, 10].enumerated() {
            let rate = controller.update(
                .init(acknowledgedBytes: bytes, backlogBytes: .max, age: .milliseconds(100), roundTrip: .zero),
                at: start + .milliseconds(step * 100)
            )
            #expect(rate.map { (200_000...4_000_000).contains($0) } ?? true)
        }
    }
}
