import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct PublicationTests {
    private let now = NIODeadline.uptimeNanoseconds(0)

    private func frame(_ sequence: UInt64, track: TrackID = .zero, epoch: UInt32 = 1) -> Frame {
        Frame(
            FrameHeader(track: track, epoch: epoch, sequence: sequence, decodeTime: 0, presentationTime: 0),
            payload: [0, 0, 0, 1, 9]
        )
    }

    private func begun(epoch: UInt32 = 1) throws -> Publication {
        var publication = Publication(epoch: epoch)
        let table = try TrackTable(epoch: epoch, tracks: [Track(id: .zero, kind: .video, codec: .h264)])
        _ = try publication.receive(table, at: now)
        return publication
    }

    private func code(_ body: () throws -> Void) -> ErrorCode? {
        do {
            try body()
            return nil
        } catch {
            return (error as? ProtocolError)?.code
        }
    }

    @Test func `tracks come first`() {
        var publication = Publication(epoch: 1)
        let frame = frame(0)
        #expect(
            code { _ = try publication.receive(frame, at: now, allocator: ByteBufferAllocator()) } == .unexpectedMessage
        )
    }

    @Test func `a gap needs tracks too`() {
        var publication = Publication(epoch: 1)
        let gap = Gap(track: .zero, reason: .publisher, epoch: 1, first: 0, count: 1)
        #expect(code { _ = try publication.receive(gap, at: now) } == .unexpectedMessage)
    }

    @Test func `times and generations are the viewers' business`() throws {
        var publication = try begun()
        for (sequence, time) in ([5, 3, .min, .max] as [Int64]).enumerated() {
            let header = FrameHeader(
                track: .zero,
                generation: 77,
                epoch: 1,
                sequence: UInt64(sequence),
                decodeTime: time,
                presentationTime: time
            )
            let frame = Frame(header, payload: [1])
            let entry = try publication.receive(frame, at: now, allocator: ByteBufferAllocator()).frame
            #expect(entry.message == frame.message)
        }
    }

    @Test func `frames must fit their tracks and epoch`() throws {
        var publication = try begun()
        for wrong in [frame(0, track: .one), frame(0, epoch: 2), frame(.max)] {
            #expect(
                code { _ = try publication.receive(wrong, at: now, allocator: ByteBufferAllocator()) }
                    == .malformedMessage
            )
        }
    }

    @Test func `sequence numbers never go back`() throws {
        var publication = try begun()
        _ = try publication.receive(frame(0), at: now, allocator: ByteBufferAllocator())
        let again = frame(0)
        #expect(
            code { _ = try publication.receive(again, at: now, allocator: ByteBufferAllocator()) } == .malformedMessage
        )
    }

    @Test func `a jump in the sequence numbers becomes a gap`() throws {
        var publication = try begun()
        _ = try publication.receive(frame(0), at: now, allocator: ByteBufferAllocator())
        let (unannounced, _) = try publication.receive(frame(5), at: now, allocator: ByteBufferAllocator())
        #expect(unannounced.map { Given($0.message) } == .gap(.zero, epoch: 1, first: 1, count: 4))
    }

    @Test func `a later epoch counts anew`() throws {
        var publication = try begun()
        _ = try publication.receive(frame(0), at: now, allocator: ByteBufferAllocator())
        let table = try TrackTable(epoch: 2, tracks: [Track(id: .zero, kind: .video, codec: .h264)])
        _ = try publication.receive(table, at: now)
        let (unannounced, _) = try publication.receive(frame(0, epoch: 2), at: now, allocator: ByteBufferAllocator())
        #expect(unannounced == nil)
        // Its frames that are still unnamed would have to come before the table.
        let late = Gap(track: .zero, reason: .publisher, epoch: 1, first: 1, count: 1)
        #expect(code { _ = try publication.receive(late, at: now) } == .malformedMessage)
        for wrong in [1, 4, .max] as [UInt32] {
            let table = try TrackTable(epoch: wrong, tracks: [Track(id: .zero, kind: .video, codec: .h264)])
            #expect(code { _ = try publication.receive(table, at: now) } == .malformedMessage)
        }
    }

    private func table(_ kinds: [UInt16: TrackKind], epoch: UInt32 = 1) throws -> TrackTable {
        try TrackTable(
            epoch: epoch,
            tracks: kinds.sorted { $0.key < $1.key }.compactMap { number, kind in
                TrackID(number).map { Track(id: $0, kind: kind, codec: .h264) }
            }
        )
    }

    /// Viewers that chose kinds would lose frames without a gap.
    @Test func `a track keeps its kind through an epoch`() throws {
        var publication = Publication(epoch: 1)
        _ = try publication.receive(table([0: .video, 1: .audio]), at: now)
        // It may come and go.
        _ = try publication.receive(table([1: .audio, 2: .data]), at: now)
        _ = try publication.receive(table([0: .video]), at: now)
        for wrong in [[0: .audio], [0: .video, 1: .data], [2: .video]] as [[UInt16: TrackKind]] {
            var publication = publication
            #expect(code { _ = try publication.receive(table(wrong), at: now) } == .malformedMessage)
        }
        let next = try publication.receive(table([0: .audio, 1: .data, 2: .video], epoch: 2), at: now)
        #expect(next != nil)
    }

    @Test func `a retained message that repeats the last makes no entry`() throws {
        var publication = Publication(epoch: 1)
        let table = try self.table([0: .video])
        let tables = try (0..<1_000).compactMap { _ in try publication.receive(table, at: now) }
        #expect(tables.count == 1)
        let offset = ClockOffset(offset: 5, errorBound: 1)
        let offsets = try (0..<1_000).compactMap { _ in try publication.receive(offset, at: now) }
        #expect(offsets.map { Given($0.message) } == [.other(.clockOffset)])
        let other = try publication.receive(ClockOffset(offset: 6, errorBound: 1), at: now)
        #expect(other != nil)
    }

    @Test func `a clock offset that still holds is passed on after a while`() throws {
        var publication = try begun()
        let offset = ClockOffset(offset: 5, errorBound: 1)
        _ = try publication.receive(offset, at: now)
        let later = now + Publication.clockOffsetRepetition
        let early = try publication.receive(offset, at: later - .nanoseconds(1))
        let due = try publication.receive(offset, at: later)
        #expect(early == nil)
        #expect(due != nil)
    }

    /// An offset before the table would belong to the publisher before.
    @Test func `a clock offset follows the track table`() throws {
        var publication = Publication(epoch: 1)
        let early = try publication.receive(ClockOffset(offset: 5, errorBound: 100), at: now)
        #expect(early == nil)
        #expect(publication.takeClockOffset(at: now) == nil)
        let later = now + .seconds(1)
        _ = try publication.receive(table([0: .video]), at: later)
        let due = publication.takeClockOffset(at: later)
        #expect(
            try due.flatMap { try decode($0.message) } == .clockOffset(ClockOffset(offset: 5, errorBound: 300)),
            "with the drift since"
        )
        #expect(publication.takeClockOffset(at: later) == nil)
    }

    @Test func `a clock offset follows the table of each epoch`() throws {
        var publication = try begun()
        let first = try publication.receive(ClockOffset(offset: 5, errorBound: 1), at: now)
        #expect(first != nil)
        _ = try publication.receive(table([1: .audio]), at: now)
        #expect(publication.takeClockOffset(at: now) == nil, "the epoch has it")
        _ = try publication.receive(table([1: .audio], epoch: 2), at: now)
        guard case .retained(.clockOffset, 2, _)? = publication.takeClockOffset(at: now)?.content else {
            Issue.record("the offset is of another epoch")
            return
        }
    }

    @Test func `retained messages are bounded per second`() throws {
        var publication = try begun()
        var now = now
        var number: Int64 = 0
        func send(_ publication: inout Publication) throws {
            number += 1
            if number % 2 == 0 {
                _ = try publication.receive(ClockOffset(offset: number, errorBound: 0), at: now)
            } else {
                var track = Track(id: .zero, kind: .video, codec: .h264)
                track.generation = UInt16(number)
                _ = try publication.receive(TrackTable(epoch: 1, tracks: [track]), at: now)
            }
        }
        // The first table was one of them.
        for _ in 1..<Publication.retainedBurst { try send(&publication) }
        #expect(code { try send(&publication) } == .rateExceeded)
        now = now + .seconds(1)
        for _ in 0..<Publication.retainedPerSecond { try send(&publication) }
        #expect(code { try send(&publication) } == .rateExceeded)
    }

    @Test func `a gap that jumps ahead includes what is before it`() throws {
        var publication = try begun()
        _ = try publication.receive(frame(0), at: now, allocator: ByteBufferAllocator())
        let gap = Gap(track: .zero, reason: .latency, epoch: 1, first: 4, count: 2)
        let entry = try publication.receive(gap, at: now)
        let whole = Gap(track: .zero, reason: .latency, epoch: 1, first: 1, count: 5)
        #expect(entry.message == ProtocolMessage.gap(whole).encoded())
    }

    @Test func `a frame is copied to its exact size`() throws {
        var publication = try begun()
        var large = ByteBufferAllocator().buffer(capacity: 1 << 20)
        large.writeImmutableBuffer(frame(0).message)
        let (_, entry) = try publication.receive(frame(0), at: now, allocator: ByteBufferAllocator())
        #expect(entry.message.storageCapacity < 128)
        #expect(entry.message == frame(0).message)
    }
}
