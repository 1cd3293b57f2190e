import Testing

@testable import StreamCapture

@Suite struct PictureTimesTests {
    @Test func `pictures are counted and get their own times back`() {
        var times = PictureTimes(framePeriod: 33_333)
        let own: [Int64] = [5_000, 38_000, 72_500]
        #expect(own.map { times.count($0).tick } == [0, 1, 2])
        for (tick, time) in own.enumerated() {
            let found = times.times(presentation: Int64(tick), decode: Int64(tick))
            #expect(found.presentation == time && found.decode == time)
        }
    }

    @Test func `a time that is missing is a period after the last`() {
        var times = PictureTimes(framePeriod: 40_000)
        #expect(times.count(nil).time == 0)
        #expect(times.count(10_000).time == 10_000)
        #expect(times.count(nil).time == 50_000)
    }

    @Test func `a time that is not after the last is half a period behind it until times grow again`() {
        var times = PictureTimes(framePeriod: 40_000)
        let found = [0, 40_000, 40_000, 30_000, 85_000, 120_000].map { times.count($0).time }
        #expect(found == [0, 40_000, 60_000, 80_000, 85_000, 120_000])
    }

    @Test func `times that step back continue a period behind the last`() {
        var times = PictureTimes(framePeriod: 40_000)
        let found = [4_000_000, 4_040_000, 0, 40_000, 80_000].map { times.count($0).time }
        #expect(found == [4_000_000, 4_040_000, 4_080_000, 4_120_000, 4_160_000])
    }

    @Test func `impossible times are ignored`() {
        var times = PictureTimes(framePeriod: 40_000)
        _ = times.count(0)
        #expect([Int64.max, .min].map { times.count($0).time } == [40_000, 80_000])
    }

    @Test func `decode times before the first picture are computed and never go back`() {
        var times = PictureTimes(framePeriod: 10)
        for time in [1_000, 1_010, 1_020, 1_030] as [Int64] { _ = times.count(time) }
        let out = [(0, -1), (2, 0), (1, 1), (3, 2)].map {
            times.times(presentation: Int64($0.0), decode: Int64($0.1))
        }
        #expect(out.map(\.presentation) == [1_000, 1_020, 1_010, 1_030])
        #expect(out.map(\.decode) == [990, 1_000, 1_010, 1_020])
    }

    @Test func `an encoder without times gives the time of the newest picture`() {
        var times = PictureTimes(framePeriod: 10)
        _ = times.count(500)
        let out = times.times(presentation: nil, decode: nil)
        #expect(out.presentation == 500 && out.decode == 500)
    }

    @Test func `ticks that no picture had are answered too`() {
        var times = PictureTimes(framePeriod: 10)
        #expect(times.times(presentation: 3, decode: 2).presentation == 0)
        _ = times.count(100)
        #expect(times.times(presentation: 5, decode: 5).presentation == 150)
    }

    @Test func `an encoder that never answers uses no more memory`() {
        var times = PictureTimes(framePeriod: 10)
        for index in 0..<3_000 { _ = times.count(Int64(index) * 10) }
        #expect(times.times(presentation: 2_999, decode: 2_999).presentation == 29_990)
        #expect(times.times(presentation: 2_999, decode: 2_999).decode == 29_990)
    }
}

@Suite struct KeyFrameScheduleTests {
    @Test func `a key frame is due at its time, within half a period`() {
        var schedule = KeyFrameSchedule(.seconds(2), framePeriod: 33_333)
        #expect(!schedule.isDue(at: 0))
        schedule.keyFrameEncoded(at: 0)
        #expect(!schedule.isDue(at: 1_966_666))
        #expect(schedule.isDue(at: 1_990_000))
        #expect(schedule.isDue(at: 2_000_000))
        schedule.keyFrameEncoded(at: 2_000_000)
        #expect(!schedule.isDue(at: 2_033_333))
    }

    @Test func `an interval in frames is left to the encoder`() {
        var schedule = KeyFrameSchedule(.frames(10), framePeriod: 33_333)
        schedule.keyFrameEncoded(at: 0)
        #expect(!schedule.isDue(at: 100_000_000))
    }

    @Test func `a key frame that comes out late does not turn the clock back`() {
        var schedule = KeyFrameSchedule(.seconds(1), framePeriod: 40_000)
        schedule.keyFrameEncoded(at: 1_000_000)
        schedule.keyFrameEncoded(at: 0)
        #expect(!schedule.isDue(at: 1_500_000))
    }
}
