import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

/// Streams with gradual frames: where viewers begin, and what the log keeps for them.
@Suite struct GradualStartTests {
    private var entries = EntryFactory()
    private var log = FrameLog(bounds: FrameLog.Bounds(duration: .seconds(10), bytes: 1 << 20))

    /// A track table, at position 0. Position and sequence number of a frame differ by 1.
    init() throws {
        log.append(try entries.tracks())
    }

    private mutating func append(_ flags: [FrameHeader.Flags]) throws {
        for flags in flags { log.append(try entries.frame(flags: flags)) }
    }

    private func join(_ start: Hello.Start = .randomAccessPoint) -> Cursor {
        Cursor(joining: log, at: start, kinds: .all, now: entries.now)
    }

    private func frames(_ range: ClosedRange<UInt64>) -> [Given] {
        range.map { .frame(.zero, epoch: 1, sequence: $0) }
    }

    /// The flags of the frames, and the position at which a viewer begins.
    @Test(
        arguments: [
            ([.gradual, []], 1),
            ([.gradual, [], .recovered, .gradual, []], 1),
            ([.gradual, .recovered, .gradual, .recovered, []], 3),
            ([[.gradual, .recovered], [], [.gradual, .recovered], []], 3),
            ([.randomAccess, [], .gradual, []], 1),
            ([.randomAccess, .gradual, .recovered, []], 2),
            ([.gradual, .recovered, .randomAccess, []], 3),
            ([.recovered, .gradual, []], 2),
        ] as [([FrameHeader.Flags], Int)]
    )
    mutating func `a viewer begins at the best start`(_ flags: [FrameHeader.Flags], position: Int) throws {
        try append(flags)
        #expect(log.newestRandomAccess(for: .all) == position)
        var cursor = join()
        let given = cursor.drain(log)
        #expect(given == [.tracks(epoch: 1)] + frames(UInt64(position - 1)...UInt64(flags.count - 1)))
    }

    @Test mutating func `waiting viewers begin at a gradual frame if it comes first`() throws {
        var waiting = [Hello.Start.randomAccessPoint, .next].map { start in
            Cursor(
                joining: FrameLog(bounds: FrameLog.Bounds(duration: .seconds(10), bytes: 1 << 20)),
                at: start,
                kinds: .all,
                now: entries.now
            )
        }
        try append([[], [], .gradual, []])
        for index in waiting.indices {
            let given = waiting[index].drain(log)
            #expect(given == [.tracks(epoch: 1)] + frames(2...3))
        }
    }

    @Test mutating func `the log keeps what a late joiner needs`() throws {
        let late = entries.now + .seconds(60)
        try append([.randomAccess, [], .gradual, []])
        #expect(log.firstKept(at: late) == 1, "the gradual frame has not recovered")
        try append([.recovered, []])
        #expect(log.firstKept(at: late) == 3)
        try append([.gradual, []])
        #expect(log.firstKept(at: late) == 3)
        try append([.recovered])
        #expect(log.firstKept(at: late) == 7)
    }

    /// The log is too short for its best start.
    @Test mutating func `a start that the log has dropped is none`() throws {
        try append([.randomAccess, .gradual, [], .recovered, .gradual, []])
        log.drop(before: 3)
        #expect(log.newestRandomAccess(for: .all) == 5)
        #expect(log.newestPicture(for: .all) == nil)
        log.drop(before: 6)
        #expect(log.newestRandomAccess(for: .all) == nil)
        #expect(log.firstKept(at: entries.now + .seconds(60)) == log.end)
    }

    /// The flags of frames that come every 100 ms, the history that is asked for, and the position and age of the first
    /// frame that is sent.
    @Test(
        arguments: [
            ([.gradual, [], .recovered, [], .gradual, [], .recovered, [], .gradual, []], 300, 5, 500),
            ([.gradual, [], .recovered, [], .gradual, [], .recovered, [], .gradual, []], 600, 1, 900),
            ([.gradual, [], .recovered, [], .gradual, [], .recovered, [], .gradual, []], 5_000, 1, 900),
            // The newest gradual frame is old enough, and has no right picture yet.
            ([.gradual, [], .recovered, [], .gradual, [], .recovered, [], .gradual, []], 100, 5, 500),
            ([[.gradual, .recovered], [], [.gradual, .recovered], []], 100, 3, 100),
            ([[.gradual, .recovered], [], [.gradual, .recovered], []], 101, 1, 300),
            ([.gradual, [], []], 100, 1, 200),
            ([.gradual, [], []], 5_000, 1, 200),
            // A random access point ends the recovery.
            ([.gradual, [], .randomAccess, .recovered, []], 5_000, 3, 200),
            ([.gradual, .gradual, .recovered, []], 5_000, 2, 200),
            ([.randomAccess, .gradual, .recovered, []], 200, 2, 200),
            ([.randomAccess, .gradual, .recovered, []], 300, 1, 300),
        ] as [([FrameHeader.Flags], Int64, Int, Int64)]
    )
    mutating func `a history begins at a start that is old enough`(
        _ flags: [FrameHeader.Flags],
        history: Int64,
        position: Int,
        granted: Int64
    ) throws {
        for flags in flags {
            entries.now = entries.now + .milliseconds(100)
            try append([flags])
        }
        var cursor = joinHistory(.milliseconds(history))
        #expect(cursor.history == .milliseconds(granted))
        let given = cursor.drain(log)
        #expect(given == [.tracks(epoch: 1)] + frames(UInt64(position - 1)...UInt64(flags.count - 1)))
    }

