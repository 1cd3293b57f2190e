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

    /// Makes an offset of its two values, in microseconds.
    public init(offset: Int64, errorBound: UInt32) {
        self.offset = offset
        self.errorBound = errorBound
    }

    /// The error bound after this time, in which the clocks drift.
    private static func errorBound(_ errorBound: UInt32, after microseconds: Int64) -> UInt32 {
        UInt32(clamping: Int64(errorBound) + ClockDrift.bound(after: microseconds))
    }

    /// The same offset after it has waited: its error bound has grown by the drift.
    public func aged(by microseconds: Int64) -> ClockOffset {
        ClockOffset(offset: offset, errorBound: Self.errorBound(errorBound, after: microseconds))
    }

    /// The message of an offset that has waited in a relay, whose error bound has grown by the drift.
    ///
    /// - Parameter message: A whole clock offset message.
    package static func message(_ message: ByteBuffer, agedBy microseconds: Int64) -> ByteBuffer {
        let index = message.readerIndex + MessageHeader.length + MemoryLayout<Int64>.size
        guard let errorBound: UInt32 = message.getInteger(at: index) else { return message }
        let grown = Self.errorBound(errorBound, after: microseconds)
        guard grown != errorBound else { return message }
        var message = message
        message.setInteger(grown, at: index)
        return message
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
