import NIOCore

/// How far a publisher's clock is from its relay's, passed on to the viewers: with their own offset to the relay they
/// know how old a frame is although no clock is right.
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
