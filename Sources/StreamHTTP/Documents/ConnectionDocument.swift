import StreamProtocol
import StreamRelay

/// A connection as JSON. What is not known or has no meaning is left out.
public struct ConnectionDocument: Codable, Hashable, Sendable {
    public var id: UInt64
    public var peer: String?
    public var encrypted: Bool
    /// Seconds since it was opened.
    public var age: Double
    /// `publisher` or `viewer`; neither before it has said what it wants.
    public var role: String?
    /// `streamd`, `websocket` or `http`.
    public var carrier: String?
    public var stream: String?
    /// Whose token it is.
    public var bearer: String?
    /// What the program calls itself.
    public var client: String?
    /// When it was let in, as in RFC 3339.
    public var since: String?
    /// Frames received from a publisher, or sent to a viewer.
    public var frames: Int?
    /// Bytes received from a publisher, or sent to a viewer.
    public var bytes: Int?
    /// Of a viewer.
    public var viewing: ViewingDocument?

    public init(_ status: ConnectionStatus) {
        id = status.id
        peer = status.peer?.endpoint
        encrypted = status.isEncrypted
        age = status.age.seconds
        let participant: Participant
        switch status.role {
        case .none: return
        case .publisher(let name, let publisher, let moved):
            (role, stream, participant) = ("publisher", name.description, publisher)
            (frames, bytes) = (moved.framesReceived, moved.bytesReceived)
        case .viewer(let name, let viewer, let moved):
            (role, stream, participant) = ("viewer", name.description, viewer)
            (frames, bytes) = (moved.framesSent, moved.bytesSent)
            viewing = ViewingDocument(moved)
        }
        carrier = participant.carrier.rawValue
        bearer = participant.bearer
        client = participant.clientName
        since = participant.since.timestamp
    }
}

/// How a viewer fares, as JSON.
public struct ViewingDocument: Codable, Hashable, Sendable {
    /// Seconds that the oldest frame waits which the viewer has not been given.
    public var lag: Double
    /// Seconds that it may be behind before it jumps ahead.
    public var latencyBound: Double
    /// Times that it was told of frames it would not get.
    public var gaps: Int
    /// Frames that those were.
    public var framesSkipped: Int
    /// Bytes that the relay holds for it.
    public var bytesUnsent: Int

    init(_ viewing: ConnectionStatus.Viewing) {
        lag = viewing.lag.seconds
        latencyBound = viewing.latencyBound.seconds
        gaps = viewing.gaps
        framesSkipped = viewing.framesSkipped
        bytesUnsent = viewing.bytesUnsent
    }
}
