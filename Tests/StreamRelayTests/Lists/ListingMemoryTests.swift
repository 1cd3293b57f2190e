import NIOCore
import NIOEmbedded
import RelayTestSupport
import StreamProtocol
import Testing

@testable import StreamRelay

/// What a client that lists streams and does not read counts of the budget.
@Suite struct ListingMemoryTests {
    private let relay = EmbeddedRelay()
    private let socket = FullSocket()

    private var used: Int { relay.core.memory.used(by: .viewers) }

    /// A client whose socket takes the welcome, and nothing from the first list on.
    private func connect() throws -> (EmbeddedChannel, SessionHandler) {
        for number in 0..<50 { _ = try relay.core.registry.subscribe(StreamName("camera-\(number)"), waits: true) }
        let (channel, connection) = try relay.connect(through: socket)
        try channel.writeInbound(ByteBuffer.opening(.hello(Hello(role: .list, stream: .empty, instance: .random()))))
        return (channel, try #require(connection?.session))
    }

    @Test func `a list that waits is charged until the client has taken it`() throws {
        let (channel, session) = try connect()
        let unsent = try #require(channel.unsentBytes)
        #expect(unsent > 500)
        #expect(used == unsent)
        socket.takeAll()
        session.tick(at: .now())
        #expect(used == 0)
        #expect(session.memoryUsage(at: .now()) == nil)
    }

    @Test func `a client that takes nothing is among those that are ended for their memory`() throws {
        let (channel, session) = try connect()
        let usage = try #require(session.memoryUsage(at: .now() + MemoryEvictionPolicy.idleTime))
        #expect(usage.bytes == channel.unsentBytes)
        guard case .viewer(let idle) = usage.kind else {
            Issue.record("a list counts as \(usage.kind)")
            return
        }
        #expect(idle >= MemoryEvictionPolicy.idleTime)
        session.evict(because: .evicted)
        #expect(!channel.isActive)
        #expect(used == 0)
        relay.eventLoop.run()
    }

    @Test func `a list is charged after its client has left, until the connection is closed`() throws {
        let (channel, session) = try connect()
        try channel.writeInbound(ProtocolMessage.goodbye(Ending(.done, "Enough.")).encoded())
        #expect(used > 500)
        session.tick(at: .now() + LingeringClose.timeout + .milliseconds(1))
        #expect(!channel.isActive)
        #expect(used == 0)
        relay.eventLoop.run()
    }

    /// Takes what is written up to the first list.
    private final class FullSocket: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer

        private var context: ChannelHandlerContext?
        private var isFull = false

        func handlerAdded(context: ChannelHandlerContext) { self.context = context }

        func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            let message = unwrapOutboundIn(data)
            if message.getInteger(at: message.readerIndex + 4) == MessageType.streams.rawValue { isFull = true }
            context.write(data, promise: promise)
        }

        func flush(context: ChannelHandlerContext) {
            if !isFull { context.flush() }
        }

        /// The client reads.
        func takeAll() {
            isFull = false
            context?.flush()
        }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            guard mode == .output else { return context.close(mode: mode, promise: promise) }
            promise?.succeed()
        }
    }
}
