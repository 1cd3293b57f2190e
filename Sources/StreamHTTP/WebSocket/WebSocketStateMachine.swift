import NIOCore
import NIOWebSocket
import StreamProtocol

/// A WebSocket that carries the protocol: the payloads of binary frames, one after the other, are the bytes of the
/// protocol.
///
/// The value does no I/O. After ``received(_:)``, the handler performs ``next()`` until it returns `nil`.
struct WebSocketStateMachine {
    enum Action: Equatable {
        /// Charge the client for `overhead` bytes, and pass the payload on. The session charges for the payload.
        case deliver(ByteBuffer, overhead: Int)
        /// Charge the client for these bytes.
        case charge(Int)
        /// The client sent a close frame: tell the session that the input is closed.
        case closeInput
        /// Both sides have sent a close frame: close the channel.
        case close
        /// The client broke RFC 6455: end the session with this error.
        case fail(ProtocolError)
    }

    private var inbound = InboundBuffer(WebSocketFrameReader())
    /// The payload of the last ping that has not been answered. RFC 6455 5.5.3 asks for no other.
    private var unansweredPing: ByteBuffer?
    private var closeReason: (code: WebSocketErrorCode, text: String) = (.normalClosure, "")
    private var isInputClosed = false
    /// Whether the close frame is sent, after which no frame may follow.
    private(set) var isOutputClosed = false

    mutating func received(_ bytes: ByteBuffer) {
        guard !isInputClosed else { return }
        inbound.append(bytes)
    }

    /// The next action; `nil` until more bytes arrive.
    mutating func next() -> Action? {
        guard !isInputClosed else { return nil }
        let count = inbound.readableBytes
        do throws(WebSocketFrameReader.Violation) {
            let event = try inbound.next()
            let taken = count - inbound.readableBytes
            switch event {
            case .data(let payload): return .deliver(payload, overhead: taken - payload.readableBytes)
            case .ping(let payload):
                unansweredPing = payload
                return .charge(taken)
            case .pong: return .charge(taken)
            case .close:
                discardInput()
                return isOutputClosed ? .close : .closeInput
            // Headers alone, as of empty fragments without end.
            case nil: return taken > 0 ? .charge(taken) : nil
            }
        } catch {
            discardInput()
            closeReason = (error.code, error.reason)
            return .fail(ProtocolError(.malformedMessage, error.reason))
        }
    }

    /// Ignores all further input: the session ends.
    mutating func discardInput() {
        isInputClosed = true
        inbound.removeAll()
    }

    /// The payload of the pong to send, if one is due. Of several pings that arrived together only the last is answered,
    /// because each answer is a system call.
    mutating func takePong(isWritable: Bool) -> ByteBuffer? {
        guard !isOutputClosed, isWritable else { return nil }
        defer { unansweredPing = nil }
        return unansweredPing
    }

    /// The session closes its output.
    ///
    /// - Returns: The close frame to send; `nil` if it is sent already.
    mutating func closeOutput() -> ByteBuffer? {
        guard !isOutputClosed else { return nil }
        isOutputClosed = true
        return .webSocketClose(closeReason.code, closeReason.text)
    }
}
