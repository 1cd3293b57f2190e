import StreamCapture
import Testing

@Suite struct FrameDropperTests {
    /// 10 frames per second.
    private var dropper = FrameDropper(period: 100_000)

    @Test mutating func `the newest picture is always encoded`() {
        #expect(dropper.shouldEncode(capturedAt: 0, now: 10_000_000, isNewest: true) == true)
        #expect(dropper.dropped == 0)
    }

    @Test mutating func `a picture in time is encoded although a newer one waits`() {
        #expect(dropper.shouldEncode(capturedAt: 0, now: 2 * 100_000, isNewest: false) == true)
    }

    @Test func `a delay of a tenth of a second drops no picture at any frame rate`() {
        var dropper = FrameDropper(period: 16_667)
        #expect(dropper.shouldEncode(capturedAt: 0, now: 100_000, isNewest: false) == true)
        #expect(dropper.shouldEncode(capturedAt: 0, now: 100_001, isNewest: false) == false)
    }

    @Test mutating func `a late picture is dropped and counted`() {
        #expect(dropper.shouldEncode(capturedAt: 0, now: 2 * 100_000 + 2, isNewest: false) == false)
        #expect(dropper.shouldEncode(capturedAt: 100_000, now: 400_000, isNewest: false) == false)
        #expect(dropper.dropped == 2)
    }

    @Test(arguments: [Int64.min, -1, .max]) mutating func `impossible times drop nothing`(captureTime: Int64) {
        #expect(dropper.shouldEncode(capturedAt: captureTime, now: 0, isNewest: true) == true)
        _ = dropper.shouldEncode(capturedAt: captureTime, now: .max, isNewest: false)
    }
}
