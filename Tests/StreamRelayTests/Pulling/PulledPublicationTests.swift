import NIOCore
import StreamProtocol
import TestSupport
import Testing

@testable import StreamRelay

/// What viewers get of the messages of a relay upstream.
@Suite struct PulledPublicationTests {
    private var publication = PulledPublication(.live)
    private let now = NIODeadline.uptimeNanoseconds(0)

    private func table(_ epoch: UInt32, _ kinds: [TrackKind] = [.video], generation: UInt16 = 0) throws -> TrackTable {
        try TrackTable(
            epoch: epoch,
            tracks: kinds.enumerated().map { index, kind in
                var track = Track(id: TrackID(UInt16(index)) ?? .zero, kind: kind, codec: kind == .audio ? .aac : .h264)
                track.generation = generation
                return track
            }
        )
    }

    private func frame(_ sequence: UInt64, track: TrackID = .zero, epoch: UInt32 = 1) -> Frame {
        Frame(
            FrameHeader(track: track, epoch: epoch, sequence: sequence, decodeTime: 0, presentationTime: 0),
            payload: [0, 0, 0, 1, UInt8(truncatingIfNeeded: sequence)]
        )
    }

    private func given(_ step: PulledPublication.Step) -> [Given] { step.entries.map { Given($0.message) } }

    private mutating func receive(_ table: TrackTable) throws -> [Given] {
        given(try publication.receive(table, at: now))
    }

    private mutating func receive(_ sequences: UInt64..., epoch: UInt32 = 1) throws -> [Given] {
        try sequences.flatMap { sequence in
            given(try publication.receive(frame(sequence, epoch: epoch), at: now, allocator: ByteBufferAllocator()))
        }
    }

    @Test mutating func `frames pass byte for byte, from any number on`() throws {
        _ = try receive(table(3))
        let frame = frame(700, epoch: 3)
        let step = try publication.receive(frame, at: now, allocator: ByteBufferAllocator())
        #expect(step.entries.map(\.message) == [frame.message])
        #expect(try receive(701, epoch: 3) == [.frame(.zero, epoch: 3, sequence: 701)])
    }

    @Test mutating func `a stream that began while there was no connection is live`() throws {
        publication = PulledPublication(.waiting)
        publication.resume(.live)
        let begun = try table(1)
        let step = try publication.receive(begun, at: now)
        #expect(step.state == .live && step.table == begun)
    }

    @Test mutating func `after a reconnection each frame passes once, and missing ones are a gap`() throws {
        _ = try receive(table(1))
        _ = try receive(10, 11, 12)
        publication.resume(.live)
        #expect(try receive(table(1)) == [])
        #expect(try receive(10, 11, 12) == [])
        #expect(try receive(15) == [.gap(.zero, epoch: 1, first: 13, count: 2), .frame(.zero, epoch: 1, sequence: 15)])
        let gap = Gap(track: .zero, reason: .undecodable, epoch: 1, first: 14, count: 5)
        #expect(given(try publication.receive(gap, at: now)) == [.gap(.zero, epoch: 1, first: 16, count: 3)])
        #expect(given(try publication.receive(gap, at: now)) == [])
    }

    @Test mutating func `a gap that begins later than it should begins earlier, and keeps its reason`() throws {
        _ = try receive(table(1))
        _ = try receive(0)
        let gap = Gap(track: .zero, reason: .undecodable, epoch: 1, first: 5, count: 2)
        guard case .gap(let passed) = try publication.receive(gap, at: now).entries.first?.content else {
            Issue.record("no gap passed")
            return
        }
        #expect(passed == Gap(track: .zero, reason: .undecodable, epoch: 1, first: 1, count: 6))
    }

    @Test mutating func `a table of the same epoch passes with the first frame that is new`() throws {
        _ = try receive(table(1))
        _ = try receive(0, 1)
        publication.resume(.live)
        #expect(try receive(table(1, [.video], generation: 7)) == [])
        #expect(try receive(1) == [])
        #expect(try receive(2) == [.tracks(epoch: 1), .frame(.zero, epoch: 1, sequence: 2)])
        #expect(try receive(table(1, [.video], generation: 7)) == [], "viewers have it")
    }

    @Test mutating func `tables and frames of an earlier epoch do not pass`() throws {
        _ = try receive(table(2))
        _ = try receive(0, epoch: 2)
        publication.resume(.live)
        #expect(try receive(table(1)) == [])
        #expect(try receive(50, epoch: 1) == [])
        #expect(try receive(table(3)) == [.tracks(epoch: 3)])
        #expect(try receive(0, epoch: 3) == [.frame(.zero, epoch: 3, sequence: 0)])
    }

