import NIOCore

/// When the newest frames of a stream came to a relay, and how long frames take between the relays before it
/// (`Protocol.md`, Arrivals). A relay sends it to the relays that take the stream from it.
public struct Arrivals: Hashable, Sendable {
    /// A frame, and when it came.
    public struct Arrival: Hashable, Sendable {
        /// The frame's track.
        public var track: TrackID
        /// The frame's number on its track.
        public var sequence: UInt64
        /// When the frame's last byte came, by the sender's wall clock, in microseconds since 1970-01-01 UTC.
        public var time: Int64

        /// Makes an arrival; the time is in microseconds since 1970-01-01 UTC.
        public init(track: TrackID, sequence: UInt64, time: Int64) {
            self.track = track
            self.sequence = sequence
            self.time = time
        }
    }

    /// How long frames take from one relay to the next.
    public struct Hop: Hashable, Sendable {
        /// The delay in microseconds. It may be negative by as much as the error bound.
        public var delay: Int64
        /// The delay is right to within this many microseconds; ``unknown`` where no delay is known.
        public var errorBound: UInt32

        /// The error bound where no delay is known.
        public static let unknown = UInt32.max

        /// Makes a hop of its delay and error bound, in microseconds.
        public init(delay: Int64, errorBound: UInt32) {
            self.delay = delay
            self.errorBound = errorBound
        }
    }

    /// The most frames of a message. At 30 frames a second they span two seconds, so the median of their delays says
    /// what is usual.
    public static let maximumFrames = 64

    /// The epoch of the frames.
    public var epoch: UInt32
    /// The hops before the sender, the one that ends at the sender first. At most ``RelayPath/maximumCount``.
    public var hops: [Hop]
    /// At most ``maximumFrames``.
    public var frames: [Arrival]

    /// Makes a message with at most ``RelayPath/maximumCount`` hops and ``maximumFrames`` frames.
    public init(epoch: UInt32, hops: [Hop], frames: [Arrival]) {
        self.epoch = epoch
        self.hops = hops
        self.frames = frames
    }
}

extension Arrivals: MessageBody {
    static var type: MessageType { .arrivals }

    init(from reader: inout FieldReader) throws(ProtocolError) {
        epoch = try reader.integer()
        let hopCount: UInt16 = try reader.integer()
        let frameCount: UInt16 = try reader.integer()
        guard hopCount <= RelayPath.maximumCount else {
            throw reader.malformed("more than \(RelayPath.maximumCount) hops")
        }
        guard frameCount <= Self.maximumFrames else {
            throw reader.malformed("more than \(Self.maximumFrames) frames")
        }
        hops = []
        for _ in 0..<hopCount {
            hops.append(Hop(delay: try reader.integer(), errorBound: try reader.integer()))
        }
        frames = []
        for _ in 0..<frameCount { frames.append(try Arrival(from: &reader)) }
    }

    func write(to buffer: inout ByteBuffer) {
        buffer.writeMultipleIntegers(epoch, UInt16(clamping: hops.count), UInt16(clamping: frames.count))
        for hop in hops { buffer.writeMultipleIntegers(hop.delay, hop.errorBound) }
        for frame in frames {
            buffer.writeMultipleIntegers(frame.track.rawValue, UInt16(0), frame.sequence, frame.time)
        }
    }
}

extension Arrivals.Arrival {
    fileprivate init(from reader: inout FieldReader) throws(ProtocolError) {
        guard let track = TrackID(try reader.integer()) else {
            throw reader.malformed("a track number above \(TrackID.maximum)")
        }
        self.track = track
        try reader.skip(2)
        sequence = try reader.integer()
        time = try reader.integer()
    }
}
