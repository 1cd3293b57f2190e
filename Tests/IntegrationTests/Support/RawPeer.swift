import NIOCore
import NIOPosix
import RelayTestSupport
import StreamProtocol

/// A connection that sends what a test says and counts what comes, byte by byte as it is on the wire.
struct RawPeer: Sendable {
    private let channel: any Channel
    private let first: EventLoopFuture<Void>
    private let end: EventLoopFuture<Int>

    /// Connects, and sends the preface and these messages.
    ///
    /// - Returns: The peer, and how many bytes that was.
    static func connect(to port: Int, saying messages: [ProtocolMessage]) async throws -> (peer: RawPeer, sent: Int) {
        let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        let (first, end) = (eventLoop.makePromise(of: Void.self), eventLoop.makePromise(of: Int.self))
        let channel = try await ClientBootstrap(group: eventLoop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ByteCount(first, end))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        let peer = RawPeer(channel: channel, first: first.futureResult, end: end.futureResult)
        let opening = ByteBuffer.opening(messages)
        try await channel.writeAndFlush(opening)
        return (peer, opening.readableBytes)
    }

    /// Sends messages.
    ///
    /// - Returns: How many bytes they are.
    @discardableResult
    func say(_ messages: [ProtocolMessage]) async throws -> Int {
        var bytes = ByteBuffer()
        for message in messages { message.write(to: &bytes) }
        try await channel.writeAndFlush(bytes)
        return bytes.readableBytes
    }

    /// Returns when anything has come.
    func heard() async throws { try await first.get() }

    /// Waits until the other side closes.
    ///
    /// - Returns: How many bytes came.
    func received() async throws -> Int { try await end.get() }
}

private final class ByteCount: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let first: EventLoopPromise<Void>
    private let end: EventLoopPromise<Int>
    private var count = 0

    init(_ first: EventLoopPromise<Void>, _ end: EventLoopPromise<Int>) {
        self.first = first
        self.end = end
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        count += unwrapInboundIn(data).readableBytes
        first.succeed(())
    }

    func channelInactive(context: ChannelHandlerContext) {
        first.fail(ChannelError.eof)
        end.succeed(count)
    }
}
