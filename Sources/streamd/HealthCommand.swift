import ArgumentParser
import NIOCore
import NIOPosix
import StreamClient
import StreamProtocol

struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Ask a relay whether it answers.",
        discussion: "Ends with 0 when it does and with 69 when it does not; a container's health check needs no more."
    )

    @Argument(help: ArgumentHelp("The relay.", valueName: "host:port"))
    var relay = RelayArgument.local

    @Option(help: ArgumentHelp("How long to wait for an answer.", valueName: "time"))
    var timeout = TimeSpan(seconds: 2)

    func run() async throws {
        try await reportingFailures {
            let address = try relay.address
            do {
                try await ask(address)
            } catch {
                throw Failure(
                    .unavailable,
                    "The relay at \(address.endpoint) does not answer. Is 'streamd relay' running there?"
                )
            }
        }
    }

    /// Exchanges prefaces, and says goodbye.
    private func ask(_ address: RelayAddress) async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let answered = loop.makePromise(of: Void.self)
        let connecting = ClientBootstrap(group: loop)
            .connectTimeout(timeout.timeAmount)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(PrefaceProbe(answered))
                }
            }
            .connect(host: address.host, port: address.port)
        connecting.whenFailure { answered.fail($0) }
        let channel = try await connecting.get()
        let patience = loop.scheduleTask(in: timeout.timeAmount) {
            answered.fail(ChannelError.connectTimeout(timeout.timeAmount))
        }
        defer {
            patience.cancel()
            channel.close(promise: nil)
        }
        try await answered.futureResult.get()
    }
}

/// Sends a preface, waits for the relay's, and leaves.
private final class PrefaceProbe: ChannelInboundHandler {
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
            let goodbye = Message.goodbye(Ending(.done, "That was all.")).encoded()
            context.writeAndFlush(wrapOutboundOut(goodbye), promise: nil)
            answered.succeed(())
        } catch {
            answered.fail(error)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        answered.fail(ChannelError.eof)
    }
}
