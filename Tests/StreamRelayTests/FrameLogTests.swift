import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct FrameLogTests {
    private let roomy = FrameLog.Bounds(duration: .seconds(10), bytes: 1 << 20)

    @Test func `the end stays in the log for viewers that are behind`() throws {
        var entries = EntryFactory()
        var log = FrameLog(bounds: roomy)
        log.append(try entries.tracks())
        for _ in 0..<5 { log.append(try entries.frame()) }
        var slow = Cursor(joining: log, at: .live, kinds: .all, now: entries.now)
        log.append(LogEntry(message: ByteBuffer(), content: .end, kinds: .all, arrival: entries.now))
        for start in [Hello.Start.randomAccessPoint, .live, .next] {
            var late = Cursor(joining: log, at: start, kinds: .all, now: entries.now)
            #expect(late.drain(log).last == .ended, "the stream ended while the viewer was being let in")
        }
        let kept = log.firstKept(at: entries.now + .seconds(60))
        slow.skipDroppedEntries(before: kept, in: log)
        log.drop(before: kept)
        #expect(slow.drain(log).last == .ended)
    }

    @Test func `positions stay valid when entries are dropped`() throws {
        var entries = EntryFactory()
        var log = FrameLog(bounds: roomy)
        log.append(try entries.tracks())
        for _ in 0..<10 { log.append(try entries.frame()) }
        log.drop(before: 4)
        #expect(log.start == 4)
        #expect(log.end == 11)
        #expect(Given(log[4].message) == .frame(.zero, epoch: 1, sequence: 3))
    }

    /// The indices skip the frames for which they have nothing to record.
    @Test func `the first frame of a track counts in each epoch, although decoding cannot begin with it`() throws {
        var entries = EntryFactory()
        var log = FrameLog(bounds: roomy)
        log.append(try entries.tracks())
        log.append(try entries.frame(randomAccess: true))
        log.append(try entries.frame())
        log.append(try entries.tracks([.audio, .video], epoch: 2))
        #expect(log.leadingTrack(for: .all) == nil)
        log.append(try entries.frame(.zero))
        #expect(log.leadingTrack(for: .all) == .zero)
        log.append(try entries.frame(.one))
        #expect(log.leadingTrack(for: .all) == .one, "the video track leads")
        #expect(log.newestRandomAccess(for: .all) == nil)
        log.append(try entries.frame(.one, randomAccess: true))
        log.append(try entries.frame(.one))
        #expect(log.newestRandomAccess(for: .all) == log.end - 2)
    }

    @Test func `old entries are dropped unless a late joiner needs them`() throws {
        var entries = EntryFactory()
        var log = FrameLog(bounds: roomy)
        log.append(try entries.tracks())
        log.append(try entries.frame(randomAccess: true))
        entries.now = .uptimeNanoseconds(0) + .seconds(5)
        log.append(try entries.frame(randomAccess: true))
        log.append(try entries.frame())
        let late = NIODeadline.uptimeNanoseconds(0) + .seconds(60)
        #expect(log.firstKept(at: late) == 2, "the last random access point and what follows stay")
        log.append(try entries.frame(randomAccess: true))
        #expect(log.firstKept(at: late) == 4)
    }

    @Test func `bytes are bounded without any random access point`() throws {
        var entries = EntryFactory()
        var log = FrameLog(bounds: FrameLog.Bounds(duration: .seconds(10), bytes: 10_000))
        log.append(try entries.tracks())
        for _ in 0..<1_000 {
            log.append(try entries.frame(payload: [UInt8](repeating: 0, count: 500)))
            log.drop(before: log.firstKept(at: entries.now))
            #expect(log.byteCount <= 10_000)
        }
        #expect(log.retainedMessage(.tracks, before: log.start) != nil, "the track table outlives its entry")
    }

    @Test func `the track table before a position is found`() throws {
        var entries = EntryFactory()
        var log = FrameLog(bounds: roomy)
        for epoch in 1...5 as ClosedRange<UInt32> {
            log.append(try entries.tracks(epoch: epoch))
            log.append(try entries.frame(randomAccess: true))
        }
        log.drop(before: 5)
        let found = [5, 7, 9, 10].map { log.retainedMessage(.tracks, before: $0).map(Given.init) }
        #expect(found == [.tracks(epoch: 3), .tracks(epoch: 4), .tracks(epoch: 5), .tracks(epoch: 5)])
    }

    /// Among facts of other kinds, in the log and dropped from it, and in a copy.
    @Test func `the retained message of each kind before a position is found`() throws {
        var entries = EntryFactory()
        var log = FrameLog(bounds: roomy)
        var facts: [(kind: RetainedKind, position: Int, message: ByteBuffer)] = []
        func check(_ log: FrameLog) {
            for position in log.start...log.end {
                for kind in RetainedKind.allCases {
                    let expected = facts.last { $0.kind == kind && $0.position < position }?.message
                    #expect(log.retainedMessage(kind, before: position) == expected, "\(kind) before \(position)")
                }
            }
        }
        log.append(try entries.tracks())
        facts.append((.tracks, 0, log[0].message))
        for number in 0..<600 as Range<Int64> {
            switch number % 7 {
            case 0, 3:
                let kind = number % 3 == 0 ? RetainedKind.state : .clockOffset
                let message = ProtocolMessage.clockOffset(ClockOffset(offset: number, errorBound: 0)).encoded()
                facts.append((kind, log.end, message))
                log.append(
                    LogEntry(message: message, content: .retained(kind, epoch: 1), kinds: .all, arrival: entries.now)
                )
            case 5:
                let table = try entries.tracks()
                facts.append((.tracks, log.end, table.message))
                log.append(table)
            default: log.append(try entries.frame())
            }
        }
        check(log)
        let copy = log
        for start in [1, 100, 256, 300, 599, 601] {
            log.drop(before: start)
            check(log)
        }
        check(copy)
    }

    @Test(.timeLimit(.minutes(10))) func `many retained messages do not slow the log down`() throws {
        var entries = EntryFactory()
        var log = FrameLog(bounds: roomy)
        log.append(try entries.tracks())
        let offset = ProtocolMessage.clockOffset(ClockOffset(offset: 0, errorBound: 0)).encoded()
        let fact = LogEntry(
            message: offset,
            content: .retained(.clockOffset, epoch: 1),
            kinds: .all,
            arrival: entries.now
        )
        for _ in 0..<100_000 {
            log.append(fact)
            log.drop(before: log.firstKept(at: entries.now))
        }
        #expect(log.start > 0)
        #expect(log.retainedMessage(.tracks, before: log.end) != nil)
    }

    @Test func `video leads where it is wanted`() throws {
        var entries = EntryFactory()
        var log = FrameLog(bounds: roomy)
        log.append(try entries.tracks([.audio, .video]))
        log.append(try entries.frame(.zero, randomAccess: true))
        #expect(log.newestRandomAccess(for: TrackKinds(.audio)) == 1)
        log.append(try entries.frame(.one, randomAccess: true))
        log.append(try entries.frame(.zero, randomAccess: true))
        #expect(log.newestRandomAccess(for: .all) == 2)
        #expect(log.newestRandomAccess(for: TrackKinds(.audio)) == 3)
    }

    @Test func `a track that was removed does not lead`() throws {
        var entries = EntryFactory()
        var log = FrameLog(bounds: roomy)
        log.append(try entries.tracks([.audio, .video]))
        log.append(try entries.frame(.one, randomAccess: true))
        log.append(try entries.tracks([.audio]))
        #expect(log.newestRandomAccess(for: .all) == nil)
        log.append(try entries.frame(.zero, randomAccess: true))
        #expect(log.newestRandomAccess(for: .all) == 3)
        #expect(log.leadingTrack(for: .all) == .zero)
    }

    @Test func `an ended epoch offers no random access point`() throws {
        var entries = EntryFactory()
        var log = FrameLog(bounds: roomy)
        log.append(try entries.tracks())
        log.append(try entries.frame(randomAccess: true))
        log.append(try entries.tracks(epoch: 2))
        #expect(log.newestRandomAccess(for: .all) == nil)
    }
}
