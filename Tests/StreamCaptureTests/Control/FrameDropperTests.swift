import StreamCapture
import Testing

@Suite struct FrameDropperTests {
    private var dropper = FrameDropper(period: 33_333)

    @Test mutating func theNewestIsAlwaysWanted() {
        #expect(dropper.shouldEncode(capturedAt: 0, now: 10_000_000, isNewest: true) == true)
        #expect(dropper.dropped == 0)
    }

    @Test mutating func aFrameInTimeIsWantedThoughANewerWaits() {
        #expect(dropper.shouldEncode(capturedAt: 0, now: 2 * 33_333, isNewest: false) == true)
    }

    @Test mutating func aLateFrameGivesWayAndIsCounted() {
        #expect(dropper.shouldEncode(capturedAt: 0, now: 2 * 33_333 + 2, isNewest: false) == false)
        #expect(dropper.shouldEncode(capturedAt: 33_333, now: 200_000, isNewest: false) == false)
        #expect(dropper.dropped == 2)
    }

    @Test(arguments: [Int64.min, -1, .max]) mutating func impossibleTimesDropNothing(captureTime: Int64) {
        #expect(dropper.shouldEncode(capturedAt: captureTime, now: 0, isNewest: true) == true)
        _ = dropper.shouldEncode(capturedAt: captureTime, now: .max, isNewest: false)
    }
}
