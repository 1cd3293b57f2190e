import NIOCore
import NIOPosix
import StreamProtocol

/// Checks whether a relay answers.
public enum RelayProbe {
    /// Connects, exchanges prefaces and sends a goodbye. It shows no token.
    ///
    /// - Throws: ``ClientError`` that says why there was no answer within ``ClientConfiguration/connectTimeout``.
    public static func ask(_ configuration: ClientConfiguration) async throws(ClientError) {
        let address = try configuration.initialAddress()
        let tls = address.scheme == .tls ? try ClientTLSProvider(configuration.security ?? ClientSecurity()) : nil
        do {
            let loop = configuration.eventLoopGroup.next()
            try await ask(address, tls, within: TimeAmount(configuration.connectTimeout), on: loop)
        } catch let error as ClientError {
            throw error
        } catch let error as ProtocolError {
            throw .violation(address, error)
        } catch ChannelError.eof {
            throw .lost(address)
        } catch {
            throw .unreachable(address, error, timeout: configuration.connectTimeout)
        }
    }

    private static func ask(
        _ address: RelayAddress,
        _ tls: ClientTLSProvider?,
        within time: TimeAmount,
        on loop: any EventLoop
    ) async throws {
        let answered = loop.makePromise(of: Void.self)
        let connecting = ClientBootstrap(group: loop)
            .connectTimeout(time)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try tls?.addHandlers(to: channel, for: address)
                    try channel.pipeline.syncOperations.addHandler(PrefaceExchange(answered))
                }
            }
            .connect(host: address.host, port: address.port)
        connecting.whenFailure { answered.fail($0) }
        let timeout = loop.scheduleTask(in: time) { answered.fail(ChannelError.connectTimeout(time)) }
        defer { timeout.cancel() }
        let channel = try await connecting.get()
        defer { channel.close(promise: nil) }
        try await answered.futureResult.get()
    }
}

/// Sends a preface, waits for the relay's, and closes.
private final class PrefaceExchange: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answered: EventLoopPromise<Void>
    private var decoder = MessageDecoder()
    private var received = ByteBuffer()

    init(_ answered: EventLoopPromise<Void>) {
        self.answered = answered
    }

    func channelActive(context: ChannelHandlerContext) {
        var preface = ByteBuffer()
        Preface.supported.write(to: &preface)
        context.writeAndFlush(wrapOutboundOut(preface), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        received.writeBuffer(&bytes)
        do {
            guard case .preface? = try decoder.decode(buffer: &received) else { return }
            let goodbye = ProtocolMessage.goodbye(Ending(.done, "That was all.")).encoded()
            context.writeAndFlush(wrapOutboundOut(goodbye), promise: nil)
            answered.succeed(())
        } catch {
            answered.fail(error)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        answered.fail(error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        answered.fail(ChannelError.eof)
    }
}
