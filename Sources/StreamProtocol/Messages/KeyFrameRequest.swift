import NIOCore

/// Asks the publisher for a random access point as soon as possible (`Protocol.md`, Key frame request).
///
/// The relay merges the requests of many viewers into one.
public struct KeyFrameRequest: Hashable, Sendable {
    /// The track that needs a random access point.
    public var track: TrackID

    /// Makes a request for a track.
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
