import NIOCore
import StreamProtocol

/// What a stream is and how it fares, at one moment.
public struct StreamStatus: Sendable {
    /// A track, and what was measured of it.
    public struct Track: Sendable {
        /// What the publisher says of it.
        public var facts: StreamProtocol.Track
        /// Frames a second over the last seconds; 0 where none came.
        public var frameRate: Double
        /// Bits a second over the last seconds, with what frames their travel headers take.
        public var bitRate: Double
        /// How long it is from one random access point to the next; `nil` before there were two.
        public var group: Group?
        /// How long ago the last random access point came; `nil` before the first.
        public var keyFrameAge: TimeAmount?
    }

    /// The frames from one random access point to the next.
    public struct Group: Hashable, Sendable {
        public var frames: Int
        /// In the publisher's media time.
        public var duration: TimeAmount
    }

    /// What the relay keeps of the stream.
    public struct Log: Hashable, Sendable {
        public var entries: Int
        public var bytes: Int
        /// From the oldest entry's arrival to the newest one's.
        public var duration: TimeAmount
    }

    public var name: StreamName
    public var epoch: UInt32
    public var state: StreamState
    /// Who publishes it now, if anybody does.
    public var publisher: Participant?
    /// The tracks of the newest table.
    public var tracks: [Track]
    public var viewers: Int
    /// Since the relay has known the stream, whoever published it.
    public var framesReceived: Int
    /// Since the relay has known the stream: whole frame messages.
    public var bytesReceived: Int
    public var log: Log

    /// Bits a second over the last seconds, of all tracks.
    public var bitRate: Double { tracks.reduce(0) { $0 + $1.bitRate } }

    /// The track that viewers wait for: the first one with pictures, or the first of all.
    public var leadingTrack: Track? { tracks.first { $0.facts.kind == .video } ?? tracks.first }
}

/// Somebody who takes part in a stream.
public struct Participant: Hashable, Sendable {
    /// The number of the connection.
    public var connection: UInt64
    /// Where the connection comes from; `nil` where the system does not say.
    public var peer: SocketAddress?
    public var isEncrypted: Bool
    /// What carries the messages.
    public var carrier: Connection.Carrier
    /// Whose token was shown; `nil` where none had to be.
    public var bearer: String?
    /// What the program calls itself: a stranger's text of any characters.
    public var clientName: String?
    /// When it was let in, in microseconds since 1970-01-01 UTC.
    public var since: Int64
}
