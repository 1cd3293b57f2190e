import NIOCore
import StreamProtocol
import StreamRelay

/// A stream as JSON. Unknown fields are absent.
package struct StreamDocument: Codable, Hashable, Sendable {
    package var name: String
    /// `live`, `interrupted` or `waiting`.
    package var state: String
    package var epoch: UInt32
    package var tracks: [TrackDocument]
    package var viewers: Int
    /// Bits per second over the last seconds.
    package var bitRate: Double
    /// Frames per second over the last seconds, of the first video track.
    package var frameRate: Double?
    /// Frames from one key frame to the next.
    package var gopFrames: Int?
    /// Seconds from one key frame to the next.
    package var gopSeconds: Double?
    /// Seconds since the last key frame arrived.
    package var keyFrameAge: Double?
    /// When its publisher began, in RFC 3339.
    package var since: String?
    package var framesReceived: Int
    package var bytesReceived: Int
    package var log: LogDocument
    /// The most history that a viewer can have: seconds since the oldest random access point in the log arrived.
    package var history: Double?
    /// What the viewers report; absent if none does.
    package var reception: ReceptionDocument?
    /// For operators only.
    package var publisher: PublisherDocument?
    /// For operators only, of a stream that comes from another relay.
    package var source: SourceDocument?

    /// - Parameter showsPublisher: Whether to include the publisher. Operators may see it, viewers need not.
    package init(_ status: StreamStatus, includesPublisher: Bool) {
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
        reception = status.reception.map(ReceptionDocument.init)
        publisher = includesPublisher ? status.publisher.map(PublisherDocument.init) : nil
        source = includesPublisher ? status.source.map(SourceDocument.init) : nil
    }
}

/// The relay from which a stream comes, as JSON.
package struct SourceDocument: Codable, Hashable, Sendable {
    /// The address of the relay, as the settings have it.
    package var origin: String
    /// The relays that the stream passes before this one, that relay first: 32 hexadecimal digits each. Empty if it does
    /// not say.
    package var path: [String]
    /// How long frames take to this relay and between those before it, the last hop first. Empty while nothing is known.
    package var hops: [HopDocument]

    init(_ source: StreamStatus.Source) {
        origin = source.origin
        path = source.path?.relays.map(\.description) ?? []
        hops = source.hops.map(HopDocument.init)
    }
}

/// How long frames take from one relay to the next, as JSON. The fields are absent where that is not known.
package struct HopDocument: Codable, Hashable, Sendable {
    /// Seconds from the arrival at one relay to that at the next, usually.
    package var delay: Double?
    /// The delay is right to within so many seconds.
    package var errorBound: Double?

    init(_ hop: Arrivals.Hop) {
        guard hop.errorBound != Arrivals.Hop.unknown else { return }
        delay = Double(hop.delay) / 1_000_000
        errorBound = Double(hop.errorBound) / 1_000_000
    }
}

/// A track as JSON.
package struct TrackDocument: Codable, Hashable, Sendable {
    package var id: UInt16
    /// `video`, `audio` or `data`.
    package var kind: String
    /// The four-character code of `Protocol.md`, such as `H264` or `mp4a`.
    package var codec: String
    /// The codec in a browser's notation, such as `avc1.640029` or `mp4a.40.2` (RFC 6381).
    package var codecString: String?
    /// A description of the track.
    package var summary: String
    package var width: UInt16?
    package var height: UInt16?
    package var sampleRate: UInt32?
    package var channels: UInt8?
    package var language: String?
    /// Frames per second over the last seconds.
    package var frameRate: Double
    /// Bits per second over the last seconds.
    package var bitRate: Double

    package init(_ status: StreamStatus.Track) {
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

/// What the viewers of a stream report, as JSON.
package struct ReceptionDocument: Codable, Hashable, Sendable {
    /// Viewers that report. Programs that read over HTTP do not.
    package var viewers: Int
    /// Frames that these viewers have received since they joined.
    package var framesReceived: UInt64
    /// Frames that they have missed since they joined.
    package var framesMissed: UInt64
    /// Seconds from capture to reception: the median over the viewers.
    package var latency: Double?
    /// Seconds from capture to reception that 95 % of the frames of each viewer do not exceed.
    package var worstLatency: Double?

    init(_ reception: StreamReception) {
        viewers = reception.viewers
        framesReceived = reception.framesReceived
        framesMissed = reception.framesMissed
        latency = reception.latency?.seconds
        worstLatency = reception.worstLatency?.seconds
    }
}

/// The log of a stream, as JSON.
package struct LogDocument: Codable, Hashable, Sendable {
    package var entries: Int
    package var bytes: Int
    package var seconds: Double

    init(_ log: StreamStatus.Log) {
        entries = log.entries
        bytes = log.bytes
        seconds = log.duration.seconds
    }
}

/// The publisher of a stream, as JSON.
package struct PublisherDocument: Codable, Hashable, Sendable {
    /// The number of the connection.
    package var connection: UInt64
    package var peer: String?
    package var encrypted: Bool
    /// The bearer of its token.
    package var bearer: String?
    /// The client's program.
    package var client: String?
    /// When it began, in RFC 3339.
    package var since: String

    init(_ participant: Participant) {
        connection = participant.connection
        peer = participant.peer?.endpoint
        encrypted = participant.isEncrypted
        bearer = participant.bearer
        client = participant.clientName
        since = participant.since.timestamp
    }
}
