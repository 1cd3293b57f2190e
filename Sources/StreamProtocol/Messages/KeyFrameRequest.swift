import NIOCore

/// Asks for a random access point as soon as may be. Relays merge those of many viewers into one.
public struct KeyFrameRequest: Hashable, Sendable {
    public var track: TrackID

    public init(track: TrackID) {
        self.track = track
    }
}

extension KeyFrameRequest: MessageBody {
    static var type: MessageType { .keyFrameRequest }

    init(from reader: inout FieldReader) throws(ProtocolError) {
        guard let track = TrackID(try reader.integer()) else {
            throw reader.malformed("a track number above \(TrackID.maximum)")
        }
        self.track = track
        try reader.skip(2)
    }

    func write(to buffer: inout ByteBuffer) {
        buffer.writeMultipleIntegers(track.rawValue, UInt16(0))
    }
}
