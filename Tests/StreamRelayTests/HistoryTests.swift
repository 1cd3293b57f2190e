import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct HistoryTests {
    private var entries = EntryFactory()
    private var log = FrameLog(bounds: FrameLog.Bounds(duration: .seconds(60), bytes: 1 << 24))

    private var now: NIODeadline { entries.now }

    /// Appends ten frames a second.
    ///
    /// - Parameter group: The frames from one random access point to the next.
    private mutating func append(_ count: Int, group: Int = 20) throws {
        if log.epoch == nil { log.append(try entries.tracks()) }
        for index in 0..<count {
            entries.now = entries.now + .milliseconds(100)
            log.append(try entries.frame(randomAccess: index % group == 0))
            log.drop(before: log.firstKept(at: now))
        }
    }

    private mutating func end() {
        log.append(LogEntry(message: ByteBuffer(), content: .end, kinds: .all, arrival: now))
    }

    private func join(_ history: TimeAmount, at start: Hello.Start = .randomAccessPoint) -> Cursor {
        Cursor(joining: log, at: start, history: history, kinds: .all, now: now)
    }

    private func frames(_ range: ClosedRange<UInt64>, epoch: UInt32 = 1) -> [Given] {
        range.map { .frame(.zero, epoch: epoch, sequence: $0) }
    }

    /// 50 seconds of a stream, with a random access point every 0.5, 2 and 20 s, and logs of 60 s and 4 s.
    @Test(
        arguments: [
            (5, 60, 415, 8_400), (20, 60, 400, 9_900), (200, 60, 400, 9_900),
            (5, 4, 460, 3_900), (20, 4, 460, 3_900), (200, 4, 400, 9_900),
        ] as [(Int, Int64, UInt64, Int64)]
    )
    mutating func `a viewer that asks for 8 s begins at the right random access point`(
        group: Int,
        seconds: Int64,
        first: UInt64,
        granted: Int64
    ) throws {
        log.bounds.duration = .seconds(seconds)
        try append(500, group: group)
        var cursor = join(.seconds(8))
        #expect(cursor.history == .milliseconds(granted))
        let given = cursor.drain(log)
        #expect(given == [.tracks(epoch: 1)] + frames(first...499))
    }

    @Test mutating func `a random access point of exactly the age is old enough`() throws {
        try append(100)
        let cursor = join(.milliseconds(1_900))
        #expect(cursor.history == .milliseconds(1_900))
        #expect(join(.milliseconds(1_901)).history == .milliseconds(3_900))
    }

    @Test mutating func `a log without a frame grants nothing`() throws {
        #expect(join(.seconds(8)).history == .zero)
        log.append(try entries.tracks())
        var cursor = join(.seconds(8))
        #expect(cursor.history == .zero)
        let told = cursor.drain(log)
        #expect(told == [.tracks(epoch: 1)])
        #expect(log.history(for: .all, at: now) == nil)
    }

    @Test mutating func `other starts and viewers without a history have none`() throws {
        try append(100)
        #expect(join(.seconds(8), at: .live).history == .zero)
        #expect(join(.seconds(8), at: .next).history == .zero)
        var plain = join(.zero)
        #expect(plain.history == .zero)
        let given = plain.drain(log)
        #expect(given == [.tracks(epoch: 1)] + frames(80...99))
    }

    @Test mutating func `a history reaches back over epochs in which other tracks lead`() throws {
        try append(3)
        log.append(try entries.tracks([.audio, .video], epoch: 2))
        log.append(try entries.frame(.one))
        log.append(try entries.frame(.zero, randomAccess: true))
        log.append(try entries.frame(.one, randomAccess: true))
        entries.now = now + .seconds(1)
        var cursor = join(.seconds(30))
        #expect(cursor.history == .milliseconds(1_200))
        let given = cursor.drain(log)
        // The frame of the video that cannot be decoded belongs to a track that the viewer has not been sent.
        #expect(
            given == [.tracks(epoch: 1)] + frames(0...2) + [
                .tracks(epoch: 2), .frame(.zero, epoch: 2, sequence: 0), .frame(.one, epoch: 2, sequence: 1),
            ]
        )
        var sound = Cursor(
            joining: log,
            at: .randomAccessPoint,
            history: .seconds(30),
            kinds: TrackKinds(.audio),
            now: now
        )
        let heard = sound.drain(log)
        #expect(heard == [.tracks(epoch: 2), .frame(.zero, epoch: 2, sequence: 0)])
    }

    @Test mutating func `frames of a later epoch are gaps until they can be decoded`() throws {
        try append(2)
        log.append(try entries.tracks(epoch: 2))
        log.append(try entries.frame())
        log.append(try entries.frame(randomAccess: true))
        entries.now = now + .seconds(1)
        var cursor = join(.seconds(1))
        let given = cursor.drain(log)
        #expect(given == [.tracks(epoch: 2)] + frames(1...1, epoch: 2), "the random access point is just so old")
        var older = join(.seconds(2))
        let all = older.drain(log)
        #expect(
            all == [.tracks(epoch: 1)] + frames(0...1) + [
                .tracks(epoch: 2), .gap(.zero, epoch: 2, first: 0, count: 1),
            ] + frames(1...1, epoch: 2)
        )
    }

    @Test mutating func `a history does not reach back over the end of a stream`() throws {
        try append(3)
        end()
        var last = join(.seconds(8))
        let all = last.drain(log)
        #expect(all == [.tracks(epoch: 1)] + frames(0...2) + [.ended])
        log.append(try entries.tracks(epoch: 2))
        log.append(try entries.frame(randomAccess: true))
        var cursor = join(.seconds(8))
        let given = cursor.drain(log)
        #expect(given == [.tracks(epoch: 2)] + frames(0...0, epoch: 2))
    }

    @Test mutating func `a viewer keeps its history while it is behind by no more`() throws {
        try append(500)
        var cursor = join(.seconds(8))
        let (first, bound) = (cursor.position, .seconds(2) + cursor.history)
        try append(110)
        #expect(cursor.catchUp(in: log, bound: bound, now: now) == nil)
        #expect(cursor.position == first)
        try append(10)
        #expect(cursor.catchUp(in: log, bound: bound, now: now) == nil)
        #expect(cursor.position == log.newestRandomAccess(for: .all))
    }

    @Test mutating func `a viewer whose history is dropped goes on with the oldest random access point`() throws {
        try append(500)
        var (cursor, plain) = (join(.seconds(8)), join(.seconds(8)))
        _ = cursor.drain(log, atMost: 3)
        let next = cursor.position
        cursor.skipDroppedEntries(before: next + 1, in: log, keepingHistory: true)
        let given = cursor.drain(log, atMost: 2)
        #expect(given == [.gap(.zero, epoch: 1, first: 402, count: 18)] + frames(420...420))
        plain.skipDroppedEntries(before: next + 1, in: log)
        #expect(plain.position == log.newestRandomAccess(for: .all))
    }

    @Test mutating func `a history reaches back over a bounded number of track tables`() throws {
        for _ in 0..<RandomAccessHistory.maximumSegments + 44 {
            // A publisher may send ten tables a second.
            entries.now = entries.now + .milliseconds(100)
            log.append(try entries.tracks())
            log.append(try entries.frame(randomAccess: true))
        }
        #expect(log.randomAccess(for: .all, aged: .hours(1), at: now) == 2 * 44 + 1)
        #expect(log.oldestRandomAccess(for: .all, from: 0) == 2 * 44 + 1)
        #expect(log.oldestRandomAccess(for: .all, from: 200) == 201)
        log.drop(before: 300)
        #expect(log.randomAccess(for: .all, aged: .hours(1), at: now) == 301)
        #expect(log.oldestRandomAccess(for: .all, from: log.end) == nil)
    }
}
