import NIOCore
import NIOHTTP1
import NIOWebSocket
import StreamProtocol
import StreamRelay

/// Stands between a session and a client that carries the protocol in WebSocket frames: the payloads of binary frames,
/// one after the other, are what a TCP connection would carry.
final class WebSocketHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let connection: Connection
    private var reader = WebSocketFrameReader()
    private var received: ByteBuffer?
    /// The payload of the last ping that has not been answered. RFC 6455 5.5.3 asks for no other.
    private var unanswered: ByteBuffer?
    private var closeReason: (code: WebSocketErrorCode, text: String) = (.normalClosure, "")
    private var hasSaidClose = false
    private var hasHeardClose = false

    init(_ connection: Connection) {
        self.connection = connection
    }

    // MARK: What the client sends

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasHeardClose else { return }
        var bytes = unwrapInboundIn(data)
        if received == nil { received = bytes } else { received?.writeBuffer(&bytes) }
        do {
            try readFrames(context)
        } catch let violation as WebSocketFrameReader.Violation {
            received = nil
            closeReason = (violation.code, violation.reason)
            hasHeardClose = true
            context.fireErrorCaught(ProtocolError(.malformedMessage, violation.reason))
        } catch {
            // The session ends by this, and nothing that still comes is looked at.
            received = nil
            hasHeardClose = true
            context.fireErrorCaught(error)
        }
    }

    private func readFrames(_ context: ChannelHandlerContext) throws {
        while !hasHeardClose, var bytes = received {
            received = nil
            let count = bytes.readableBytes
            let event = try reader.next(from: &bytes)
            let taken = count - bytes.readableBytes
            if bytes.readableBytes > 0 { received = bytes }
            guard let event else {
                // Headers alone, as of empty fragments without end.
                return try connection.charge(taken, at: .now())
            }
            try act(on: event, taken, context)
        }
        if hasHeardClose { received = nil }
    }

    private func act(
        on event: WebSocketFrameReader.Event,
        _ taken: Int,
        _ context: ChannelHandlerContext
    ) throws(ProtocolError) {
        switch event {
        case .data(let bytes):
            // The session charges for the bytes of its messages; what is around them is charged here.
            try connection.charge(taken - bytes.readableBytes, at: .now())
            context.fireChannelRead(wrapInboundOut(bytes))
        case .ping(let payload):
            try connection.charge(taken, at: .now())
            unanswered = payload
        case .pong:
            try connection.charge(taken, at: .now())
        case .close:
            hasHeardClose = true
            if hasSaidClose {
                context.close(promise: nil)
            } else {
                context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            }
        }
    }

    /// Of several pings that came together, the last is answered: each answer is a system call.
    func channelReadComplete(context: ChannelHandlerContext) {
        answerPing(context)
        context.fireChannelReadComplete()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        answerPing(context)
        context.fireChannelWritabilityChanged()
    }

    private func answerPing(_ context: ChannelHandlerContext) {
        guard !hasSaidClose, context.channel.isWritable, let payload = unanswered else { return }
        unanswered = nil
        write(.pong, payload, context)
        context.flush()
    }

    // MARK: What the session sends

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let bytes = unwrapOutboundIn(data)
        guard !hasSaidClose else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        write(.binary, bytes, context, promise)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode != .input, !hasSaidClose {
            hasSaidClose = true
            let frame = ByteBuffer.webSocketClose(closeReason.code, closeReason.text)
            context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
        }
        context.close(mode: mode, promise: promise)
    }

    private func write(
        _ opcode: WebSocketOpcode,
        _ payload: ByteBuffer,
        _ context: ChannelHandlerContext,
        _ promise: EventLoopPromise<Void>? = nil
    ) {
        let header = ByteBuffer.webSocketHeader(opcode, length: payload.readableBytes)
        context.write(wrapOutboundOut(header), promise: nil)
        context.write(wrapOutboundOut(payload), promise: promise)
    }
}