    @Test mutating func `frames of a later epoch that went by are a gap`() throws {
        _ = try receive(table(1))
        _ = try receive(7)
        publication.resume(.live)
        #expect(try receive(table(2)) == [.tracks(epoch: 2)])
        #expect(
            try receive(40, epoch: 2) == [
                .gap(.zero, epoch: 2, first: 0, count: 40), .frame(.zero, epoch: 2, sequence: 40),
            ]
        )
    }

    @Test mutating func `a frame without its track or epoch ends the connection`() throws {
        #expect(errorCode { _ = try receive(0) } == .malformedMessage)
        _ = try receive(table(1))
        #expect(errorCode { _ = try receive(0, epoch: 2) } == .malformedMessage)
        let other = frame(0, track: .one)
        #expect(
            errorCode { _ = try publication.receive(other, at: now, allocator: ByteBufferAllocator()) }
                == .malformedMessage
        )
        #expect(errorCode { _ = try receive(.max) } == .malformedMessage)
        #expect(errorCode { _ = try receive(table(1, [.audio])) } == .malformedMessage, "the track has another kind")
    }

    @Test mutating func `a new connection makes the stream live with what is new`() throws {
        _ = try receive(table(1))
        _ = try receive(0)
        publication.resume(.live)
        _ = try receive(table(1))
        #expect(try publication.receive(frame(0), at: now, allocator: ByteBufferAllocator()).state == nil)
        #expect(try publication.receive(frame(1), at: now, allocator: ByteBufferAllocator()).state == .live)
        #expect(try publication.receive(frame(2), at: now, allocator: ByteBufferAllocator()).state == nil)
    }

    @Test mutating func `a stream without a publisher stays so until upstream says otherwise`() throws {
        #expect(publication.receive(.interrupted).state == .interrupted)
        _ = try receive(table(1))
        #expect(try publication.receive(frame(0), at: now, allocator: ByteBufferAllocator()).state == nil)
        publication.resume(.interrupted)
        #expect(publication.receive(.live).state == nil, "it may be of the history")
        #expect(try publication.receive(table(2), at: now).state == .live)
    }

    @Test mutating func `clock offsets belong to the epoch and the connection`() throws {
        let offset = ClockOffset(offset: 5, errorBound: 6)
        #expect(given(try publication.receive(offset, at: now)) == [], "there is no table")
        _ = try receive(table(1))
        #expect(given(try publication.receive(offset, at: now)) == [.other(.clockOffset)])
        #expect(given(try publication.receive(offset, at: now + .seconds(9))) == [], "viewers have it")
        #expect(given(try publication.receive(offset, at: now + .seconds(10))) == [.other(.clockOffset)])
        _ = try receive(table(2))
        #expect(given(try publication.receive(offset, at: now + .seconds(10))) == [.other(.clockOffset)])
        publication.resume(.live)
        _ = try receive(table(1))
        #expect(given(try publication.receive(offset, at: now)) == [], "it is of an earlier epoch")
    }

    @Test mutating func `tables are limited`() throws {
        var tables = 0
        let error = errorCode {
            for generation in 0..<UInt16.max {
                tables += try receive(table(1, [.video], generation: generation)).count
            }
        }
        #expect(error == .rateExceeded)
        #expect(tables == PulledPublication.retainedBurst)
    }

    /// Two connections of a publisher's stream, cut anywhere: viewers get each frame or a gap for it, once and in order.
    @Test(arguments: 0..<200 as Range<UInt64>)
    mutating func `frames and gaps are all frames`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        _ = try receive(table(1))
        var all: [Given] = []
        var newest = UInt64.random(in: 0..<50, using: &generator)
        let first = newest
        for connection in 0..<6 {
            // A relay upstream begins with what the log has, or later.
            if connection > 0 {
                newest = UInt64.random(in: max(first, newest - min(newest, 10))...newest + 10, using: &generator)
            }
            for _ in 0..<UInt64.random(in: 1..<20, using: &generator) {
                if Bool.random(using: &generator) {
                    all += try receive(newest)
                    newest += 1
                } else {
                    let count = UInt64.random(in: 1..<5, using: &generator)
                    let gap = Gap(track: .zero, reason: .latency, epoch: 1, first: newest, count: count)
                    all += given(try publication.receive(gap, at: now))
                    newest += count
                }
            }
            publication.resume(.live)
            _ = try receive(table(1))
        }
        var next = first
        for part in all {
            switch part {
            case .frame(_, _, let sequence):
                #expect(sequence == next)
                next = sequence + 1
            case .gap(_, _, let begin, let count):
                #expect(begin == next)
                next = begin + count
            default: Issue.record("\(part) passed")
            }
        }
    }
}
