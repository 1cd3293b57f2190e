import CoreMetrics
import NIOCore
import NIOEmbedded
import RelayTestSupport
import StreamProtocol

@testable import StreamRelay

/// A relay on an event loop whose clock and tasks the test moves.
///
/// It closes its channels when it is released: until then a channel and its handlers hold each other.
final class EmbeddedRelay {
    let eventLoop = EmbeddedEventLoop()
    let core: RelayCore
    let loop: RelayLoop
    /// The channels, with the handlers next to their ends.
    private var channels: [(channel: EmbeddedChannel, first: any ChannelHandler)] = []

    init(core: RelayCore) {
        self.core = core
        loop = RelayLoop(eventLoop: eventLoop, core: core)
    }

    convenience init(
        admission: any Admission = OpenAdmission(),
        protocolHandlers: ProtocolHandlers = ProtocolHandlers(),
        metrics: RelayMetrics = RelayMetrics(NOOPMetricsHandler.instance),
        _ change: (inout RelayConfiguration) -> Void = { _ in }
    ) {
        var configuration = RelayConfiguration()
        change(&configuration)
        let core = RelayCore(
            configuration: configuration,
            admission: admission,
            protocolHandlers: protocolHandlers,
            name: "test",
            metrics: metrics,
            logger: .silent
        )
        self.init(core: core)
    }

    deinit {
        for (channel, first) in channels {
            // A close that begins at the other end of the pipeline waits for TLS.
            try? channel.pipeline.syncOperations.context(handler: first).close(promise: nil)
        }
        // Viewers that wait for a turn are held until it comes.
        eventLoop.advanceTime(by: CatchUpTurns.interval)
        loop.stop()
        try? eventLoop.syncShutdownGracefully()
    }

    /// A new connection, and the relay's side of it.
    ///
    /// - Parameter socket: Takes the bytes that the relay sends.
    func connect(
        from address: String = "203.0.113.1",
        through socket: any ChannelHandler = HalfClosing()
    ) throws -> (channel: EmbeddedChannel, connection: Connection?) {
        let known = Set(loop.connections.keys)
        let channel = makeChannel(through: socket)
        try channel.connect(to: SocketAddress(ipAddress: address, port: 1)).wait()
        return (channel, loop.connections.first { !known.contains($0.key) }?.value)
    }

    /// A channel that is not connected.
    func makeChannel(through socket: any ChannelHandler = HalfClosing()) -> EmbeddedChannel {
        let channel = EmbeddedChannel(handlers: [socket, ProtocolDetectionHandler(loop: loop)], loop: eventLoop)
        channels.append((channel, socket))
        return channel
    }
}

extension ConfigurationStore {
    /// A relay's usual configuration with other limits.
    convenience init(limits: RelayLimits) {
        var configuration = RelayConfiguration()
        configuration.limits = limits
        self.init(configuration)
    }
}

/// An embedded channel closes altogether when only its output is closed; a socket does not.
final class HalfClosing: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output else { return context.close(mode: mode, promise: promise) }
        promise?.succeed()
    }
}

/// The first bytes of a client of the protocol.
func opening(
    _ role: Hello.Role,
    of stream: StreamName = .live,
    token: AccessToken? = nil,
    instance: UInt64 = 1
) -> ByteBuffer {
    var hello = Hello(role: role, stream: stream, instance: InstanceID(high: 0, low: instance))
    hello.token = token
    return .opening(.hello(hello))
}

extension EmbeddedChannel {
    /// All that the relay has sent since it was last asked.
    func sent() throws -> ByteBuffer {
        var all = ByteBuffer()
        while var bytes = try readOutbound(as: ByteBuffer.self) { all.writeBuffer(&bytes) }
        return all
    }

    /// The messages that the relay has sent, from its preface on.
    func messages() throws -> [ProtocolMessage] { try sent().inputs().messages }

    /// The code of the error that the relay has sent last, `nil` where it has not.
    func refusal() throws -> ErrorCode? {
        if case .error(let ending)? = try messages().last { ending.code } else { nil }
    }
}
