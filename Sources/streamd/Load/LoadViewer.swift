import NIOCore
import StreamClient
import StreamProtocol

/// The state that the viewers of one event loop share. Belongs to its loop.
final class LoadLoop {
    var statistics = LoadStatistics()
    /// The estimate of the relay's clock. One ordinary viewer makes it for all.
    var clock: ClockEstimate?
}

/// Connects a channel to a ``LoadViewerStateMachine``: it sends the hello, reads the clocks and performs the actions.
final class LoadViewer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let loop: LoadLoop
    private let opening: ByteBuffer
    private let began = ContinuousClock.now
    private var scanner = MessageScanner()
    private var machine = LoadViewerStateMachine()

    init(_ hello: Hello, loop: LoadLoop) {
        self.loop = loop
        var opening = ByteBuffer()
        Preface.supported.write(to: &opening)
        ProtocolMessage.hello(hello).write(to: &opening)
        self.opening = opening
    }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(opening), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        do throws(ProtocolError) {
            while let event = try scanner.next(in: &bytes) {
                let action = machine.received(
                    event,
                    at: WallClock.system.now,
                    elapsed: Int64((ContinuousClock.now - began) / .microseconds(1)),
                    clock: loop.clock,
                    into: &loop.statistics
                )
                perform(action, context)
            }
        } catch {
            perform(machine.failed(because: "\(error.code)", into: &loop.statistics), context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        machine.channelInactive(into: &loop.statistics)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        perform(machine.failed(because: "connection lost", into: &loop.statistics), context)
    }

    private func perform(_ action: LoadViewerStateMachine.Action, _ context: ChannelHandlerContext) {
        switch action {
        case .nothing: break
        case .send(let pong): context.writeAndFlush(wrapOutboundOut(ProtocolMessage.pong(pong).encoded()), promise: nil)
        case .close: context.close(promise: nil)
        }
    }
}
