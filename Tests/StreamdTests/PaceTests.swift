import Testing

@testable import streamd

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

@Suite struct WatchSummaryTests {
    private let summary = WatchSummary(
        frames: 300,
        framesPerSecond: 29.97,
        bitRate: 2_034_567.8,
        missed: 3,
        epoch: 2,
        medianLatency: 15_670,
        highLatency: 17_160,
        errorBound: 130
    )

    @Test func aProgramIsGivenJSON() {
        #expect(
            summary.json
                == #"{"frames":300,"fps":30.0,"bitRate":2034567,"missed":3,"epoch":2,"latencyP50":15.67,"#
                + #""latencyP95":17.16,"latencyError":0.13}"#
        )
    }

    @Test func whatIsNotKnownIsNull() {
        var unknown = summary
        (unknown.medianLatency, unknown.highLatency, unknown.errorBound) = (nil, nil, nil)
        #expect(unknown.json.hasSuffix(#""latencyP50":null,"latencyP95":null,"latencyError":null}"#))
        #expect(!unknown.line.contains("latency"))
    }

    @Test func aPersonIsGivenALine() {
        #expect(summary.line.contains("2.03 Mbit/s") && summary.line.contains("3 missed"))
    }
}
