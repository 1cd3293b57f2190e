import NIOCore

/// How well a viewer receives the stream; the viewer sends it to the relay every few seconds (`Protocol.md`, Receiver
/// report). The counts are totals since the welcome.
public struct ReceiverReport: Hashable, Sendable {
    /// Frames of all tracks.
    public var framesReceived: UInt64
    /// Frames that gaps named, without those that the viewer did not ask for.
    public var framesMissed: UInt64
    /// Bytes of all messages, headers included.
    public var bytesReceived: UInt64
    /// Half the pictures since the last report took at most this time from capture to receipt, in microseconds; without
    /// pictures, half the frames of sound; 0 if the viewer does not know.
    public var medianLatency: UInt32
    /// 95 % of them took at most this time, in microseconds; 0 if the viewer does not know.
    public var highLatency: UInt32

    /// Makes a report; see the properties for the units.
    public init(
        framesReceived: UInt64,
        framesMissed: UInt64,
        bytesReceived: UInt64,
        medianLatency: UInt32,
        highLatency: UInt32
    ) {
        self.framesReceived = framesReceived
        self.framesMissed = framesMissed
        self.bytesReceived = bytesReceived
        self.medianLatency = medianLatency
        self.highLatency = highLatency
    }
}

extension ReceiverReport: MessageBody {
    static var type: MessageType { .receiverReport }

    init(from reader: inout FieldReader) throws(ProtocolError) {
        framesReceived = try reader.integer()
        framesMissed = try reader.integer()
        bytesReceived = try reader.integer()
        medianLatency = try reader.integer()
        highLatency = try reader.integer()
    }

    func write(to buffer: inout ByteBuffer) {
        buffer.writeMultipleIntegers(framesReceived, framesMissed, bytesReceived, medianLatency, highLatency)
    }
}
