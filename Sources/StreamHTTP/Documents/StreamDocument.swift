import NIOCore
import StreamProtocol
import StreamRelay

/// A stream as JSON. Unknown fields are absent.
public struct StreamDocument: Codable, Hashable, Sendable {
    public var name: String
    /// `live`, `interrupted` or `waiting`.
    public var state: String
    public var epoch: UInt32
    public var tracks: [TrackDocument]
    public var viewers: Int
    /// Bits per second over the last seconds.
    public var bitRate: Double
    /// Frames per second over the last seconds, of the first video track.
    public var frameRate: Double?
    /// Frames from one key frame to the next.
    public var gopFrames: Int?
    /// Seconds from one key frame to the next.
    public var gopSeconds: Double?
    /// Seconds since the last key frame arrived.
    public var keyFrameAge: Double?
    /// When its publisher began, in RFC 3339.
    public var since: String?
    public var framesReceived: Int
    public var bytesReceived: Int
    public var log: LogDocument
    /// The most history that a viewer can have: seconds since the oldest random access point in the log arrived.
    public var history: Double?
    /// For operators only.
    public var publisher: PublisherDocument?

    /// - Parameter showsPublisher: Whether to include the publisher. Operators may see it, viewers need not.
    public init(_ status: StreamStatus, includesPublisher: Bool) {
        let leading = status.leadingTrack
        name = status.name.description
        state = status.state.description
        epoch = status.epoch
        tracks = status.tracks.map(TrackDocument.init)
        viewers = status.viewers
        bitRate = status.bitRate.rounded()
        frameRate = leading?.track.kind == .video ? leading.map { $0.frameRate.rounded(to: 100) } : nil
        gopFrames = leading?.group?.frames
        gopSeconds = leading?.group?.duration.seconds
        keyFrameAge = leading?.keyFrameAge?.seconds
        since = status.publisher?.since.timestamp
        framesReceived = status.framesReceived
        bytesReceived = status.bytesReceived
        log = LogDocument(status.log)
        history = status.history?.seconds
        publisher = includesPublisher ? status.publisher.map(PublisherDocument.init) : nil
    }
}

/// A track as JSON.
public struct TrackDocument: Codable, Hashable, Sendable {
    public var id: UInt16
    /// `video`, `audio` or `data`.
    public var kind: String
    /// The four-character code of `Protocol.md`, such as `H264` or `mp4a`.
    public var codec: String
    /// The codec in a browser's notation, such as `avc1.640029` or `mp4a.40.2` (RFC 6381).
    public var codecString: String?
    /// A description of the track.
    public var summary: String
    public var width: UInt16?
    public var height: UInt16?
    public var sampleRate: UInt32?
    public var channels: UInt8?
    public var language: String?
    /// Frames per second over the last seconds.
    public var frameRate: Double
    /// Bits per second over the last seconds.
    public var bitRate: Double

    public init(_ status: StreamStatus.Track) {
        let track = status.track
        id = track.id.rawValue
        kind = track.kind.description
        codec = track.codec.description
        codecString = track.codecString
        summary = track.summary
        width = track.size?.width
        height = track.size?.height
        sampleRate = track.sampleRate
        channels = track.channels
        language = track.language
        frameRate = status.frameRate.rounded(to: 100)
        bitRate = status.bitRate.rounded()
    }
}

/// The log of a stream, as JSON.
public struct LogDocument: Codable, Hashable, Sendable {
    public var entries: Int
    public var bytes: Int
    public var seconds: Double

    init(_ log: StreamStatus.Log) {
        entries = log.entries
        bytes = log.bytes
        seconds = log.duration.seconds
    }
}

/// The publisher of a stream, as JSON.
public struct PublisherDocument: Codable, Hashable, Sendable {
    /// The number of the connection.
    public var connection: UInt64
    public var peer: String?
    public var encrypted: Bool
    /// The bearer of its token.
    public var bearer: String?
    /// The client's program.
    public var client: String?
    /// When it began, in RFC 3339.
    public var since: String

    init(_ participant: Participant) {
        connection = participant.connection
        peer = participant.peer?.endpoint
        encrypted = participant.isEncrypted
        bearer = participant.bearer
        client = participant.clientName
        since = participant.since.timestamp
    }
}
