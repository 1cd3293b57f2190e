import Testing

@testable import StreamCapture

@Suite struct AudioTimelineTests {
    private func timeline(_ timing: AudioTiming = .recorded) -> AudioTimeline {
        AudioTimeline(sampleRate: 48_000, blockSize: 1_024, timing: timing)
    }

    @Test func `samples are counted from the first block`() {
        var timeline = timeline()
        #expect(align(&timeline, 5_000) == .accept(partsPerMillion: 0))
        timeline.advance(by: 480)
        #expect(align(&timeline, 15_000) == .accept(partsPerMillion: 0))
        #expect(timeline.time(ofSample: 0) == 5_000)
        #expect(timeline.time(ofSample: -1_024) == 5_000 - 21_333)
        #expect(timeline.time(ofSample: 48_000 * 86_400 * 365) == 5_000 + 86_400_000_000 * 365)
    }

    @Test func `a short gap is filled`() {
        var timeline = timeline()
        _ = align(&timeline, 0)
        timeline.advance(by: 480)
        #expect(align(&timeline, 510_000) == .fill(24_000))
    }

    @Test func `a long gap is skipped from the end of a block`() {
        var timeline = timeline()
        _ = align(&timeline, 0)
        timeline.advance(by: 480)
        #expect(align(&timeline, 2_010_000, waiting: 480) == .skip(96_000 - 544))
    }

    @Test func `surplus samples are left out`() {
        var timeline = timeline()
        _ = align(&timeline, 0)
        timeline.advance(by: 48_000)
        #expect(align(&timeline, 900_000) == .discard(4_800))
        #expect(align(&timeline, 900_000, discarding: 4_800) == .accept(partsPerMillion: 0))
    }

    @Test func `a block without a time follows the last one`() {
        var timeline = timeline()
        _ = align(&timeline, 0)
        timeline.advance(by: 48_000)
        #expect(align(&timeline, nil) == .accept(partsPerMillion: 0))
        #expect(align(&timeline, .max) == .accept(partsPerMillion: 0))
    }

    private func align(
        _ timeline: inout AudioTimeline,
        _ time: Int64?,
        waiting: Int = 0,
        discarding: Int = 0
    ) -> AudioTimeline.Action {
        timeline.align(at: time, duration: 10_000, held: 0, waiting: waiting, discarding: discarding)
    }
}
