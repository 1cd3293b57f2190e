import NIOCore
import NIOEmbedded
import RelayTestSupport
import StreamProtocol

@testable import StreamRelay

/// A relay's front door on an event loop whose clock and tasks the test moves.
final class EmbeddedRelay {
    let eventLoop = EmbeddedEventLoop()
    let core: RelayCore
    let loop: RelayLoop

    init(
        admission: any Admission = OpenAdmission(),
        protocolHandlers: ProtocolHandlers = ProtocolHandlers(),
        _ change: (inout RelayConfiguration) -> Void = { _ in }
    ) {
        var configuration = RelayConfiguration()
        change(&configuration)
        core = RelayCore(
            configuration: configuration,
            admission: admission,
            protocolHandlers: protocolHandlers,
            name: "test",
            logger: .silent
        )
        loop = RelayLoop(eventLoop: eventLoop, core: core)
    }

    /// A new connection, and the relay's side of it.
    func connect(from address: String = "203.0.113.1") throws -> (channel: EmbeddedChannel, connection: Connection?) {
        let known = Set(loop.connections.keys)
        let handlers: [any ChannelHandler] = [HalfClosing(), ProtocolDetectionHandler(loop: loop)]
        let channel = EmbeddedChannel(handlers: handlers, loop: eventLoop)
        try channel.connect(to: SocketAddress(ipAddress: address, port: 1)).wait()
        return (channel, loop.connections.first { !known.contains($0.key) }?.value)
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
private final class HalfClosing: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output else { return context.close(mode: mode, promise: promise) }
        promise?.succeed()
    }
}

/// The first bytes of a client of the protocol.
func opening(_ role: Hello.Role, token: AccessToken? = nil, instance: UInt64 = 1) -> ByteBuffer {
    var hello = Hello(role: role, stream: .live, instance: InstanceID(high: 0, low: instance))
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
    func messages() throws -> [Message] { try sent().inputs().messages }

    /// The code of the error that the relay has sent last, `nil` where it has not.
    func refusal() throws -> ErrorCode? {
        if case .error(let ending)? = try messages().last { ending.code } else { nil }
    }
}
