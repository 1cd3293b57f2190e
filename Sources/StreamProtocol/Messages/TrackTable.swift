import NIOCore

/// All tracks of a stream from here on, in place of those named before.
public struct TrackTable: Hashable, Sendable {
    /// The epoch of the frames that follow.
    public let epoch: UInt32
    /// At most ``Limits/tracks``, no two with the same number.
    public let tracks: [Track]

    /// Checks the tracks' number and numbers.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/malformedMessage``.
    public init(epoch: UInt32, tracks: [Track]) throws(ProtocolError) {
        guard (1...Limits.tracks).contains(tracks.count), Set(tracks.map(\.id)).count == tracks.count else {
            throw ProtocolError(
                .malformedMessage,
                "A stream has 1 to \(Limits.tracks) tracks, each with a number of its own."
            )
        }
        self.epoch = epoch
        self.tracks = tracks
    }

    /// The track with this number.
    public subscript(id: TrackID) -> Track? { tracks.first { $0.id == id } }
}

extension TrackTable: MessageBody {
    static var type: MessageType { .tracks }

    init(from reader: inout FieldReader) throws(ProtocolError) {
        let epoch: UInt32 = try reader.integer()
        let count: UInt16 = try reader.integer()
        try reader.skip(2)
        guard (1...Limits.tracks).contains(Int(count)) else {
            throw reader.malformed("\(count) tracks where 1 to \(Limits.tracks) are allowed")
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
