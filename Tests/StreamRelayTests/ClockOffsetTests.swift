import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

/// The clock offset among a stream's retained messages.
@Suite struct ClockOffsetTests {
    private let start = NIODeadline.uptimeNanoseconds(0)
    private var first = EntryFactory()
    private var log = FrameLog(bounds: FrameLog.Bounds(duration: .seconds(10), bytes: 1 << 20))

    /// A publisher's track table, clock offset and group of pictures.
    init() throws {
        log.append(try first.tracks())
        let offset = try first.publication.receive(ClockOffset(offset: 1, errorBound: 100), at: start)
        log.append(try #require(offset))
        for index in 0..<4 { log.append(try first.frame(randomAccess: index == 0)) }
    }

    private mutating func append(_ offset: ClockOffset, of publisher: inout EntryFactory) throws {
        let entry = try publisher.publication.receive(offset, at: start)
        log.append(try #require(entry))
    }

    /// A viewer that joins at `now` is sent these clock offsets.
    private func offsets(joiningAt now: NIODeadline) throws -> [ClockOffset] {
        var cursor = Cursor(joining: log, at: .randomAccessPoint, kinds: .all, now: now)
        return try offsets(sentTo: &cursor)
    }

    private func offsets(sentTo cursor: inout Cursor) throws -> [ClockOffset] {
        var offsets: [ClockOffset] = []
        while true {
            switch cursor.next(in: log) {
            case .sendControl(let message):
                if case .clockOffset(let offset)? = try decode(message) { offsets.append(offset) }
            case .send, .announce, .skipped: break
            case .caughtUp, .ended: return offsets
            }
        }
    }

    @Test func `a viewer is sent tracks, clock offset, frames`() {
        var cursor = Cursor(joining: log, at: .randomAccessPoint, kinds: .all, now: start)
        let given = cursor.drain(log, atMost: 3)
        #expect(given == [.tracks(epoch: 1), .other(.clockOffset), .frame(.zero, epoch: 1, sequence: 0)])
    }

    @Test mutating func `a viewer of the next publisher is not sent the offset of the one before`() throws {
        var staying = Cursor(joining: log, at: .randomAccessPoint, kinds: .all, now: start)
        _ = staying.drain(log)
        var second = EntryFactory(epoch: 2)
        log.append(try second.tracks(epoch: 2))
        log.append(try second.frame(randomAccess: true))
        #expect(try offsets(joiningAt: start).isEmpty)
        let offset = ClockOffset(offset: 2, errorBound: 100)
        try append(offset, of: &second)
        #expect(try offsets(joiningAt: start) == [offset])
        #expect(try offsets(sentTo: &staying) == [offset])
    }

    @Test mutating func `a viewer of frames before the next publisher is sent their offset`() throws {
        var cursor = Cursor(joining: log, at: .randomAccessPoint, kinds: .all, now: start)
        var second = EntryFactory(epoch: 2)
        log.append(try second.tracks(epoch: 2))
        try append(ClockOffset(offset: 2, errorBound: 100), of: &second)
        #expect(try offsets(sentTo: &cursor).map(\.offset) == [1, 2])
    }

    @Test mutating func `an offset outlives its entry, and is dropped with its epoch`() throws {
        let position = log.end
        log.append(try first.frame(randomAccess: true))
        log.drop(before: position)
        #expect(try offsets(joiningAt: start).map(\.offset) == [1])
        var second = EntryFactory(epoch: 2)
        log.append(try second.tracks(epoch: 2))
        log.append(try second.frame(randomAccess: true))
        log.drop(before: log.end - 1)
        #expect(try offsets(joiningAt: start).isEmpty)
    }

    @Test mutating func `a viewer that skips to another epoch is sent its offset behind its tracks`() throws {
        var cursor = Cursor(joining: log, at: .randomAccessPoint, kinds: .all, now: start)
        _ = cursor.drain(log, atMost: 3)
        var second = EntryFactory(epoch: 2)
        log.append(try second.tracks(epoch: 2))
        try append(ClockOffset(offset: 2, errorBound: 100), of: &second)
        log.append(try second.frame(randomAccess: true))
        _ = cursor.catchUp(in: log, bound: .seconds(1), now: start + .seconds(5))
        let given = cursor.drain(log)
        #expect(
            given.filter { if case .gap = $0 { false } else { true } } == [
                .tracks(epoch: 2), .other(.clockOffset), .frame(.zero, epoch: 2, sequence: 0),
            ]
        )
    }

    @Test mutating func `the bound of an offset grows while it waits in the log`() throws {
        var behind = Cursor(joining: FrameLog(bounds: log.bounds), at: .randomAccessPoint, kinds: .all, now: start)
        let grown = [ClockOffset(offset: 1, errorBound: 2_100)]
        #expect(try offsets(joiningAt: start + .seconds(10)) == grown)
        _ = behind.catchUp(in: log, bound: .hours(1), now: start + .seconds(10))
        #expect(try offsets(sentTo: &behind) == grown)
        #expect(log[1].message == ProtocolMessage.clockOffset(ClockOffset(offset: 1, errorBound: 100)).encoded())
    }
}
