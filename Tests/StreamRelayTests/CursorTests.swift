import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct CursorTests {
    private let start = NIODeadline.uptimeNanoseconds(0)
    private var entries = EntryFactory()
    private var log = FrameLog(bounds: FrameLog.Bounds(duration: .seconds(10), bytes: 1 << 20))

    /// A track table and three groups of pictures of four frames, a second apart.
    init() throws {
        log.append(try entries.tracks())
        for group in 0..<3 {
            entries.now = start + .seconds(Int64(group))
            for index in 0..<4 { log.append(try entries.frame(randomAccess: index == 0)) }
        }
    }

    private func join(_ position: Hello.Start = .randomAccessPoint, kinds: TrackKinds = .all) -> Cursor {
        Cursor(joining: log, at: position, kinds: kinds, now: start)
    }

    private func frames(_ range: ClosedRange<UInt64>, epoch: UInt32 = 1) -> [Given] {
        range.map { .frame(.zero, epoch: epoch, sequence: $0) }
    }

    @Test func `a late joiner begins at the last random access point`() {
        var cursor = join()
        let given = cursor.drain(log)
        #expect(given == [.tracks(epoch: 1)] + frames(8...11))
    }

    @Test mutating func `a viewer of the next random access point waits for it`() throws {
        var cursor = join(.next)
        let told = cursor.drain(log)
        #expect(told == [.tracks(epoch: 1)])
        log.append(try entries.frame())
        let nothing = cursor.drain(log)
        #expect(nothing.isEmpty)
        log.append(try entries.frame(randomAccess: true))
        let given = cursor.drain(log)
        #expect(given == frames(13...13))
    }

    /// Looking through a long log for the few frames that a viewer wants is not done in one go.
    @Test mutating func `many entries are skipped in steps`() throws {
        log.append(try entries.tracks([.video, .audio]))
        log.append(try entries.frame(.one, randomAccess: true))
        var cursor = join(kinds: TrackKinds(.audio))
        let before = cursor.drain(log)
        #expect(before == [.tracks(epoch: 1), .frame(.one, epoch: 1, sequence: 0)])
        for _ in 0..<5 * Cursor.maximumEntriesPerStep / 2 { log.append(try entries.frame()) }
        log.append(try entries.frame(.one))
        var steps = 0
        while case .skipped = cursor.next(in: log) { steps += 1 }
        #expect(steps == 2)
        #expect(cursor.position == log.end)
    }

    @Test func `a live viewer begins at the newest frame`() {
        var cursor = join(.live)
        let given = cursor.drain(log)
        #expect(given == [.tracks(epoch: 1)] + frames(11...11))
    }

    @Test mutating func `a live viewer begins at the newest frame of whatever track`() throws {
        log.append(try entries.tracks([.video, .audio]))
        log.append(try entries.frame(.one, randomAccess: true))
        var (cursor, ofVideo) = (join(.live), join(.live, kinds: TrackKinds(.video)))
        let given = cursor.drain(log)
        #expect(given == [.tracks(epoch: 1), .frame(.one, epoch: 1, sequence: 0)])
        log.append(try entries.frame())
        let pictures = ofVideo.drain(log)
        #expect(pictures == [.tracks(epoch: 1)] + frames(12...12))
    }

    /// A camera that sends nothing must not hold back the sound beside it.
    @Test mutating func `sound leads until a picture has come`() throws {
        var log = FrameLog(bounds: FrameLog.Bounds(duration: .seconds(10), bytes: 1 << 20))
        var cursor = Cursor(joining: log, at: .randomAccessPoint, kinds: .all, now: start)
        var entries = EntryFactory()
        log.append(try entries.tracks([.video, .audio]))
        log.append(try entries.frame(.one, randomAccess: true))
        let sound = cursor.drain(log)
        #expect(sound == [.tracks(epoch: 1), .frame(.one, epoch: 1, sequence: 0)])
        log.append(try entries.frame())
        log.append(try entries.frame(randomAccess: true))
        log.append(try entries.frame(.one, randomAccess: true))
        let both = cursor.drain(log)
        #expect(both == frames(1...1) + [.frame(.one, epoch: 1, sequence: 1)])
        var late = Cursor(joining: log, at: .randomAccessPoint, kinds: .all, now: start)
        let fromPicture = late.drain(log)
        #expect(fromPicture == [.tracks(epoch: 1)] + both)
    }

    @Test mutating func `the first viewer gets everything`() throws {
        let empty = FrameLog(bounds: FrameLog.Bounds(duration: .seconds(10), bytes: 1 << 20))
        var cursor = Cursor(joining: empty, at: .randomAccessPoint, kinds: .all, now: start)
        let given = cursor.drain(log)
        #expect(given == [.tracks(epoch: 1)] + frames(0...11))
    }

    /// Nothing before the first random access point can be decoded.
    @Test mutating func `a viewer that waits gets a stream from its first random access point on`() throws {
        var log = FrameLog(bounds: FrameLog.Bounds(duration: .seconds(10), bytes: 1 << 20))
        var cursor = Cursor(joining: log, at: .randomAccessPoint, kinds: .all, now: start)
        var waiting = Cursor(joining: log, at: .next, kinds: .all, now: start)
        var live = Cursor(joining: log, at: .live, kinds: .all, now: start)
        var entries = EntryFactory()
        log.append(try entries.tracks())
        log.append(try entries.frame())
        log.append(try entries.frame(randomAccess: true))
        let given = cursor.drain(log)
        #expect(given == [.tracks(epoch: 1)] + frames(1...1))
        let fromNext = waiting.drain(log)
        #expect(fromNext == [.tracks(epoch: 1)] + frames(1...1))
        let everything = live.drain(log)
        #expect(everything == [.tracks(epoch: 1)] + frames(0...1))
    }

    @Test mutating func `a viewer too far behind skips and gets a gap message`() throws {
        var cursor = join()
        _ = cursor.drain(log)
        entries.now = start + .seconds(10)
        for index in 0..<8 { log.append(try entries.frame(randomAccess: index % 4 == 0)) }
        let now = start + .seconds(13)
        #expect(cursor.lag(in: log, now: now) == .seconds(3))
        let wantsKeyFrame = cursor.catchUp(in: log, bound: .seconds(2), now: now)
        #expect(wantsKeyFrame == nil)
        let given = cursor.drain(log)
        #expect(given == [.gap(.zero, epoch: 1, first: 12, count: 4)] + frames(16...19))
    }

    @Test mutating func `without a random access point ahead a key frame is requested`() throws {
        var cursor = join()
        _ = cursor.drain(log)
        entries.now = start + .seconds(10)
        log.append(try entries.frame())
        let wantsKeyFrame = cursor.catchUp(in: log, bound: .seconds(2), now: start + .seconds(13))
        #expect(wantsKeyFrame == .lag)
        let given = cursor.drain(log)
        #expect(given == frames(12...12), "late, but a picture")
    }

    @Test mutating func `a viewer without a picture requests a key frame unless it chose to wait`() throws {
        log.drop(before: log.end)
        var cursor = join()
        let wanted = [Hello.Start.randomAccessPoint, .live, .next].map { start in
            var late = Cursor(joining: log, at: start, kinds: .all, now: entries.now)
            return late.catchUp(in: log, bound: .seconds(2), now: entries.now)
        }
        #expect(wanted == [.noPicture, nil, nil])
        log.append(try entries.frame(randomAccess: true))
        _ = cursor.drain(log)
        let isStillWanted = cursor.catchUp(in: log, bound: .seconds(2), now: entries.now)
        #expect(isStillWanted == nil)
        for _ in 0..<6 { log.append(try entries.frame()) }
        cursor.skipDroppedEntries(before: log.end, in: log)
        log.drop(before: log.end)
        let isWantedAgain = cursor.catchUp(in: log, bound: .seconds(2), now: entries.now)
        #expect(isWantedAgain == .noPicture, "what it would need has been dropped")
    }

    @Test func `entries from before a viewer joined do not count as its delay`() {
        let cursor = Cursor(joining: log, at: .randomAccessPoint, kinds: .all, now: start + .seconds(9))
        #expect(cursor.lag(in: log, now: start + .seconds(10)) == .seconds(1))
    }

    @Test mutating func `a viewer whose entries are dropped is moved and gets a gap message`() throws {
        var cursor = join()
        _ = cursor.drain(log)
        for _ in 0..<6 { log.append(try entries.frame()) }
        cursor.skipDroppedEntries(before: 15, in: log)
        log.drop(before: 15)
        let nothing = cursor.drain(log)
        #expect(nothing.isEmpty, "nothing is decodable before the next random access point")
        log.append(try entries.frame(randomAccess: true))
        let given = cursor.drain(log)
        #expect(
            given == [
                .gap(.zero, epoch: 1, first: 12, count: 2), .gap(.zero, epoch: 1, first: 14, count: 4),
            ] + frames(18...18)
        )
    }

    @Test mutating func `a new epoch begins with its tracks`() throws {
        var cursor = join()
        _ = cursor.drain(log)
        log.append(try entries.tracks(epoch: 2))
        log.append(try entries.frame(randomAccess: true))
        log.append(try entries.frame())
        let given = cursor.drain(log)
        #expect(given == [.tracks(epoch: 2)] + frames(0...1, epoch: 2))
    }

    @Test mutating func `a skip over a new epoch still sends its tracks and both gaps`() throws {
        var cursor = join()
        _ = cursor.drain(log)
        log.append(try entries.frame())
        log.append(try entries.tracks(epoch: 2))
        for index in 0..<8 { log.append(try entries.frame(randomAccess: index % 4 == 0)) }
        _ = cursor.catchUp(in: log, bound: .seconds(1), now: start + .seconds(20))
        let given = cursor.drain(log)
        #expect(
            given == [
                .tracks(epoch: 2), .gap(.zero, epoch: 1, first: 12, count: 1),
                .gap(.zero, epoch: 2, first: 0, count: 4),
            ] + frames(4...7, epoch: 2)
        )
    }

    @Test mutating func `frames of a new epoch that cannot be decoded are gaps`() throws {
        var cursor = join()
        _ = cursor.drain(log)
        log.append(try entries.tracks(epoch: 2))
        log.append(try entries.frame())
        log.append(try entries.frame())
        log.append(try entries.frame(randomAccess: true))
        var again = cursor
        let given = cursor.drain(log)
        #expect(given == [.tracks(epoch: 2), .gap(.zero, epoch: 2, first: 0, count: 2)] + frames(2...2, epoch: 2))
        let reasons = again.drainReasons(log)
        #expect(reasons == [.undecodable])
    }

    @Test mutating func `sound alone is sent to viewers that want it alone`() throws {
        log.append(try entries.tracks([.video, .audio]))
        log.append(try entries.frame(.one, randomAccess: true))
        log.append(try entries.frame(.zero))
        var cursor = join(kinds: TrackKinds(.audio))
        let given = cursor.drain(log)
        #expect(given == [.tracks(epoch: 1), .frame(.one, epoch: 1, sequence: 0)])
    }

    @Test mutating func `a viewer of random access points gets gaps for all other frames`() throws {
        log.append(try entries.tracks([.video, .audio]))
        for _ in 0..<2 { log.append(try entries.frame(.one, randomAccess: true)) }
        log.append(try entries.frame(.zero, randomAccess: true))
        log.append(try entries.frame(.zero))
        log.append(LogEntry(message: ByteBuffer(), content: .end, kinds: .all, arrival: entries.now))
        var cursor = Cursor(
            joining: log,
            at: .randomAccessPoint,
            history: .seconds(2),
            kinds: .all,
            wantsOnlyRandomAccess: true,
            now: entries.now
        )
        #expect(!cursor.isSteady)
        var again = cursor
        let given = cursor.drain(log)
        #expect(
            given == [
                .tracks(epoch: 1), .frame(.zero, epoch: 1, sequence: 0), .gap(.zero, epoch: 1, first: 1, count: 3),
                .frame(.zero, epoch: 1, sequence: 4), .gap(.zero, epoch: 1, first: 5, count: 3),
                .frame(.zero, epoch: 1, sequence: 8), .gap(.zero, epoch: 1, first: 9, count: 3), .tracks(epoch: 1),
                .frame(.one, epoch: 1, sequence: 0), .frame(.one, epoch: 1, sequence: 1),
                .frame(.zero, epoch: 1, sequence: 12), .gap(.zero, epoch: 1, first: 13, count: 1), .ended,
            ]
        )
        let reasons = again.drainReasons(log)
        #expect(reasons == [.notRequested, .notRequested, .notRequested, .notRequested])
    }

    @Test mutating func `the end comes after everything`() throws {
        var cursor = join()
        log.append(LogEntry(message: ByteBuffer(), content: .end, kinds: .all, arrival: entries.now))
        let given = cursor.drain(log)
        #expect(given == [.tracks(epoch: 1)] + frames(8...11) + [.ended])
    }
}
