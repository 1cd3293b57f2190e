import NIOCore

/// Frames of a track that this receiver will never get: received and gaps together are all.
public struct Gap: Hashable, Sendable {
    /// Who left them out, and why.
    public struct Reason: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        public let rawValue: UInt8

        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// The viewer was further behind than its latency bound.
        public static let latency = Reason(rawValue: 1)
        /// The frames could not be decoded without others that were left out.
        public static let undecodable = Reason(rawValue: 2)
        /// The publisher's own connection was too slow.
        public static let publisher = Reason(rawValue: 3)
        /// The frames came while the viewer was not connected. Never sent: a client that returns finds the gap itself.
        public static let disconnected = Reason(rawValue: 0)

        public var description: String {
            switch self {
            case .latency: "latency"
            case .undecodable: "undecodable"
            case .publisher: "publisher"
            case .disconnected: "disconnected"
            default: "reason \(rawValue)"
            }
        }
    }

    public var track: TrackID
    public var reason: Reason
    public var epoch: UInt32
    /// The first sequence number left out.
    public var first: UInt64
    /// How many were left out, at least 1.
    public var count: UInt64

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
