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
        bandwidth: @escaping (Double) -> Double,
        change: (inout SimulatedUplink.Setup) -> Void = { _ in }
    ) -> SimulatedUplink.Outcome {
        var setup = SimulatedUplink.Setup(bandwidth: bandwidth)
        setup.seed = seed
        change(&setup)
        return SimulatedUplink.run(setup, seconds: seconds)
    }

    // MARK: An uplink that changes

    @Test(arguments: seeds) func `the bit rate follows a drop of the uplink and recovers`(seed: UInt64) {
        let outcome = simulate(seed, seconds: 60, bandwidth: Self.cut)
        #expect(outcome.longestDelay() < Self.longestDelay)
        #expect(outcome.longestDelay(from: 18, to: 40) < 1)
        #expect(outcome.bitRate(at: 10.9) < 1_000_000)
        #expect((700_000...1_300_000).contains(outcome.bitRate(at: 30)), "the uplink is to be used")
        #expect(outcome.bitRate(at: 55) >= 5_400_000)
        #expect(outcome.changes(to: 40) < 10)
    }

    @Test(arguments: seeds) func `a long round trip changes nothing of that`(seed: UInt64) {
        let outcome = simulate(seed, seconds: 60, bandwidth: Self.cut) {
            $0.roundTrip = 0.2
            $0.maximum = 4_000_000
        }
        #expect(outcome.longestDelay() < Self.longestDelay)
        #expect(outcome.bitRate(at: 55) >= 3_600_000)
    }

    /// Small key frames do not show the uplink's capacity; probes find it.
    @Test(arguments: seeds) func `small key frames do not hinder the recovery`(seed: UInt64) {
        let outcome = simulate(seed, seconds: 60, bandwidth: Self.cut) { $0.keyFrameWeight = 1.5 }
        #expect(outcome.longestDelay() < Self.longestDelay)
        #expect(outcome.bitRate(at: 55) >= 5_400_000)
    }

    @Test(arguments: seeds) func `the bit rate follows an uplink that fades slowly`(seed: UInt64) {
        let outcome = simulate(seed, seconds: 60, bandwidth: { 8e6 - min(max($0 - 10, 0), 30) / 30 * 7e6 })
        #expect(outcome.longestDelay() < 1.2)
        #expect((600_000...1_300_000).contains(outcome.bitRate(at: 55)))
    }

    @Test(arguments: seeds) func `the bit rate recovers after a stall`(seed: UInt64) {
        let outcome = simulate(seed, seconds: 40, bandwidth: { (10..<13).contains($0) ? 0 : 8e6 })
        // The stall itself, and the time to send the frames of its first moments.
        #expect(outcome.longestDelay() < 3.5)
        #expect(outcome.longestDelay(from: 13.5) < 0.5)
        #expect(outcome.bitRate(at: 28) >= 5_400_000)
    }

    @Test(arguments: seeds) func `a short delay does not lower the bit rate far`(seed: UInt64) {
        let outcome = simulate(seed, seconds: 25, bandwidth: { (10.2..<10.4).contains($0) ? 0 : 8e6 })
        #expect(outcome.bitRate(at: 10.9) >= 3_000_000)
        #expect(outcome.bitRate(at: 22) >= 5_400_000)
    }

    // MARK: An uplink that does not

    @Test(arguments: seeds) func `the bit rate stays where the uplink has room`(seed: UInt64) {
        let outcome = simulate(seed, seconds: 120, bandwidth: { _ in 8e6 }) { $0.maximum = 7_000_000 }
        #expect(outcome.changes.isEmpty)
    }

    @Test(arguments: seeds) func `the bit rate settles on a narrow uplink`(seed: UInt64) {
        let outcome = simulate(seed, seconds: 120, bandwidth: { _ in 1e6 })
        #expect(outcome.longestDelay() < Self.longestDelay)
        #expect(outcome.longestDelay(from: 15) < 1)
        #expect(outcome.changes(from: 15) <= 4)
    }

    /// Without large key frames the controller probes, but seldom and in small steps.
    @Test(arguments: seeds) func `the bit rate is raised for a trial only seldom`(seed: UInt64) {
        let outcome = simulate(seed, seconds: 120, bandwidth: { _ in 1e6 }) { $0.keyFrameWeight = 1.5 }
        #expect(outcome.longestDelay(from: 15) < 1)
        #expect(outcome.changes(from: 15) <= 105 / 3)
    }

    // MARK: Bounds

    @Test func `the bit rate stays within its bounds`() {
        #expect(RateController(maximum: 4_000_000).minimum == 200_000)
        #expect(RateController(maximum: 1_000_000).minimum == RateController.lowestRate)
        #expect(RateController(maximum: 100_000).minimum == 100_000)
        let outcome = simulate(1, seconds: 30, bandwidth: { $0 < 5 ? 8e6 : 20_000 })
        #expect(outcome.bitRate(at: 30) == 300_000)
    }

    @Test func `a new connection does not change the bit rate`() {
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
