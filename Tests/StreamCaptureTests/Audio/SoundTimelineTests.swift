import Testing

@testable import StreamCapture

@Suite struct SoundTimelineTests {
    private func timeline(_ timing: AudioTiming = .recorded) -> SoundTimeline {
        SoundTimeline(sampleRate: 48_000, blockSize: 1_024, timing: timing)
    }

    @Test func countsSamplesFromTheFirstBlock() {
        var timeline = timeline()
        #expect(place(&timeline, 5_000) == .go(partsPerMillion: 0))
        timeline.advance(by: 480)
        #expect(place(&timeline, 15_000) == .go(partsPerMillion: 0))
        #expect(timeline.time(ofSample: 0) == 5_000)
        #expect(timeline.time(ofSample: -1_024) == 5_000 - 21_333)
        #expect(timeline.time(ofSample: 48_000 * 86_400 * 365) == 5_000 + 86_400_000_000 * 365)
    }

    @Test func fillsAShortGap() {
        var timeline = timeline()
        _ = place(&timeline, 0)
        timeline.advance(by: 480)
        #expect(place(&timeline, 510_000) == .fill(24_000))
    }

    @Test func skipsALongGapFromTheEndOfABlock() {
        var timeline = timeline()
        _ = place(&timeline, 0)
        timeline.advance(by: 480)
        #expect(place(&timeline, 2_010_000, waiting: 480) == .skip(96_000 - 544))
    }

    @Test func leavesOutWhatIsTooMuch() {
        var timeline = timeline()
        _ = place(&timeline, 0)
        timeline.advance(by: 48_000)
        #expect(place(&timeline, 900_000) == .discard(4_800))
        #expect(place(&timeline, 900_000, discarding: 4_800) == .go(partsPerMillion: 0))
    }

    @Test func takesSoundWithoutATimeForTheNext() {
        var timeline = timeline()
        _ = place(&timeline, 0)
        timeline.advance(by: 48_000)
        #expect(place(&timeline, nil) == .go(partsPerMillion: 0))
        #expect(place(&timeline, .max) == .go(partsPerMillion: 0))
    }

    private func place(
        _ timeline: inout SoundTimeline,
        _ time: Int64?,
        waiting: Int = 0,
        discarding: Int = 0
    ) -> SoundTimeline.Action {
        timeline.place(at: time, duration: 10_000, held: 0, waiting: waiting, discarding: discarding)
    }
}
