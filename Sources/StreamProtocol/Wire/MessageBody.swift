import NIOCore

/// A message that knows its type and how its body is read and written.
///
/// Frames are not among them: their bytes are kept as they are (see ``Frame``).
protocol MessageBody: Hashable, Sendable {
    static var type: MessageType { get }

    /// Reads the fields; the caller checks that nothing is left.
    init(from reader: inout FieldReader) throws(ProtocolError)

    func write(to buffer: inout ByteBuffer)
}

extension MessageBody {
    /// Appends header and body.
    func writeMessage(to buffer: inout ByteBuffer) {
        let start = buffer.writerIndex
        buffer.writeMultipleIntegers(UInt32(0), Self.type.rawValue, UInt16(0))
        write(to: &buffer)
        buffer.setInteger(UInt32(buffer.writerIndex - start - MessageHeader.length), at: start)
    }
}
