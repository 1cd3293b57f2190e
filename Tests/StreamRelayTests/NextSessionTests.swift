import NIOCore
import NIOEmbedded
import StreamHTTP
import StreamProtocol
import Testing

@testable import StreamRelay

/// A player over HTTP that stays at the end of a stream (`?follow`): its connection gets another session. The event loop is
/// the test's own, so that something can happen between the two.
@Suite struct NextSessionTests {
    private let relay = EmbeddedRelay(protocolHandlers: ProtocolHandlers(http: HTTPService()))

    /// A client that waits for the stream.
    private func follow() throws -> (channel: EmbeddedChannel, connection: Connection, session: SessionHandler) {
        let (channel, connection) = try relay.connect()
        try channel.writeInbound(ByteBuffer(string: "GET /live.h264?follow HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        relay.eventLoop.run()
        let client = try #require(connection)
        return (channel, client, try #require(client.session))
    }

    /// Publishes a stream of one picture. The client learns of its end when the event loop runs.
    private func publishAndEnd(_ picture: [UInt8]) throws {
        let publisher = try relay.connect().channel
        try publisher.writeInbound(opening(.publish))
        let table = try TrackTable(epoch: 1, tracks: [Track(id: .zero, kind: .video, codec: .h264)])
        let header = FrameHeader(track: .zero, flags: .randomAccess, epoch: 1, decodeTime: 0, presentationTime: 0)
        let messages = [ProtocolMessage.tracks(table), .frame(Frame(header, payload: picture))]
        for message in messages {
            try publisher.writeInbound(message.encoded())
            relay.eventLoop.run()
        }
        try publisher.writeInbound(ProtocolMessage.goodbye(Ending(.endOfStream, "")).encoded())
    }

    private func text(_ channel: EmbeddedChannel) throws -> String { String(buffer: try channel.sent()) }

    private var viewers: Int { relay.core.registry.stream(.live)?.ownViewerCount ?? 0 }

    @Test func `the next session takes the place of the one that has ended, in the same response`() throws {
        let (channel, connection, first) = try follow()
        #expect(viewers == 1)
        #expect(try text(channel).isEmpty, "there is no track yet")
        let deadline = connection.handshakeDeadline
        try publishAndEnd([1, 2])
        relay.eventLoop.run()
        let answer = try text(channel)
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.hasSuffix("\r\n\r\n2\r\n\u{1}\u{2}\r\n"), "no last chunk")
        let next = try #require(connection.session)
        #expect(next !== first && next.viewer != nil && first.viewer == nil)
        #expect(viewers == 1, "it waits for the next stream")
        #expect(connection.handshakeDeadline > deadline, "the next hello has its own time")
        let pipeline = channel.pipeline.syncOperations
        #expect(try pipeline.handler(type: SessionHandler.self) === next)
        #expect(throws: (any Error).self) { try pipeline.context(handler: first) }
        try publishAndEnd([3])
        relay.eventLoop.run()
        #expect(try text(channel) == "1\r\n\u{3}\r\n", "neither a head nor a last chunk")
        #expect(connection.session !== next && viewers == 1)
    }

    @Test func `a relay that drains begins no other session`() throws {
        let (channel, connection, first) = try follow()
        try publishAndEnd([1, 2])
        // Between the end of the session and the beginning of the next one.
        relay.eventLoop.execute { [relay] in _ = relay.loop.drain() }
        relay.eventLoop.run()
        #expect(connection.isLeaving)
        #expect(!channel.isActive)
        #expect(first.viewer == nil && viewers == 0)
        #expect(try text(channel).hasSuffix("2\r\n\u{1}\u{2}\r\n"), "the response is cut off, without a last chunk")
    }

    @Test func `a connection that closes between two sessions leaves no viewer behind`() throws {
        let (channel, _, first) = try follow()
        try publishAndEnd([1, 2])
        relay.eventLoop.execute { channel.close(promise: nil) }
        relay.eventLoop.run()
        #expect(!channel.isActive)
        #expect(first.viewer == nil && viewers == 0)
        #expect(relay.core.registry.stream(.live) == nil)
    }
}
