import NIOCore

/// Frames of a track that the receiver will never get (`Protocol.md`, Gap).
///
/// Received frames and gaps together cover every sequence number of a track once and in order.
public struct Gap: Hashable, Sendable {
    /// Why the frames were left out. A receiver takes a value that is not named here as "left out".
    public struct Reason: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The number on the wire.
        public let rawValue: UInt8

        /// Any number. One that is not named here means "left out".
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// The viewer was further behind than its latency bound.
        public static let latency = Reason(rawValue: 1)
        /// A decoder could not decode the frames without others that were left out.
        public static let undecodable = Reason(rawValue: 2)
        /// The publisher left the frames out, because its own connection was too slow.
        public static let publisher = Reason(rawValue: 3)
        /// The viewer asked only for random access points, and the frames are none.
        public static let notRequested = Reason(rawValue: 4)
        /// The frames came while the viewer was not connected. No side sends this reason: a client that has reconnected
        /// finds the gap by itself.
        public static let disconnected = Reason(rawValue: 0)

        /// The name of the reason, such as `latency`, or `reason` and its number.
        public var description: String {
            switch self {
            case .latency: "latency"
            case .undecodable: "undecodable"
            case .publisher: "publisher"
            case .notRequested: "not-requested"
            case .disconnected: "disconnected"
            default: "reason \(rawValue)"
            }
        }
    }

    /// The track of the frames.
    public var track: TrackID
    /// Why the frames were left out.
    public var reason: Reason
    /// The epoch of the frames.
    public var epoch: UInt32
    /// The first sequence number left out.
    public var first: UInt64
    /// How many frames were left out, at least 1; ``first`` + `count` is at most 2⁶⁴ − 1.
    public var count: UInt64

    /// Makes a gap of `count` frames from the sequence number `first` on; see the properties for their ranges.
    public init(track: TrackID, reason: Reason, epoch: UInt32, first: UInt64, count: UInt64) {
        self.track = track
        self.reason = reason
        self.epoch = epoch
        self.first = first
        self.count = count
    }
}

extension Gap: MessageBody {
    static var type: MessageType { .gap }

    init(from reader: inout FieldReader) throws(ProtocolError) {
        guard let track = TrackID(try reader.integer()) else {
            throw reader.malformed("a track number above \(TrackID.maximum)")
        }
        self.track = track
        reason = Reason(rawValue: try reader.integer())
        try reader.skip(1)
        epoch = try reader.integer()
        first = try reader.integer()
        count = try reader.integer()
        guard count > 0, first.addingReportingOverflow(count).overflow == false else {
            throw reader.malformed("a range of frames that cannot be")
        }
    }

    func write(to buffer: inout ByteBuffer) {
        buffer.writeMultipleIntegers(track.rawValue, reason.rawValue, UInt8(0), epoch, first, count)
    }
}
