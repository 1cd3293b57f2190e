import Testing

@testable import StreamCapture

@Suite struct LiveTimelineTests {
    @Test func `jitter is removed`() {
        var timeline = LiveTimeline()
        var worst: Int64 = 0
        for index in 0..<3_000 as Range<Int64> {
            let jitter = (index * 7_919) % 20_000
            let time = timeline.mediaTime(of: 90_000_000 + index * 33_333, arrival: index * 33_333 + jitter)
            worst = max(worst, abs(time - index * 33_333 - 10_000))
        }
        #expect(worst <= 10_000)
    }

    @Test func `a clock that runs fast is followed`() {
        var timeline = LiveTimeline()
        var last: Int64 = 0
        // An hour at 200 ppm.
        for index in 0..<108_000 as Range<Int64> {
            let arrival = index * 33_333
            last = timeline.mediaTime(of: arrival + arrival / 5_000, arrival: arrival) - arrival
        }
        #expect(abs(last) < 5_000)
    }

    /// Early packets at the start move neighbours only slightly against each other.
    @Test func `corrections are small steps`() {
        var timeline = LiveTimeline()
        var last: Int64?
        for index in 0..<10_000 as Range<Int64> {
            let time = index * 14_000
            let media = timeline.mediaTime(of: time, arrival: max(index * 100, time - 500_000))
            if let last { #expect(abs(media - last - 14_000) <= 500) }
            last = media
        }
        #expect(abs((last ?? 0) - (9_999 * 14_000 - 500_000)) < 5_000)
    }

    /// Pictures and sound arrive in blocks, one kind after the other, and the sound is older.
    @Test func `a stream that a container writes later does not move the time line`() {
        var timeline = LiveTimeline()
        var error: Int64 = 0
        for block in 0..<100 as Range<Int64> {
            let start = block * 320_000
            // The last picture arrives at its capture time, and all others with it.
            let arrival = start + 280_000
            for picture in 0..<8 as Range<Int64> {
                let time = start + picture * 40_000
                error = timeline.mediaTime(of: time, arrival: arrival) - time
            }
            for audio in 0..<15 as Range<Int64> {
                _ = timeline.mediaTime(of: start - 320_000 + audio * 21_333, arrival: arrival)
            }
        }
        #expect(abs(error) < 5_000)
    }

    @Test func `the time line starts again after a jump`() {
        var timeline = LiveTimeline()
        #expect(timeline.mediaTime(of: 5_000_000, arrival: 100) == 100)
        #expect(timeline.mediaTime(of: 0, arrival: 40_100) == 40_100)
        #expect(timeline.mediaTime(of: 40_000, arrival: 80_100) == 80_100)
    }
}
