import NIOCore

/// Delivers bytes of the client within the relay's next write, as NIO does when a write fails.
package final class DeliveringWhileWriting: ChannelOutboundHandler {
    package typealias OutboundIn = ByteBuffer

    package var bytes: ByteBuffer?

    package init(_ bytes: ByteBuffer? = nil) {
        self.bytes = bytes
    }

    package func flush(context: ChannelHandlerContext) {
        context.flush()
        guard let bytes else { return }
        self.bytes = nil
        context.fireChannelRead(NIOAny(bytes))
    }
}
