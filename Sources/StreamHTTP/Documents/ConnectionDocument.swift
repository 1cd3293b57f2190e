import StreamProtocol
import StreamRelay

/// A connection as JSON. Unknown fields are absent.
public struct ConnectionDocument: Codable, Hashable, Sendable {
    public var id: UInt64
    public var peer: String?
    public var encrypted: Bool
    /// Seconds since it was opened.
    public var age: Double
    /// `publisher`, `viewer` or `list`; absent before the hello.
    public var role: String?
    /// `streamd`, `websocket` or `http`.
    public var carrier: String?
    public var stream: String?
    /// The bearer of its token.
    public var bearer: String?
    /// The client's program.
    public var client: String?
    /// When it was admitted, in RFC 3339.
    public var since: String?
    /// Frames received from a publisher, or sent to a viewer.
    public var frames: Int?
    /// Bytes received from a publisher, or sent to a viewer.
    public var bytes: Int?
    /// For viewers only.
    public var viewing: ViewingDocument?

    public init(_ status: ConnectionStatus) {
        id = status.id
        peer = status.peer?.endpoint
        encrypted = status.isEncrypted
        age = status.age.seconds
        let participant: Participant
        switch status.role {
        case .none: return
        case .publisher(let name, let publisher, let counts):
            (role, stream, participant) = ("publisher", name.description, publisher)
            (frames, bytes) = (counts.framesReceived, counts.bytesReceived)
        case .viewer(let name, let viewer, let counts):
            (role, stream, participant) = ("viewer", name.description, viewer)
            (frames, bytes) = (counts.framesSent, counts.bytesSent)
            viewing = ViewingDocument(counts)
        case .lister(let client): (role, participant) = ("list", client)
        }
        carrier = participant.carrier.rawValue
        bearer = participant.bearer
        client = participant.clientName
        since = participant.since.timestamp
    }
}

/// The state of a viewer, as JSON.
public struct ViewingDocument: Codable, Hashable, Sendable {
    /// Seconds for which the oldest frame that has not been sent to the viewer has waited.
    public var lag: Double
    /// Seconds that the viewer may be behind before it skips frames.
    public var latencyBound: Double
    /// Gaps that were announced to it.
    public var gaps: Int
    /// Frames in those gaps.
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
