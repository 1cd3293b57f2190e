import NIOCore
import NIOWebSocket

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

    /// A whole close frame, RFC 6455 5.5.1.
    static func webSocketClose(_ code: WebSocketErrorCode, _ reason: String) -> ByteBuffer {
        var payload = ByteBuffer()
        payload.write(webSocketErrorCode: code)
        payload.writeString(reason.utf8.count <= WebSocketFrameReader.controlLength - 2 ? reason : "")
        var frame = webSocketHeader(.connectionClose, length: payload.readableBytes)
        frame.writeBuffer(&payload)
        return frame
    }
}
