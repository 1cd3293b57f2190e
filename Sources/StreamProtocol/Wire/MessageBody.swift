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
