import Testing

@testable import StreamRecording

@Suite struct ExportTimelineTests {
    private static let second: Int64 = 1_000_000

    @Test func `files of one time line stay where they are, though sound is older than the last picture`() {
        var timeline = ExportTimeline()
        #expect(timeline.place(line: "a", first: 5 * Self.second, wall: 100 * Self.second).shift == -5 * Self.second)
        timeline.note(10 * Self.second, wall: 110 * Self.second)
        let second = timeline.place(line: "a", first: 15 * Self.second - 48_000, wall: 110 * Self.second - 48_000)
        #expect(second.shift == -5 * Self.second)
    }

    @Test func `files of two time lines are as far apart as by the wall clock, and never overlap`() {
        var timeline = ExportTimeline()
        _ = timeline.place(line: "a", first: 5 * Self.second, wall: 100 * Self.second)
        timeline.note(10 * Self.second, wall: 110 * Self.second)
        #expect(timeline.place(line: "b", first: 0, wall: 130 * Self.second).shift == 30 * Self.second)
        timeline.note(40 * Self.second, wall: 140 * Self.second)
        // The wall clock was set back.
        #expect(timeline.place(line: nil, first: 0, wall: 20 * Self.second).shift == 40 * Self.second + 100_000)
    }
}
