import StreamCapture
import Testing

@Suite struct FrameDropperTests {
    /// 10 frames a second.
    private var dropper = FrameDropper(period: 100_000)

    @Test mutating func theNewestIsAlwaysWanted() {
        #expect(dropper.shouldEncode(capturedAt: 0, now: 10_000_000, isNewest: true) == true)
        #expect(dropper.dropped == 0)
    }

    @Test mutating func aFrameInTimeIsWantedThoughANewerWaits() {
        #expect(dropper.shouldEncode(capturedAt: 0, now: 2 * 100_000, isNewest: false) == true)
    }

    @Test func aHiccupOfATenthOfASecondCostsNoFrameHoweverShortTheyAre() {
        var dropper = FrameDropper(period: 16_667)
        #expect(dropper.shouldEncode(capturedAt: 0, now: 100_000, isNewest: false) == true)
        #expect(dropper.shouldEncode(capturedAt: 0, now: 100_001, isNewest: false) == false)
    }

    @Test mutating func aLateFrameGivesWayAndIsCounted() {
        #expect(dropper.shouldEncode(capturedAt: 0, now: 2 * 100_000 + 2, isNewest: false) == false)
        #expect(dropper.shouldEncode(capturedAt: 100_000, now: 400_000, isNewest: false) == false)
        #expect(dropper.dropped == 2)
    }

    @Test(arguments: [Int64.min, -1, .max]) mutating func impossibleTimesDropNothing(captureTime: Int64) {
        #expect(dropper.shouldEncode(capturedAt: captureTime, now: 0, isNewest: true) == true)
        _ = dropper.shouldEncode(capturedAt: captureTime, now: .max, isNewest: false)
    }
}
