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

    @Test func whatWasHeldUpForLongGoesOnAtItsPace() {
        var pace = Pace(speed: 1)
        _ = pace.wait(until: 0, now: start)
        let stalled = start + .seconds(5)
        let waits = [40_000, 80_000, 120_000].map { pace.wait(until: $0, now: stalled) }
        #expect(waits == [nil, .milliseconds(40), .milliseconds(80)])
        // Not twice as fast at twice the speed.
        var twice = Pace(speed: 2)
        _ = twice.wait(until: 0, now: start)
        let faster = [40_000, 80_000].map { twice.wait(until: $0, now: stalled) }
        #expect(faster == [nil, .milliseconds(20)])
    }

    @Test func soundThatLiesFarBehindItsPicturesDoesNotHoldThemUp() {
        var pace = Pace(speed: 1)
        _ = pace.wait(until: 0, now: start)
        let pictures = pace.wait(until: 3_000_000, now: start)
        let sound = pace.wait(until: 20_000, now: start + .seconds(3))
        let next = pace.wait(until: 3_040_000, now: start + .seconds(3))
        #expect([pictures, sound, next] == [.seconds(3), nil, .milliseconds(40)])
    }

    @Test func timesThatNobodyCanMeanDoNotTrap() {
        var pace = Pace(speed: 1)
        for time in [Int64.min, .max, 0, .min] { _ = pace.wait(until: time, now: start) }
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
