import NIOCore

/// How a viewer fares, told to the relay every few seconds. All counts are since it joined.
public struct ReceiverReport: Hashable, Sendable {
    public var framesReceived: UInt64
    /// Frames that gap notices named.
    public var framesMissed: UInt64
    public var bytesReceived: UInt64
    /// The time from capture to reception, in microseconds, of half the frames of the last interval; 0 if not known.
    public var medianLatency: UInt32
    /// The same of 95 % of the frames.
    public var highLatency: UInt32

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
