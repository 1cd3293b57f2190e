import NIOCore

/// A message other than a frame: its type, and how to read and write its body.
///
/// ``Frame`` is none, because it keeps the bytes of its message.
protocol MessageBody: Hashable, Sendable {
    static var type: MessageType { get }

    /// Reads the fields and options. The caller checks that no bytes are left.
    ///
    /// - Throws: ``ProtocolError`` with the code of the rule that the body breaks.
    init(from reader: inout FieldReader) throws(ProtocolError)

    /// Appends the body without its header.
    func write(to buffer: inout ByteBuffer)
}

extension MessageBody {
    /// Appends the header and the body.
    func writeMessage(to buffer: inout ByteBuffer) {
        let start = buffer.writerIndex
        buffer.writeMultipleIntegers(UInt32(0), Self.type.rawValue, UInt16(0))
        write(to: &buffer)
        buffer.setInteger(UInt32(buffer.writerIndex - start - MessageHeader.length), at: start)
    }
}

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
