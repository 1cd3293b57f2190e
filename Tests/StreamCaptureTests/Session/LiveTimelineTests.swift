import Testing

@testable import StreamCapture

@Suite struct LiveTimelineTests {
    @Test func takesJitterOut() {
        var timeline = LiveTimeline()
        var worst: Int64 = 0
        for index in 0..<3_000 as Range<Int64> {
            let jitter = (index * 7_919) % 20_000
            let time = timeline.mediaTime(of: 90_000_000 + index * 33_333, arrival: index * 33_333 + jitter)
            worst = max(worst, abs(time - index * 33_333 - 10_000))
        }
        #expect(worst <= 10_000)
    }

    @Test func followsAClockThatRunsFast() {
        var timeline = LiveTimeline()
        var last: Int64 = 0
        // An hour at 200 ppm.
        for index in 0..<108_000 as Range<Int64> {
            let arrival = index * 33_333
            last = timeline.mediaTime(of: arrival + arrival / 5_000, arrival: arrival) - arrival
        }
        #expect(abs(last) < 5_000)
    }

    /// What a pipe held while nobody read it comes at once, and then the source keeps real time.
    @Test func aBurstDoesNotMoveNeighboursAgainstEachOther() {
        var timeline = LiveTimeline()
        var last: Int64?
        for index in 0..<1_000 as Range<Int64> {
            let time = index * 14_000
            let media = timeline.mediaTime(of: time, arrival: max(index * 100, time - 1_900_000))
            if let last { #expect(abs(media - last - 14_000) <= 500) }
            last = media
        }
    }

    @Test func beginsAnewAfterAJump() {
        var timeline = LiveTimeline()
        #expect(timeline.mediaTime(of: 5_000_000, arrival: 100) == 100)
        #expect(timeline.mediaTime(of: 0, arrival: 40_100) == 40_100)
        #expect(timeline.mediaTime(of: 40_000, arrival: 80_100) == 80_100)
    }
}
