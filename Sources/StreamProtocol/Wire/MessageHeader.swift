import NIOCore

/// The eight bytes in front of every body (`Protocol.md`, Messages).
struct MessageHeader: Hashable {
    static let length = 8

    /// Bytes of the body that follows.
    let bodyLength: UInt32
    let type: MessageType
    /// Bits whose meaning depends on the type; a receiver ignores unknown ones.
    let flags: UInt16

    /// Reads the header and leaves it in the buffer, because the decoder takes only whole messages.
    ///
    /// - Returns: `nil` while `buffer` has fewer than eight bytes.
    static func peek(at buffer: ByteBuffer) -> MessageHeader? {
        guard let (length, type, flags) = buffer.peekMultipleIntegers(as: (UInt32, UInt16, UInt16).self) else {
            return nil
        }
        return MessageHeader(bodyLength: length, type: MessageType(rawValue: type), flags: flags)
    }
}
