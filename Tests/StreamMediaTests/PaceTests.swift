import Testing

@testable import StreamMedia

@Suite struct PaceTests {
    private let start = ContinuousClock.now

    @Test func aFileIsSentWhenItsFramesAreDue() {
        var pace = Pace(speed: 1)
        let waits = [0, 40_000, 80_000].map { pace.wait(until: $0, now: start) }
        #expect(waits == [nil, .milliseconds(40), .milliseconds(80)])
        let late = pace.wait(until: 120_000, now: start + .milliseconds(500))
        #expect(late == nil)
    }

    @Test func speedDividesAndZeroNeverWaits() {
        var twice = Pace(speed: 2)
        var all = Pace(speed: 0)
        _ = (twice.wait(until: 0, now: start), all.wait(until: 0, now: start))
        let waits = [twice.wait(until: 100_000, now: start), all.wait(until: 100_000, now: start)]
        #expect(waits == [.milliseconds(50), nil])
        #expect(twice.isPaced && !all.isPaced)
    }

    @Test func whatRunsAheadOfRealTimeIsNotLive() {
        var pace = Pace(speed: nil)
        _ = pace.wait(until: 0, now: start)
        _ = pace.wait(until: 33_000, now: start + .milliseconds(33))
        #expect(pace.isLive)
        _ = pace.wait(until: 2_000_000, now: start + .milliseconds(34))
        #expect(!pace.isLive)
        _ = pace.wait(until: 2_033_000, now: start + .seconds(3))
        #expect(pace.isLive)
    }
}
