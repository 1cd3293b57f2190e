import NIOCore
import NIOPosix

/// The connection of a sender, whose bytes go to libav.
final class SenderConnection: Sendable {
    /// How long libav may take to listen.
    private static let connectTimeout = TimeAmount.seconds(5)
    private static let connectPause = TimeAmount.milliseconds(10)

    private let channel: any Channel
    /// What the sender has sent before it is forwarded.
    private let begun: ByteBuffer

    init(_ channel: any Channel, begun: ByteBuffer) {
        (self.channel, self.begun) = (channel, begun)
    }

    /// Closes both sides.
    func close() { channel.close(promise: nil) }

    /// Connects to a port of this machine as soon as libav listens there, and passes all bytes on.
    ///
    /// - Parameter silence: After so long without a byte the sender is lost. TCP alone would not notice.
    func forward(toLocalPort port: Int, silence: TimeAmount) {
        connect(port, until: .now() + Self.connectTimeout, silence)
    }

    private func connect(_ port: Int, until deadline: NIODeadline, _ silence: TimeAmount) {
        let loop = channel.eventLoop
        ClientBootstrap(group: loop)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(.autoRead, value: false)
            .connect(host: "127.0.0.1", port: port)
            .whenComplete { [self] result in
                switch result {
                case .success(let inner): join(inner, silence)
                // Also for a sender that has left: libav waits for a connection.
                case .failure where NIODeadline.now() < deadline:
                    loop.scheduleTask(in: Self.connectPause) { self.connect(port, until: deadline, silence) }
                case .failure: close()
                }
            }
    }

    private func join(_ inner: any Channel, _ silence: TimeAmount) {
        do {
            let idle = IdleStateHandler(readTimeout: silence)
            try channel.pipeline.syncOperations.addHandlers(idle, ForwardingHandler(to: inner))
            try inner.pipeline.syncOperations.addHandler(ForwardingHandler(to: channel))
        } catch {
            // A channel that has closed meanwhile.
            inner.close(promise: nil)
            return close()
        }
        inner.writeAndFlush(begun, promise: nil)
        for end in [channel, inner] {
            end.closeFuture.whenComplete { _ in
                let other = end === inner ? self.channel : inner
                // Behind what was written before.
                other.writeAndFlush(ByteBuffer()).whenComplete { _ in other.close(promise: nil) }
            }
            end.setOption(.autoRead, value: true).whenFailure { _ in }
        }
    }
}

/// Passes what it reads to another channel of the same event loop, as fast as that takes it.
private final class ForwardingHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let target: any Channel

    init(to target: any Channel) { self.target = target }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        target.writeAndFlush(unwrapInboundIn(data), promise: nil)
        if !target.isWritable { setReading(false, context.channel) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { setReading(true, target) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A sender that is not read from is not silent.
        if event is IdleStateHandler.IdleStateEvent, target.isWritable { context.close(promise: nil) }
    }

    private func setReading(_ isReading: Bool, _ channel: any Channel) {
        channel.setOption(.autoRead, value: isReading).whenFailure { _ in }
    }
}
