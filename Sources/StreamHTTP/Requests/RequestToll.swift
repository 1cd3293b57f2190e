import NIOCore
import StreamProtocol
import StreamRelay

/// Charges what comes before the parser has work with it, and keeps from the parser what nobody will answer.
final class RequestToll: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connection: Connection
    /// Whether nothing more is let through.
    private var isShut = false

    init(_ connection: Connection) {
        self.connection = connection
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isShut else { return }
        do throws(ProtocolError) {
            try connection.charge(unwrapInboundIn(data).readableBytes, at: .now())
            context.fireChannelRead(data)
        } catch {
            shut()
            context.fireErrorCaught(error)
        }
    }

    /// The last answer is on its way: what still comes is thrown away.
    func shut() {
        isShut = true
    }
}
