import NIOCore
import StreamProtocol

/// Counts the memory of messages that have arrived in part, for a program that has a budget. Both functions are called on
/// the connection's event loop.
package struct ReceptionGauge: Sendable {
    /// Called before a buffer takes `count` more bytes behind `end`, the end of its bytes. If it throws, the connection
    /// ends with the error.
    let grow: @Sendable (_ count: Int, _ end: Int) throws(ProtocolError) -> Void
    /// Called when the buffer has `capacity` bytes of memory.
    let settle: @Sendable (_ capacity: Int) -> Void

    package init(
        grow: @escaping @Sendable (_ count: Int, _ end: Int) throws(ProtocolError) -> Void,
        settle: @escaping @Sendable (_ capacity: Int) -> Void
    ) {
        self.grow = grow
        self.settle = settle
    }
}

/// Decodes what a relay sends, and has the memory counted that the bytes of an incomplete message take.
final class CountedDecodingHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = MessageDecoder.InboundOut

    /// A buffer of at most this many bytes is kept although little is left in it.
    static let shrinkThreshold = 64 * 1024

    private var inbound: InboundBuffer<MessageDecoder>
    private let gauge: ReceptionGauge
    private var hasFailed = false
    private var isDecoding = false

    init(_ decoder: MessageDecoder, _ gauge: ReceptionGauge) {
        inbound = InboundBuffer(decoder)
        self.gauge = gauge
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasFailed else { return }
        let bytes = unwrapInboundIn(data)
        do throws(ProtocolError) {
            try gauge.grow(bytes.readableBytes, inbound.writerIndex)
            inbound.append(bytes)
            // A message may close the channel, and a close may deliver more bytes.
            guard !isDecoding else { return }
            isDecoding = true
            defer { isDecoding = false }
            while let input = try inbound.next() { context.fireChannelRead(wrapInboundOut(input)) }
            settle()
        } catch {
            hasFailed = true
            release()
            context.fireErrorCaught(error)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        release()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { release() }

    private func settle() {
        inbound.discardReadBytes()
        if inbound.capacity > Self.shrinkThreshold, inbound.capacity / 4 > inbound.readableBytes { inbound.shrink() }
        gauge.settle(inbound.capacity)
    }

    private func release() {
        inbound.removeAll()
        gauge.settle(0)
    }
}
