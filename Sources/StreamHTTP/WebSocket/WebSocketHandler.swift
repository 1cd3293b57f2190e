import NIOCore
import NIOWebSocket
import StreamProtocol
import StreamRelay

/// Connects a session to a client that carries the protocol in WebSocket frames; see ``WebSocketStateMachine``.
final class WebSocketHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let connection: Connection
    private var machine = WebSocketStateMachine()
    private var context: ChannelHandlerContext?

    init(_ connection: Connection) {
        self.connection = connection
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        connection.framingHandler = self
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    // MARK: Input

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        machine.received(unwrapInboundIn(data))
        while let action = machine.next() {
            do throws(ProtocolError) {
                try perform(action, context)
            } catch {
                machine.discardInput()
                context.fireErrorCaught(error)
            }
        }
    }

    private func perform(
        _ action: WebSocketStateMachine.Action,
        _ context: ChannelHandlerContext
    ) throws(ProtocolError) {
        switch action {
        case .deliver(let payload, let overhead):
            try connection.charge(overhead, at: .now())
            context.fireChannelRead(wrapInboundOut(payload))
        case .charge(let bytes): try connection.charge(bytes, at: .now())
        case .closeInput: context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        case .close: context.close(promise: nil)
        case .fail(let error): throw error
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        answerPing(context)
        context.fireChannelReadComplete()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        answerPing(context)
        context.fireChannelWritabilityChanged()
    }

    private func answerPing(_ context: ChannelHandlerContext) {
        guard let payload = machine.takePong(isWritable: context.channel.isWritable) else { return }
        write(.pong, payload, context)
        context.flush()
        connection.ownBytesWritten()
    }

    // MARK: Output

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !machine.isOutputClosed else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        write(.binary, unwrapOutboundIn(data), context, promise)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode != .input, let frame = machine.closeOutput() {
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

extension WebSocketHandler: FramingHandler {
    var framing: (any MessageFraming)? { machine.isOutputClosed ? nil : WebSocketFraming() }

    func writeFramed(_ bytes: ByteBuffer) { context?.write(wrapOutboundOut(bytes), promise: nil) }
}

/// A binary frame for each message.
struct WebSocketFraming: MessageFraming {
    func frame(_ message: ByteBuffer, _ write: (ByteBuffer) -> Void) -> Bool {
        write(.webSocketHeader(.binary, length: message.readableBytes))
        write(message)
        return true
    }
}

// NIOWebSocket's encoder is not used: it is a channel handler that takes a `WebSocketFrame`, a class instance allocated
// for every frame of every viewer, and it gives no bytes outside a pipeline.
extension ByteBuffer {
    /// The header of a whole frame from a server (RFC 6455 5.2): final, and without a mask.
    static func webSocketHeader(_ opcode: WebSocketOpcode, length: Int) -> ByteBuffer {
        var header = ByteBuffer()
        header.writeInteger(0x80 | UInt8(webSocketOpcode: opcode))
        switch length {
        case ...125: header.writeInteger(UInt8(clamping: length))
        case ...Int(UInt16.max): header.writeMultipleIntegers(UInt8(126), UInt16(clamping: length))
        default: header.writeMultipleIntegers(UInt8(127), UInt64(clamping: length))
        }
        return header
    }

    /// A whole close frame (RFC 6455 5.5.1). A reason that is too long for it is left out.
    static func webSocketClose(_ code: WebSocketErrorCode, _ reason: String) -> ByteBuffer {
        var payload = ByteBuffer()
        payload.write(webSocketErrorCode: code)
        payload.writeString(reason.utf8.count <= WebSocketFrameReader.controlLength - 2 ? reason : "")
        var frame = webSocketHeader(.connectionClose, length: payload.readableBytes)
        frame.writeBuffer(&payload)
        return frame
    }
}
