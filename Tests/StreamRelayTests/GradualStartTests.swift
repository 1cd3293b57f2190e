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
