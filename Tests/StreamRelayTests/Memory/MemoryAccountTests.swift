import NIOCore
import NIOEmbedded
import StreamProtocol
import Testing

@testable import StreamRelay

/// What sessions count of the budget, from their first byte to their last.
@Suite struct MemoryAccountTests {
    private let relay = EmbeddedRelay { $0.limits.memory = 64_000_000 }

    private func table() throws -> ByteBuffer {
        try ProtocolMessage.tracks(TrackTable(epoch: 1, tracks: [Track(id: .zero, kind: .video, codec: .h264)]))
            .encoded()
    }

    private func frame(_ sequence: UInt64, bytes: Int) -> ByteBuffer {
        let header = FrameHeader(
            track: .zero,
            flags: .randomAccess,
            epoch: 1,
            sequence: sequence,
            decodeTime: Int64(sequence),
            presentationTime: Int64(sequence)
        )
        return Frame(header, payload: [UInt8](repeating: 1, count: bytes)).message
    }

    private func used(by owner: MemoryOwner) -> Int { relay.core.memory.used(by: owner) }

    @Test func `all memory is given back when all have left`() throws {
        let (publisher, _) = try relay.connect()
        try publisher.writeInbound(opening(.publish))
        try publisher.writeInbound(try table())
        for sequence in 0..<5 as Range<UInt64> { try publisher.writeInbound(frame(sequence, bytes: 100_000)) }
        #expect(used(by: .logs) > 500_000)
        let (viewer, _) = try relay.connect()
        try viewer.writeInbound(opening(.subscribe))
        relay.eventLoop.run()
        #expect(used(by: .connections) == 2 * MemoryBudget.perConnection)

        let whole = frame(5, bytes: 1_000_000)
        try publisher.writeInbound(whole.getSlice(at: 0, length: 900_000) ?? ByteBuffer())
        #expect(used(by: .publishers) > 900_000)

        _ = try? publisher.finish(acceptAlreadyClosed: true)
        _ = try? viewer.finish(acceptAlreadyClosed: true)
        relay.eventLoop.run()
        #expect(used(by: .connections) == 0)
        #expect(used(by: .publishers) == 0)
        _ = relay.core.registry.expire(at: .now() + .minutes(5))
        #expect(relay.core.memory.used == 0)
    }

    @Test func `a publisher with more than its share in flight is ended`() throws {
        let (publisher, _) = try relay.connect()
        try publisher.writeInbound(opening(.publish))
        try publisher.writeInbound(try table())
        // The budget's part for messages that are not whole is 9.6 MB, and others have most of it.
        relay.core.memory.add(8_000_000, to: .publishers)
        relay.core.memory.addPublishers(20)
        var rest = frame(0, bytes: 4_000_000)
        while let piece = rest.readSlice(length: min(64 * 1024, rest.readableBytes)), piece.readableBytes > 0 {
            guard publisher.isActive, (try? publisher.writeInbound(piece)) != nil else { break }
        }
        #expect(try publisher.refusal() == .overloaded)
    }

    @Test func `new clients are refused first, and those connected continue`() throws {
        let (publisher, _) = try relay.connect()
        try publisher.writeInbound(opening(.publish))
        try publisher.writeInbound(try table())
        let (viewer, _) = try relay.connect()
        try viewer.writeInbound(opening(.subscribe))
        let (waiting, _) = try relay.connect()
        relay.core.memory.add(56_000_000, to: .connections)

        let (newcomer, _) = try relay.connect()
        try newcomer.writeInbound(opening(.subscribe))
        #expect(try newcomer.refusal() == .overloaded)
        try waiting.writeInbound(opening(.subscribe))
        #expect(try waiting.refusal() == .overloaded)

        _ = try viewer.messages()
        try publisher.writeInbound(frame(0, bytes: 1_000))
        relay.eventLoop.run()
        #expect(viewer.isActive)
        #expect(publisher.isActive)
    }
}
