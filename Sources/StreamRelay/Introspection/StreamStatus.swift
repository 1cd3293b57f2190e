import NIOCore
import StreamProtocol

/// The status of a stream at one moment.
public struct StreamStatus: Sendable {
    /// A track, and its measurements.
    public struct Track: Sendable {
        /// The publisher's description of the track.
        public var track: StreamProtocol.Track
        /// Frames a second over the last seconds; 0 if none arrived.
        public var frameRate: Double
        /// Bits a second over the last seconds, frame headers included.
        public var bitRate: Double
        /// The last group of pictures; `nil` before the second random access point.
        public var group: Group?
        /// How long ago the last random access point arrived; `nil` before the first.
        public var keyFrameAge: TimeAmount?
    }

    /// The frames from one random access point to the next.
    public struct Group: Hashable, Sendable {
        /// The number of frames, the random access point among them.
        public var frames: Int
        /// The duration in the publisher's media time.
        public var duration: TimeAmount
    }

    /// The contents of the stream's log.
    public struct Log: Hashable, Sendable {
        /// The number of entries: frames, gaps and retained messages.
        public var entries: Int
        /// Bytes of all entries.
        public var bytes: Int
        /// From the arrival of the oldest entry to that of the newest.
        public var duration: TimeAmount
    }

    /// The relay from which this one takes the stream.
    public struct Source: Hashable, Sendable {
        /// Its address, as this relay's settings have it.
        public var origin: String
        /// The relays that the stream passes before this one, that relay first; `nil` if it does not say.
        public var path: RelayPath?
        /// How long frames take between the relays of the path and to this one, the last hop first; empty while no delay
        /// is known.
        public var hops: [Arrivals.Hop] = []
    }

    /// The name of the stream.
    public var name: StreamName
    /// The current epoch; 0 before the first.
    public var epoch: UInt32
    /// Whether the stream has a publisher.
    public var state: StreamState
    /// The current publisher; `nil` if there is none, and for a stream of another relay.
    public var publisher: Participant?
    /// Where the stream comes from; `nil` if it comes from no other relay.
    public var source: Source?
    /// The tracks of the newest table.
    public var tracks: [Track]
    /// How many viewers the stream has, over all carriers.
    public var viewers: Int
    /// Frames of all publishers since the relay has known the stream.
    public var framesReceived: Int
    /// Bytes of whole frame messages since the relay has known the stream.
    public var bytesReceived: Int
    /// What the log holds.
    public var log: Log
    /// How old the oldest random access point in the log is: the most history that a viewer can have; `nil` if there is
    /// none.
    public var history: TimeAmount?
    /// What the stream's viewers report; `nil` if none does, or if the status was not asked for with reports.
    public var reception: StreamReception?

    /// Bits a second over the last seconds, of all tracks.
    public var bitRate: Double { tracks.reduce(0) { $0 + $1.bitRate } }

    /// The track that viewers wait for: the video track with the lowest number, or if there is no video, the track with
    /// the lowest number.
    public var leadingTrack: Track? {
        let video = tracks.filter { $0.track.kind == .video }
        return (video.isEmpty ? tracks : video).min { $0.track.id < $1.track.id }
    }
}

/// A client that takes part in a stream.
public struct Participant: Hashable, Sendable {
    /// The number of the connection.
    public var connection: UInt64
    /// The client's address; `nil` where the system does not say.
    public var peer: SocketAddress?
    /// Whether TLS protects the connection, up to the relay or to a trusted proxy in front of it.
    public var isEncrypted: Bool
    /// The transport of the messages.
    public var carrier: Connection.Carrier
    /// The bearer of the token; `nil` where no token was needed.
    public var bearer: String?
    /// The name that the program gives itself: untrusted text of any characters.
    public var clientName: String?
    /// The time of admission, in microseconds since 1970-01-01 UTC.
    public var since: Int64
}

extension Participant {
    init(_ identity: SessionIdentity, of connection: Connection, over carrier: Connection.Carrier) {
        self.init(
            connection: connection.id,
            peer: connection.peer,
            isEncrypted: connection.isEncrypted,
            carrier: carrier,
            bearer: identity.bearer,
            clientName: identity.clientName,
            since: identity.admittedAt
        )
    }
}
