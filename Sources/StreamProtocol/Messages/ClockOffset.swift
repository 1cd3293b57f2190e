import NIOCore

/// How far the publisher's wall clock is from the relay's (`Protocol.md`, Clock offset).
///
/// The relay forwards it to the viewers. With this offset and its own offset to the relay, a viewer computes how old a
/// frame is although no clock is right.
public struct ClockOffset: Hashable, Sendable {
    /// The publisher's wall clock minus the relay's, in microseconds.
    public var offset: Int64
    /// The offset is right to within this many microseconds.
    public var errorBound: UInt32

    public init(offset: Int64, errorBound: UInt32) {
        self.offset = offset
        self.errorBound = errorBound
    }
}

extension ClockOffset: MessageBody {
    static var type: MessageType { .clockOffset }

    init(from reader: inout FieldReader) throws(ProtocolError) {
        offset = try reader.integer()
        errorBound = try reader.integer()
    }

    func write(to buffer: inout ByteBuffer) {
        buffer.writeMultipleIntegers(offset, errorBound)
    }
}
