import NIOCore
import NIOEmbedded
import RelayTestSupport
import StreamProtocol
import Testing

@testable import StreamRelay

/// The viewers of a relay that is a viewer itself.
@Suite struct RelayedViewersTests {
    private let relay = EmbeddedRelay()
    private let publisher: EmbeddedChannel
    private let stream: Stream

    init() throws {
        publisher = try relay.connect().channel
        try publisher.writeInbound(opening(.publish))
        stream = try #require(relay.core.registry.stream(.live))
        _ = try publisher.sent()
    }

    private func count(_ viewers: UInt32) -> ByteBuffer {
        ProtocolMessage.viewerCount(ViewerCount(viewers: viewers)).encoded()
    }

    /// The last viewer count that the publisher was sent without a tick; `nil` if it was sent none.
    private func told() throws -> UInt32? {
        relay.eventLoop.run()
        var bytes = try publisher.sent()
        var last: UInt32?
        while let header = bytes.readBytes(length: 8), let value: UInt32 = bytes.readInteger() {
            #expect(header[5] == UInt8(MessageType.viewerCount.rawValue))
            last = value
        }
        return last
    }

    @Test func `a relay is given a frame before the viewers that came before it`() throws {
        let order = Order()
        for role in [Hello.Role.subscribe, .relay, .subscribe] {
            let (channel, _) = try relay.connect()
            try channel.writeInbound(opening(role))
            try channel.pipeline.syncOperations.addHandler(Writes(of: role, in: order), position: .first)
        }
        let table = try TrackTable(epoch: 1, tracks: [Track(id: .zero, kind: .video, codec: .h264)])
        try publisher.writeInbound(ProtocolMessage.tracks(table).encoded())
        relay.eventLoop.run()
        order.roles = []
        let header = FrameHeader(
            track: .zero,
            flags: .randomAccess,
            epoch: 1,
            decodeTime: 0,
            presentationTime: 0
        )
        try publisher.writeInbound(ProtocolMessage.frame(Frame(header, payload: [1])).encoded())
        #expect(order.roles == [.relay, .subscribe, .subscribe])
    }

    /// The roles of the clients that were written to.
    private final class Order {
        var roles: [Hello.Role] = []
    }

    private final class Writes: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer
        private let (role, order): (Hello.Role, Order)

        init(of role: Hello.Role, in order: Order) {
            (self.role, self.order) = (role, order)
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            order.roles.append(role)
            context.write(data, promise: promise)
        }
    }

    @Test func `the publisher learns the viewers of all relays`() throws {
        let (downstream, _) = try relay.connect()
        try downstream.writeInbound(opening(.relay))
        #expect(try told() == 1, "a relay counts as one viewer at first")
        try downstream.writeInbound(count(40))
        let (viewer, _) = try relay.connect()
        try viewer.writeInbound(opening(.subscribe))
        #expect(stream.viewerCount == 41)
        try downstream.writeInbound(count(3))
        #expect(stream.viewerCount == 4)
        _ = try downstream.finish(acceptAlreadyClosed: true)
        #expect(stream.viewerCount == 1)
    }

    @Test func `the publisher learns at once of a first viewer behind a relay`() throws {
        let (downstream, connection) = try relay.connect()
        try downstream.writeInbound(opening(.relay))
        try downstream.writeInbound(count(0))
        #expect(stream.viewerCount == 0)
        _ = try told()
        try downstream.writeInbound(count(2))
        #expect(try told() == 2)
        try downstream.writeInbound(count(0))
        let (viewer, _) = try relay.connect()
        try viewer.writeInbound(opening(.subscribe))
        #expect(stream.viewerCount == 1)
        #expect(try told() == 1)
        #expect(connection?.session?.viewer != nil)
    }

    @Test func `a relay that leaves takes its viewers along, also if it had none`() throws {
        for viewers in [0, 1, .max] as [UInt32] {
            let (downstream, _) = try relay.connect()
            try downstream.writeInbound(opening(.relay))
            try downstream.writeInbound(count(viewers))
            #expect(stream.viewerCount == Int(viewers))
            _ = try downstream.finish(acceptAlreadyClosed: true)
            #expect(stream.viewerCount == 0)
        }
    }

    @Test func `a viewer that is no relay has no viewers of its own`() throws {
        let (viewer, _) = try relay.connect()
        try viewer.writeInbound(opening(.subscribe))
        try viewer.writeInbound(count(40))
        #expect(try viewer.refusal() == .unexpectedMessage)
        #expect(stream.viewerCount == 0)
    }
}
