import Testing

@testable import StreamRecording

/// A queue that an expectation may change.
private final class MadeQueue {
    var queue = HookQueue()

    var count: Int { queue.count }
    var running: Int { queue.running }
    var deadline: Int64? { queue.deadline }

    @discardableResult
    func append(_ job: HookJob) -> Bool { queue.append(job) }

    func next(at now: Int64) -> HookJob? { queue.next(at: now) }

    func ended(_ job: HookJob, succeeded: Bool, at now: Int64) -> Bool {
        queue.ended(job, succeeded: succeeded, at: now)
    }
}

@Suite struct HookQueueTests {
    private func job(_ number: Int) -> HookJob {
        HookJob(
            stream: "a",
            folder: "a",
            day: "2026-11-22",
            entry: JournalEntry(.segment, at: 0, file: "\(number).mp4")
        )
    }

    @Test func `hooks run in order, and few at the same time`() {
        let queue = MadeQueue()
        for number in 0..<10 { #expect(queue.append(job(number))) }
        var running: [HookJob] = []
        while let next = queue.next(at: 0) { running.append(next) }
        #expect(running.map(\.entry.file) == (0..<HookQueue.parallelism).map { "\($0).mp4" })
        #expect(queue.ended(running[2], succeeded: true, at: 0))
        #expect(queue.next(at: 0)?.entry.file == "4.mp4")
        #expect(queue.next(at: 0) == nil)
        #expect(queue.count == 5)
    }

    @Test func `a hook that fails is tried again after a pause that grows, and given up in the end`() throws {
        let queue = MadeQueue()
        #expect(queue.append(job(1)))
        var now: Int64 = 5
        var pauses: [Int64] = []
        for attempt in 1...HookQueue.attempts {
            let next = try #require(queue.next(at: now))
            #expect(next.attempts == attempt - 1)
            let isDone = queue.ended(next, succeeded: false, at: now)
            #expect(isDone == (attempt == HookQueue.attempts))
            guard let deadline = queue.deadline else { break }
            #expect(queue.next(at: deadline - 1) == nil)
            pauses.append(deadline - now)
            now = deadline
        }
        #expect(pauses == [10_000_000, 40_000_000, 160_000_000, 640_000_000])
        #expect(queue.count == 0 && queue.running == 0 && queue.deadline == nil)
    }

    @Test func `there is room for a bounded number`() {
        let queue = MadeQueue()
        for number in 0..<HookQueue.capacity { queue.append(job(number)) }
        #expect(!queue.append(job(0)))
        _ = queue.next(at: 0)
        #expect(queue.append(job(0)))
    }
}

@Suite struct DayJournalTests {
    private func report(_ next: UInt64, instance: UInt64 = 5) -> SegmentReport {
        let span = FrameSpan(track: 1, epoch: 2, first: 10, recorded: next - 13, missing: 3)
        return SegmentReport(
            streamInstance: instance,
            start: 1_795_357_800_250_000,
            end: 1_795_357_801_250_000,
            duration: 1_000_000,
            bytes: 99,
            spans: [span],
            line: 0xabc,
            parts: []
        )
    }

    private func bytes(_ entries: [JournalEntry]) throws -> [UInt8] { try entries.flatMap { try $0.encoded() } }

    @Test func `entries are read as they were written`() throws {
        let name = SegmentName(at: 1_795_357_800_000_000)
        let start = SegmentStart(time: 7, streamInstance: .max, line: 9, initializationSegment: [])
        let entries = [
            JournalEntry(begin: name, start, at: 5), JournalEntry(name, report(20), hasHook: true, at: 6),
            JournalEntry(MissedFrames(streamInstance: 3, spans: report(30).spans), at: 7),
        ]
        for entry in entries { #expect(JournalEntry(line: try entry.encoded().dropLast()) == entry) }
        #expect(entries[0].streamInstance == .max)
    }

    @Test func `hooks are due until their entry, and there is a position for each instance`() throws {
        let names = (0..<3).map { SegmentName(at: Int64($0) * 1_000_000) }
        var entries = names.map { JournalEntry($0, report(20), hasHook: true, at: 0) }
        entries.append(JournalEntry(SegmentName(at: 9_000_000), report(50), hasHook: false, at: 0))
        entries.append(JournalEntry(.hook, at: 0, file: names[1].file))
        var journal = DayJournal(try bytes(entries))
        #expect(journal.hooksDue.map(\.file) == [names[0].file, names[2].file])
        #expect(journal.positions[5]?.positions == [1: ResumePoint.Position(epoch: 2, next: 50)])
        entries.append(JournalEntry(MissedFrames(streamInstance: 6, spans: report(15).spans), at: 0))
        journal = DayJournal(try bytes(entries))
        #expect(journal.positions[5]?.positions == [1: ResumePoint.Position(epoch: 2, next: 50)])
        #expect(journal.positions[6]?.positions == [1: ResumePoint.Position(epoch: 2, next: 15)])
    }

    @Test func `a journal that was cut anywhere, or damaged, loses what was cut`() throws {
        let names = (0..<4).map { SegmentName(at: Int64($0) * 1_000_000) }
        let whole = try bytes(names.map { JournalEntry($0, report(20), hasHook: true, at: 0) })
        for length in 0...whole.count {
            let lines = whole[..<length].count { $0 == UInt8(ascii: "\n") }
            let found = DayJournal(whole[..<length]).segments.count
            // A line without its line feed counts if it is whole.
            #expect(found == lines || found == lines + 1)
        }
        var damaged = whole
        damaged.replaceSubrange(3..<9, with: [0xff, 0, 10, 10, 0x7b, 0x22])
        #expect(DayJournal(damaged).segments.count == 3)
        #expect(DayJournal([UInt8](repeating: 0x5b, count: 5_000)).segments.isEmpty)
    }
}