    @Test mutating func `a gradual frame that the log has dropped begins no history`() throws {
        try append([.gradual, [], .recovered, .gradual, []])
        log.drop(before: 2)
        entries.now = entries.now + .seconds(1)
        #expect(log.randomAccess(for: .all, aged: .seconds(1), at: entries.now) == 4, "the log has no start")
        #expect(log.history(for: .all, at: entries.now) == .seconds(1))
        log.drop(before: 5)
        try append([.recovered])
        #expect(log.randomAccess(for: .all, aged: .zero, at: entries.now) == nil)
        #expect(log.history(for: .all, at: entries.now) == nil)
        try append([.gradual, .recovered, []])
        #expect(log.randomAccess(for: .all, aged: .hours(1), at: entries.now) == 7)
        #expect(log.oldestRandomAccess(for: .all, from: log.start) == 7)
    }

    @Test mutating func `no frame of a later epoch recovers a gradual frame`() throws {
        try append([.gradual, []])
        log.append(try entries.tracks(epoch: 2))
        try append([.recovered, []])
        #expect(log.randomAccess(for: .all, aged: .zero, at: entries.now) == nil)
        log.append(try entries.tracks(epoch: 2))
        try append([.gradual])
        log.append(try entries.tracks(epoch: 2))
        try append([.recovered])
        #expect(log.randomAccess(for: .all, aged: .zero, at: entries.now) == 7, "a table of the same epoch")
    }

    private func joinHistory(_ history: TimeAmount) -> Cursor {
        Cursor(joining: log, at: .randomAccessPoint, history: history, kinds: .all, now: entries.now)
    }

    /// To ask as often as a viewer that has no picture would cost the others, which have one.
    @Test mutating func `a viewer of random access points gets no gradual frames`() throws {
        try append([.gradual, [], .recovered, []])
        var cursor = Cursor(
            joining: log,
            at: .randomAccessPoint,
            kinds: .all,
            wantsOnlyRandomAccess: true,
            now: entries.now
        )
        let given = cursor.drain(log)
        #expect(given == [.tracks(epoch: 1)])
        let wanted = cursor.catchUp(in: log, bound: .seconds(1), now: entries.now)
        #expect(wanted == .noRandomAccess)
        try append([.randomAccess])
        let point = cursor.drain(log)
        #expect(point == frames(4...4))
        let isStillWanted = cursor.catchUp(in: log, bound: .seconds(1), now: entries.now)
        #expect(isStillWanted == nil)
    }

    /// Late pictures are better than none.
    @Test mutating func `a late viewer skips only to a frame that has recovered`() throws {
        try append([.gradual, .recovered, []])
        var cursor = join()
        _ = cursor.drain(log)
        try append([[], .gradual, []])
        let late = entries.now + .seconds(5)
        let wanted = cursor.catchUp(in: log, bound: .seconds(1), now: late)
        #expect(wanted == .lag)
        try append([.recovered])
        let isStillWanted = cursor.catchUp(in: log, bound: .seconds(1), now: late)
        #expect(isStillWanted == nil)
        let given = cursor.drain(log)
        #expect(given == [.gap(.zero, epoch: 1, first: 3, count: 1)] + frames(4...6))
    }

    @Test mutating func `a viewer without a picture goes on at a gradual frame`() throws {
        try append([.randomAccess, []])
        var cursor = join()
        _ = cursor.drain(log)
        try append([[], []])
        cursor.skipDroppedEntries(before: log.end, in: log)
        log.drop(before: log.end)
        try append([[], .gradual, []])
        let given = cursor.drain(log)
        #expect(
            given == [.gap(.zero, epoch: 1, first: 2, count: 2), .gap(.zero, epoch: 1, first: 4, count: 1)]
                + frames(5...6)
        )
    }
}
