import NIOCore
import NIOSSL
import NIOTLS

/// Puts what a channel receives into a mailbox.
final class PeerHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let mailbox: Mailbox
    private var webSocket: WebSocketSide?
    /// Whether the bytes that came have broken a rule, so that what follows means nothing.
    private var isBroken = false

    /// - Parameter webSocket: The side of WebSocket that this program is; `nil` without WebSocket.
    init(_ mailbox: Mailbox, webSocket: WebSocketSide?) {
        self.mailbox = mailbox
        self.webSocket = webSocket
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        let bytes = buffer.getBytes(at: buffer.readerIndex, length: buffer.readableBytes) ?? []
        guard !isBroken else { return }
        guard webSocket != nil else { return append(bytes, context) }
        do {
            for event in try webSocket?.push(bytes) ?? [] { handle(event, context) }
        } catch {
            mailbox.fail(error)
            abandon(context)
        }
    }

    private func append(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        if !mailbox.append(bytes) { abandon(context) }
    }

    private func abandon(_ context: ChannelHandlerContext) {
        isBroken = true
        context.close(promise: nil)
    }

    private func handle(_ event: WebSocketSide.Event, _ context: ChannelHandlerContext) {
        switch event {
        case .head(let head): mailbox.setHead(head)
        case .send(let bytes): write(bytes, context)
        case .bytes(let bytes): append(bytes, context)
        case .control(let frame):
            mailbox.append(control: frame)
            let isMasked = webSocket?.isClient ?? true
            if frame.opcode == WebSocketFrame.close {
                if !mailbox.sendsClose() {
                    let status = Array(frame.payload.prefix(2))
                    write(WebSocketFrame(WebSocketFrame.close, status, isMasked: isMasked).bytes, context)
                }
                mailbox.end(.closed)
            } else if frame.opcode == WebSocketFrame.ping {
                write(WebSocketFrame(WebSocketFrame.pong, frame.payload, isMasked: isMasked).bytes, context)
            }
        }
    }

    private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        // Answers for a side that does not read would pile up.
        guard context.channel.isWritable else { return }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed:
            mailbox.end(webSocket == nil ? .closed : .truncated)
            // WebSocket knows no half of a connection.
            if webSocket != nil { context.close(promise: nil) }
        case TLSUserEvent.handshakeCompleted(let name): mailbox.setALPN(name)
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        mailbox.end(webSocket == nil ? .closed : .truncated)
        mailbox.setGone()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? NIOSSLError, case .uncleanShutdown = error {
            mailbox.end(.truncated)
        } else {
            mailbox.end(.reset)
        }
        context.close(promise: nil)
    }
}
