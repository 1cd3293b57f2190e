import NIOCore
import Testing

@testable import StreamRelay

@Suite struct RateLimitTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    private func taken(_ limit: inout RateLimit, of wishes: Int, at now: NIODeadline) -> Int {
        (0..<wishes).count { _ in limit.take(rate: 10, burst: 5, now: now) }
    }

    @Test func aBurstPassesAndThenTheRate() {
        var limit = RateLimit(burst: 5, now: start)
        let passed = [0, 0, 100, 1_000].map { taken(&limit, of: 20, at: start + .milliseconds($0)) }
        #expect(passed == [5, 0, 1, 5], "nine tenths of a second are nine, of which five may be saved")
    }

    @Test func aLongMessageIsNotRefusedForBeingLongButPaidFor() {
        var limit = RateLimit(burst: 100, now: start)
        let isLetThrough = limit.take(250, rate: 100, burst: 100, now: start)
        let later = [1, 1_490, 1_510].map { limit.take(rate: 100, burst: 100, now: start + .milliseconds($0)) }
        #expect(isLetThrough)
        #expect(later == [false, false, true])
    }

    @Test func whatIsOwedIsPaidForToo() {
        var limit = RateLimit(burst: 100, now: start)
        limit.owe(300, rate: 100)
        let later = [1_990, 2_010].map { limit.take(rate: 100, burst: 100, now: start + .milliseconds($0)) }
        #expect(later == [false, true])
    }

    @Test func `Nothing is owed beyond the floor`() {
        var limit = RateLimit(burst: 100, now: start)
        for _ in 0..<1_000 { limit.owe(.max, rate: 100) }
        let floor = Int64(RateLimit.longestDebt) * 1_000
        let later = [floor, floor + 10].map { limit.take(.max, rate: 100, burst: 100, now: start + .milliseconds($0)) }
        let again = [floor, floor + 10].map {
            limit.take(rate: 100, burst: 100, now: start + .milliseconds(floor + 10 + $0))
        }
        #expect(later == [false, true])
        #expect(again == [false, true])
    }

    @Test func `A lower rate makes the floor higher at once`() {
        var limit = RateLimit(burst: 1_000, now: start)
        limit.owe(.max, rate: 1_000)
        let later = [1_990, 2_010].map { limit.isOpen(rate: 10, burst: 10, now: start + .milliseconds($0)) }
        #expect(later == [false, true])
    }

    @Test func aClockThatStandsOrGoesBackGivesNothing() {
        var limit = RateLimit(burst: 1, now: start)
        let passed = [0, -500, 0].map { limit.take(rate: 1_000, burst: 1, now: start + .milliseconds($0)) }
        #expect(passed == [true, false, false])
    }

    @Test func itIsFullAgainWhenEverythingIsMadeGood() {
        var limit = RateLimit(burst: 10, now: start)
        let full = limit.isFull(rate: 10, burst: 10, now: start)
        _ = limit.take(10, rate: 10, burst: 10, now: start)
        let later = [999, 1_000].map { limit.isFull(rate: 10, burst: 10, now: start + .milliseconds($0)) }
        #expect(full && later == [false, true])
    }

    @Test func aNewRateHoldsFromNowOn() {
        var limit = RateLimit(burst: 0, now: start)
        let passed = [
            limit.take(rate: 0, burst: 0, now: start + .seconds(60)),
            limit.take(rate: 10, burst: 10, now: start + .milliseconds(60_200)),
        ]
        #expect(passed == [false, true])
    }
}
