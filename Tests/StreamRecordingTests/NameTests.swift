import StreamProtocol
import Testing
import TestSupport

@testable import StreamRecording

@Suite struct SegmentNameTests {
    @Test(arguments: [
        (Int64(0), "1970-01-01", "00-00-00Z.mp4"),
        (1_795_271_400_000_000, "2026-11-21", "14-30-00Z.mp4"),
        (951_782_399_999_999, "2000-02-28", "23-59-59Z.mp4"),
        (951_782_400_000_000, "2000-02-29", "00-00-00Z.mp4"),
        (253_402_300_799_000_000, "9999-12-31", "23-59-59Z.mp4"),
        (Int64.max, "9999-12-31", "23-59-59Z.mp4"), (-5, "1970-01-01", "00-00-00Z.mp4"),
    ]) func `a name says when the segment begins`(_ example: (time: Int64, day: String, file: String)) throws {
        let name = SegmentName(at: example.time)
        #expect(name.day == example.day)
        #expect(name.file == example.file)
        let read = try #require(SegmentName(day: name.day, file: name.file))
        #expect(read == name)
        #expect(read.time == min(max(example.time, 0), 253_402_300_799_000_000) / 1_000_000 * 1_000_000)
    }

    @Test func `every day of four centuries is written and read`() throws {
        for day in stride(from: Int64(0), to: 146_097, by: 1) {
            let time = CivilTime(day * 86_400_000_000)
            let read = try #require(CivilTime(date: time.dateText))
            guard read == time, read.microseconds == day * 86_400_000_000 else {
                Issue.record("day \(day) is \(time.dateText)")
                return
            }
        }
    }

    @Test func `segments of the same second have numbers, and stand in order`() throws {
        let first = SegmentName(at: 1_795_271_400_000_000)
        let second = try #require(first.next)
        #expect(second.file == "14-30-00Z-2.mp4")
        #expect(first < second)
        #expect(second < SegmentName(at: 1_795_271_401_000_000))
        #expect(SegmentName(day: second.day, file: second.growingFile) == second)
        #expect(SegmentName(day: second.day, file: second.initializationFile) == second)
    }

    @Test(arguments: [
        "14-30-00.mp4", "24-00-00Z.mp4", "14-60-00Z.mp4", "14-30-60Z.mp4", "1-30-00Z.mp4", "14-30-00Z-1.mp4",
        "14-30-00Z-.mp4", "14-30-00Z-99999.mp4", "journal.jsonl", "index.m3u8", "", "a-b-cZ.mp4", "14-30-00Z-2-3.mp4",
    ]) func `other files are none of a segment`(_ file: String) {
        #expect(SegmentName(day: "2026-11-22", file: file) == nil)
    }

    @Test(arguments: ["2026-02-29", "2026-13-01", "2026-00-10", "2026-1-01", "20261-01-1", "2026-11-31", "x"])
    func `other folders are no days`(_ text: String) {
        #expect(CivilTime(date: text) == nil)
    }

    @Test(arguments: ["live", "studio/camera-2", "a.b/~c/_", "studio", "...", "-rf"])
    func `a stream has a folder without slashes, and the folder names the stream`(_ text: String) throws {
        let name = try StreamName(text)
        #expect(!name.folder.contains("/"))
        #expect(StreamName(folder: name.folder) == name)
    }

    @Test(arguments: ["..", "a+..", "a+", "+a", "a/b", "", "lost+found/", "2026 11"])
    func `a folder that no stream has is none of a stream`(_ folder: String) {
        #expect(StreamName(folder: folder) == nil)
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", Int64(0)), ("2026-11-22T14:30:00.25Z", 1_795_357_800_250_000),
        ("2026-11-22T14:30:00.123456Z", 1_795_357_800_123_456),
    ]) func `times are read and written`(_ example: (text: String, time: Int64)) {
        #expect(CivilTime.microseconds(of: example.text) == example.time)
        #expect(CivilTime.microseconds(of: CivilTime.text(example.time)) == example.time / 1_000 * 1_000)
    }

    @Test(arguments: [
        "2026-11-22", "2026-11-22 14:30:00Z", "2026-11-22T14:30:00", "2026-11-22T14:30:00.Z",
        "2026-11-22T14:30:00.1234567Z",
        "2026-11-22T25:30:00Z", "2026-11-22T14:30:00+0Z",
    ]) func `texts that are no time are refused`(_ text: String) {
        #expect(CivilTime.microseconds(of: text) == nil)
    }
}
