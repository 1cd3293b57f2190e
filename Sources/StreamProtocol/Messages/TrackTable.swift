import NIOCore

/// All tracks of a stream from this message on; it replaces the table before it (`Protocol.md`, Tracks).
public struct TrackTable: Hashable, Sendable {
    /// The epoch of the frames that follow.
    public let epoch: UInt32
    /// 1 to ``ProtocolLimits/tracks`` tracks, no two with the same number.
    public let tracks: [Track]

    /// Makes a table after checking how many tracks it has and that their numbers differ.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/malformedMessage`` if either is wrong.
    public init(epoch: UInt32, tracks: [Track]) throws(ProtocolError) {
        guard (1...ProtocolLimits.tracks).contains(tracks.count), Set(tracks.map(\.id)).count == tracks.count else {
            throw ProtocolError(
                .malformedMessage,
                "A stream has 1 to \(ProtocolLimits.tracks) tracks, each with a number of its own."
            )
        }
        self.epoch = epoch
        self.tracks = tracks
    }

    /// The track with this number; `nil` if the table has none.
    public subscript(id: TrackID) -> Track? { tracks.first { $0.id == id } }
}

extension TrackTable: MessageBody {
    static var type: MessageType { .tracks }

    init(from reader: inout FieldReader) throws(ProtocolError) {
        let epoch: UInt32 = try reader.integer()
        let count: UInt16 = try reader.integer()
        try reader.skip(2)
        guard (1...ProtocolLimits.tracks).contains(Int(count)) else {
            throw reader.malformed("\(count) tracks where 1 to \(ProtocolLimits.tracks) are allowed")
        }
        var tracks: [Track] = []
        for _ in 0..<count {
            tracks.append(try Track(from: &reader))
        }
        try self.init(epoch: epoch, tracks: tracks)
    }

    func write(to buffer: inout ByteBuffer) {
        buffer.writeMultipleIntegers(epoch, UInt16(tracks.count), UInt16(0))
        for track in tracks { track.write(to: &buffer) }
    }
}
