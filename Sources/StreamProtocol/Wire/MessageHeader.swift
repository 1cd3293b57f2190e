import NIOCore

/// The eight bytes in front of every message.
struct MessageHeader: Hashable {
    static let length = 8

    /// Bytes that follow.
    let bodyLength: UInt32
    let type: MessageType
    /// Bits whose meaning depends on the type; unknown ones are ignored.
    let flags: UInt16

    /// Looks at the header without taking it, because a message is only taken whole.
    static func peek(at buffer: ByteBuffer) -> MessageHeader? {
        guard let (length, type, flags) = buffer.peekMultipleIntegers(as: (UInt32, UInt16, UInt16).self) else {
            return nil
        }
        return MessageHeader(bodyLength: length, type: MessageType(rawValue: type), flags: flags)
    }
}
