import NIOCore
import StreamProtocol
import StreamRelay

/// A stream as JSON. What is not known is left out.
public struct StreamDocument: Codable, Hashable, Sendable {
    public var name: String
    /// `live`, `interrupted` or `waiting`.
    public var state: String
    public var epoch: UInt32
    public var tracks: [TrackDocument]
    public var viewers: Int
    /// Bits a second over the last seconds.
    public var bitRate: Double
    /// Pictures a second over the last seconds, of the first track with pictures.
    public var frameRate: Double?
    /// Frames from one key frame to the next.
    public var gopFrames: Int?
    /// Seconds from one key frame to the next.
    public var gopSeconds: Double?
    /// Seconds since the last key frame came.
    public var keyFrameAge: Double?
    /// When its publisher began, as in RFC 3339.
    public var since: String?
    public var framesReceived: Int
    public var bytesReceived: Int
    public var log: LogDocument
    /// Only for those who run the relay.
    public var publisher: PublisherDocument?

    /// - Parameter showsPublisher: Whether to say who publishes: those who run the relay may know, viewers need not.
    public init(_ status: StreamStatus, showsPublisher: Bool) {
        let leading = status.leadingTrack
        name = status.name.description
        state = status.state.description
        epoch = status.epoch
        tracks = status.tracks.map(TrackDocument.init)
        viewers = status.viewers
        bitRate = status.bitRate.rounded()
        frameRate = leading?.facts.kind == .video ? leading.map { $0.frameRate.rounded(to: 100) } : nil
        gopFrames = leading?.group?.frames
        gopSeconds = leading?.group?.duration.seconds
        keyFrameAge = leading?.keyFrameAge?.seconds
        since = status.publisher?.since.timestamp
        framesReceived = status.framesReceived
        bytesReceived = status.bytesReceived
        log = LogDocument(status.log)
        publisher = showsPublisher ? status.publisher.map(PublisherDocument.init) : nil
    }
}

/// A track as JSON.
public struct TrackDocument: Codable, Hashable, Sendable {
    public var id: UInt16
    /// `video`, `audio` or `data`.
    public var kind: String
    /// The four-character code of `Protocol.md`, such as `H264` or `mp4a`.
    public var codec: String
    /// What a browser calls it, such as `avc1.640029` or `mp4a.40.2` (RFC 6381).
    public var codecString: String?
    /// The track in words.
    public var summary: String
    public var width: UInt16?
    public var height: UInt16?
    public var sampleRate: UInt32?
    public var channels: UInt8?
    public var language: String?
    /// Frames a second over the last seconds.
    public var frameRate: Double
    /// Bits a second over the last seconds.
    public var bitRate: Double

    public init(_ status: StreamStatus.Track) {
        let track = status.facts
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

/// What the relay keeps of a stream, as JSON.
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

/// Who publishes a stream, as JSON.
public struct PublisherDocument: Codable, Hashable, Sendable {
    /// The number of the connection.
    public var connection: UInt64
    public var peer: String?
    public var encrypted: Bool
    /// Whose token it is.
    public var bearer: String?
    /// What the program calls itself.
    public var client: String?
    /// When it began, as in RFC 3339.
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
