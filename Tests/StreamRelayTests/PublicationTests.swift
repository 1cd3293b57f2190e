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

    @Test func tracksComeFirst() {
        var publication = Publication(epoch: 1)
        let frame = frame(0)
        #expect(
            code { _ = try publication.receive(frame, at: now, allocator: ByteBufferAllocator()) } == .unexpectedMessage
        )
    }

    @Test func framesMustFitTheirTracksAndEpoch() throws {
        var publication = try begun()
        for wrong in [frame(0, track: .one), frame(0, epoch: 2), frame(.max)] {
            #expect(
                code { _ = try publication.receive(wrong, at: now, allocator: ByteBufferAllocator()) }
                    == .malformedMessage
            )
        }
    }

    @Test func numbersNeverGoBack() throws {
        var publication = try begun()
        _ = try publication.receive(frame(0), at: now, allocator: ByteBufferAllocator())
        let again = frame(0)
        #expect(
            code { _ = try publication.receive(again, at: now, allocator: ByteBufferAllocator()) } == .malformedMessage
        )
    }

    @Test func aJumpInTheNumbersIsToldAsAGap() throws {
        var publication = try begun()
        _ = try publication.receive(frame(0), at: now, allocator: ByteBufferAllocator())
        let (unannounced, _) = try publication.receive(frame(5), at: now, allocator: ByteBufferAllocator())
        #expect(unannounced.map { Given($0.message) } == .gap(.zero, epoch: 1, first: 1, count: 4))
    }

    @Test func aLaterEpochCountsAnew() throws {
        var publication = try begun()
        _ = try publication.receive(frame(0), at: now, allocator: ByteBufferAllocator())
        let table = try TrackTable(epoch: 2, tracks: [Track(id: .zero, kind: .video, codec: .h264)])
        _ = try publication.receive(table, at: now)
        let (unannounced, _) = try publication.receive(frame(0, epoch: 2), at: now, allocator: ByteBufferAllocator())
        #expect(unannounced == nil)
        for wrong in [1, 4, .max] as [UInt32] {
            let table = try TrackTable(epoch: wrong, tracks: [Track(id: .zero, kind: .video, codec: .h264)])
            #expect(code { _ = try publication.receive(table, at: now) } == .malformedMessage)
        }
    }

    @Test func aGapThatJumpsAheadNamesWhatIsBeforeItToo() throws {
        var publication = try begun()
        _ = try publication.receive(frame(0), at: now, allocator: ByteBufferAllocator())
        let gap = Gap(track: .zero, reason: .publisher, epoch: 1, first: 4, count: 2)
        let entry = try publication.receive(gap, at: now)
        #expect(Given(entry.message) == .gap(.zero, epoch: 1, first: 1, count: 5))
    }

    @Test func aFrameIsCopiedToItsExactSize() throws {
        var publication = try begun()
        var large = ByteBufferAllocator().buffer(capacity: 1 << 20)
        large.writeImmutableBuffer(frame(0).message)
        let (_, entry) = try publication.receive(frame(0), at: now, allocator: ByteBufferAllocator())
        #expect(entry.message.storageCapacity < 128)
        #expect(entry.message == frame(0).message)
    }
}
