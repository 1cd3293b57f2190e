import Containers
import Platform
import StreamProtocol
import TestSupport
import Testing

@testable import StreamRecording

@Suite struct StreamRecoveryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Records pictures in a folder of a stream; the recording ends as if the program were killed, unless `ends`.
    private func record(
        _ source: inout MadeSource,
        pictures: Int,
        resume: [ResumePoint] = [],
        ends: Bool = false
    ) throws -> RecordingWork {
        var work = RecordingWork(
            SegmentFolder(folder.path("live"), hasHook: true),
            Segmenter(segmentDuration: 2_000_000, line: 9, resume: resume)
        )
        func settle() throws {
            while let action = work.segmenter.next(at: source.now) { _ = try work.perform(action) }
        }
        for input in try source.opening { work.segmenter.take(input) }
        for _ in 0..<pictures {
            for input in source.next() { work.segmenter.take(input) }
            try settle()
        }
        if ends {
            work.segmenter.take(.end)
            try settle()
        }
        return work
    }

    private func recover() throws -> StreamRecovery.Result {
        var recovery = StreamRecovery(SegmentFolder(folder.path("live"), hasHook: true), at: 5)
        return try recovery.run()
    }

    private func journal() throws -> DayJournal {
        try SegmentFolder(folder.path("live"), hasHook: true).journal(of: "2026-11-22")
    }

    @Test func `a recording has its files, a journal, a playlist, and hooks that are due`() throws {
        var source = MadeSource()
        _ = try record(&source, pictures: 120, ends: true)
        let names = try #require(Folder.names(in: folder.path("live/2026-11-22"))).sorted()
        #expect(
            names == [
                "14-30-00Z.init.mp4", "14-30-00Z.mp4", "14-30-02Z.init.mp4", "14-30-02Z.mp4", "14-30-04Z.init.mp4",
                "14-30-04Z.mp4", "index.m3u8", "journal.jsonl",
            ]
        )
        let result = try recover()
        #expect(result.repaired.isEmpty)
        #expect(result.hooksDue.map(\.entry.file) == ["14-30-00Z.mp4", "14-30-02Z.mp4", "14-30-04Z.mp4"])
        #expect(result.days.map(\.count) == [3])
        let positions = source.sequences.reduce(into: [:]) { positions, entry in
            positions[entry.key.rawValue] = ResumePoint.Position(epoch: 1, next: entry.value)
        }
        #expect(result.resume.map(\.positions) == [positions])
        #expect(result.resume.map(\.streamInstance) == [7])
    }

    @Test func `the next start finishes what was cut, and goes on where it ended`() throws {
        var source = MadeSource()
        _ = try record(&source, pictures: 80)
        let result = try recover()
        #expect(result.repaired.map(\.file) == ["14-30-02Z.mp4"])
        #expect(result.failures == [])
        // The relay's history is what came since.
        var rest = MadeSource()
        let work = try record(&rest, pictures: 200, resume: result.resume, ends: true)
        #expect(work.segmenter.ledger.missing == 0)
        let spans = try journal().segments.flatMap { $0.spans ?? [] }
        for (track, count) in rest.sequences {
            var next: UInt64 = 0
            for span in spans.filter({ $0.track == track.rawValue }).sorted(by: { $0.first < $1.first }) {
                #expect(span.first == next)
                next = span.next
            }
            #expect(next == count)
        }
        #expect(try recover().repaired.isEmpty)
    }

    @Test func `a file that ends anywhere is finished, and its account is right`() throws {
        var source = MadeSource()
        _ = try record(&source, pictures: 49)
        let path = folder.path("live/2026-11-22/14-30-00Z.mp4.part")
        let whole = try OpenFile(path).readAll(limit: .max)
        let lines = try OpenFile(folder.path("live/2026-11-22/journal.jsonl")).readAll(limit: .max)
        var random = SeededGenerator(seed: 5)
        var seen: Set<UInt64> = []
        for _ in 0..<60 {
            let length = Int.random(in: 0...whole.count, using: &random)
            for name in ["14-30-00Z.mp4", "index.m3u8"] { unlink(folder.path("live/2026-11-22/\(name)")) }
            try folder.write(whole[..<length], to: "live/2026-11-22/14-30-00Z.mp4.part")
            try folder.write(lines, to: "live/2026-11-22/journal.jsonl")
            let result = try recover()
            #expect(result.failures == [])
            #expect(FileStatus(path: path) == nil)
            guard result.repaired.count == 1 else {
                // Not even the first part was whole.
                seen.insert(0)
                continue
            }
            let file = try OpenFile(folder.path("live/2026-11-22/14-30-00Z.mp4"))
            let index = try MP4Index(size: try file.status.size, file.read)
            let entry = try #require(try journal().segments.first)
            #expect(index.isComplete)
            #expect(entry.spans == index.account.spans)
            #expect(entry.streamInstance == 7)
            #expect(entry.line == "9")
            #expect(entry.hook == true)
            seen.insert((entry.spans ?? []).reduce(0) { $0 + $1.recorded })
        }
        // Nothing; a part of 0.5 s, or two; the group of 25 pictures; that and a part of the next one.
        #expect(seen == [0, 36, 72, 75, 111])
    }

    @Test func `a finished file without its entry gets one, and a file of others stays`() throws {
        var source = MadeSource()
        _ = try record(&source, pictures: 50, ends: true)
        unlink(folder.path("live/2026-11-22/journal.jsonl"))
        try folder.write("mine", to: "live/2026-11-22/holiday.mp4")
        try folder.write("mine", to: "live/2026-11-22/holiday.mp4.part")
        try folder.write("mine", to: "live/2026-11-22/15-00-00Z.mp4")
        let result = try recover()
        #expect(result.failures.count == 1)
        #expect(FileStatus(path: folder.path("live/2026-11-22/15-00-00Z.mp4")) != nil)
        #expect(result.repaired.map(\.file) == ["14-30-00Z.mp4"])
        #expect(try journal().segments.count == 1)
        #expect(String(decoding: try folder.bytes(of: "live/2026-11-22/holiday.mp4.part"), as: UTF8.self) == "mine")
    }

    @Test func `the clock may be set back: no file is overwritten`() throws {
        var source = MadeSource()
        _ = try record(&source, pictures: 50, ends: true)
        var again = MadeSource(instance: 8)
        _ = try record(&again, pictures: 50, ends: true)
        #expect(try journal().segments.map(\.file) == ["14-30-00Z.mp4", "14-30-00Z-2.mp4"])
    }

    @Test func `a stream without recordings has nothing to recover`() throws {
        let result = try recover()
        #expect(result.days.isEmpty && result.resume.isEmpty)
    }
}
