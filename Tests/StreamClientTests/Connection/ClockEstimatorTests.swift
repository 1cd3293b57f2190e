import StreamProtocol
import TestSupport
import Testing

@testable import StreamClient

@Suite struct ClockEstimatorTests {
    private var estimator = ClockEstimator()

    /// A round trip with the relay's clock ahead by `offset`.
    private func pong(sent: Int64, there: Int64, held: Int64 = 0, offset: Int64) -> Pong {
        Pong(sent: sent, received: sent + there + offset, answered: sent + there + held + offset)
    }

    private mutating func reading(after pong: Pong, at now: Int64) throws -> ClockReading {
        _ = estimator.pingSent(at: pong.sent)
        let reading = estimator.receive(pong, at: now)
        return try #require(reading)
    }

    @Test mutating func `the offset is within its error bound`() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let offset = Int64.random(in: -1_000_000_000...1_000_000_000, using: &generator)
            estimator = ClockEstimator()
            for round in 0..<Int64(8) {
                let sent = 1_700_000_000_000_000 + round * 1_000_000
                let there = Int64.random(in: 10...50_000, using: &generator)
                let held = Int64.random(in: 0...5_000, using: &generator)
                let back = Int64.random(in: 10...50_000, using: &generator)
                let now = sent + there + held + back
                let pong = pong(sent: sent, there: there, held: held, offset: offset)
                let reading = try reading(after: pong, at: now)
                #expect(abs(reading.offset - offset) <= reading.errorBound)
            }
        }
    }

    @Test mutating func `the quickest round trip is preferred`() throws {
        _ = try reading(after: pong(sent: 0, there: 20_000, offset: 500), at: 20_100)
        let quick = try reading(after: pong(sent: 30_000, there: 50, offset: 500), at: 30_100)
        let later = try reading(after: pong(sent: 40_000, there: 100, offset: 500), at: 48_000)
        #expect(quick.errorBound < 60)
        #expect(later.offset == quick.offset)
    }

    @Test mutating func `an old reading is trusted less`() throws {
        let reading = try reading(after: pong(sent: 0, there: 50, offset: 0), at: 100)
        let later = try #require(estimator.reading(at: 10_000_100))
        #expect(later.errorBound == reading.errorBound + 2_000)
        #expect(estimator.reading(at: 100 + ClockEstimator.longestAge + 1) == nil)
    }

    @Test mutating func `old readings are forgotten`() throws {
        for round in 0...Int64(ClockEstimator.maximumSamples) {
            let sent = round * 1_000
            let offset: Int64 = round == 0 ? 0 : 900
            _ = try reading(after: pong(sent: sent, there: round == 0 ? 0 : 100, offset: offset), at: sent + 200)
        }
        let offset = try #require(estimator.reading(at: 20_000)).offset
        #expect(abs(offset - 900) <= 101)
    }

    @Test(arguments: [
        Pong(sent: .min, received: .max, answered: .max), Pong(sent: .max, received: .min, answered: .min),
        Pong(sent: 1_000, received: 5, answered: 4), Pong(sent: 2_000, received: 5, answered: 6),
        Pong(sent: 0, received: 5, answered: 5_000), Pong(sent: 1_000, received: .min, answered: .max),
    ])
    func `impossible readings are ignored`(pong: Pong) {
        var estimator = ClockEstimator()
        _ = estimator.pingSent(at: pong.sent)
        #expect(estimator.receive(pong, at: 1_500) == nil)
    }

    @Test mutating func `readings without a request are ignored`() throws {
        let pong = pong(sent: 0, there: 50, offset: 0)
        #expect(estimator.receive(pong, at: 100) == nil)
        _ = try reading(after: pong, at: 100)
        #expect(estimator.receive(pong, at: 100) == nil, "one answer for one question")
    }
}

@Suite struct ClockEstimateTests {
    @Test func `the age of a frame is known`() throws {
        // The publisher's clock is 3 s ahead of the relay's, the relay's 5 s behind this one.
        let estimate = ClockEstimate(
            relay: ClockReading(offset: -5_000_000, errorBound: 100, time: 92_042_000),
            publisher: ClockOffset(offset: 3_000_000, errorBound: 50),
            publisherTime: 82_042_000
        )
        let captured: Int64 = 100_000_000
        let latency = try #require(
            estimate.captureToReceive(captureTime: captured, now: captured - 3_000_000 + 5_000_000 + 42_000)
        )
        // The offsets are 10 and 20 s old, and each counts as older by the latency.
        #expect(latency == ClockEstimate.Latency(microseconds: 42_000, errorBound: 150 + 2_000 + 4_000 + 2 * 9))
    }

    @Test func `a latency is not negative`() throws {
        let estimate = ClockEstimate(
            relay: ClockReading(offset: 0, errorBound: 100, time: 1_000),
            publisher: ClockOffset(offset: 0, errorBound: 50),
            publisherTime: 1_000
        )
        let latency = try #require(estimate.captureToReceive(captureTime: 1_120, now: 1_000))
        #expect(latency == ClockEstimate.Latency(microseconds: 0, errorBound: 150))
    }

    @Test func `without readings nothing is known`() {
        let reading = ClockReading(offset: 0, errorBound: 1, time: 0)
        let offset = ClockOffset(offset: 0, errorBound: 1)
        let incomplete = ClockEstimate(relay: reading, publisher: nil, publisherTime: 0)
        let complete = ClockEstimate(relay: reading, publisher: offset, publisherTime: 0)
        #expect(incomplete.captureToReceive(captureTime: 1, now: 2) == nil)
        #expect(complete.captureToReceive(captureTime: 0, now: 2) == nil)
        #expect(complete.captureToReceive(captureTime: 1, now: 2) != nil)
    }

    @Test func `impossible numbers do not trap`() {
        let estimate = ClockEstimate(
            relay: ClockReading(offset: .max, errorBound: .max, time: .min),
            publisher: ClockOffset(offset: .min, errorBound: .max),
            publisherTime: .max
        )
        #expect(estimate.captureToReceive(captureTime: .min, now: .max) != nil)
    }
}
