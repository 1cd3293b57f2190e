import NIOCore
import StreamProtocol

@testable import StreamRelay

/// A publisher of the model: does what a publisher's session does with what it is sent, on any thread, and keeps account.
struct ModelPublisher {
    private static let tracks: [(TrackID, TrackKind)] = [
        (.zero, .video), (.one, .audio), (TrackID(2) ?? .zero, .data),
    ]

    let stream: Stream
    private let grant: Stream.Grant
    private let published: PublishedStream
    private var publication: Publication
    private var next: [TrackID: UInt64] = [:]
    private var epoch: UInt32

    init(_ stream: Stream, _ grant: Stream.Grant, noting published: PublishedStream) throws {
        self.stream = stream
        self.grant = grant
        self.published = published
        publication = Publication(epoch: grant.epoch)
        epoch = grant.epoch
        try sendTracks()
    }

    mutating func sendTracks() throws {
        let tracks = Self.tracks.map { Track(id: $0, kind: $1, codec: $1 == .audio ? .aac : .h264) }
        let table = try TrackTable(epoch: epoch, tracks: tracks)
        try append(publication.receive(table, at: .now()), announcing: table)
    }

    mutating func beginEpoch() throws {
        epoch += 1
        next = [:]
        try sendTracks()
    }

    mutating func sendFrame(isRandomAccess: Bool, track: Int, skipping left: UInt64, payload: ByteBuffer) throws {
        let id = Self.tracks[track].0
        let sequence = next[id, default: 0] + left
        next[id] = sequence + 1
        let header = FrameHeader(
            track: id,
            flags: isRandomAccess ? .randomAccess : [],
            epoch: epoch,
            sequence: sequence,
            decodeTime: 0,
            presentationTime: 0
        )
        let frame = Frame(header, capacity: payload.readableBytes) { $0.writeImmutableBuffer(payload) }
        let now = NIODeadline.now()
        let (unannounced, entry) = try publication.receive(frame, at: now, allocator: ByteBufferAllocator())
        // Noted first: its viewers may have it before this returns.
        published.note(frame)
        if let unannounced { try append(unannounced) }
        try append(entry)
    }

    mutating func sendGap(track: Int, count: UInt64) throws {
        let id = Self.tracks[track].0
        let gap = Gap(track: id, reason: .publisher, epoch: epoch, first: next[id, default: 0], count: count)
        next[id] = gap.first + count
        published.note(gap)
        try append(publication.receive(gap, at: .now()))
    }

    func sendClockOffset() throws {
        let message = Message.clockOffset(ClockOffset(offset: 1, errorBound: 1)).encoded()
        try append(
            LogEntry(
                message: message,
                content: .standing(.clockOffset, epoch: epoch),
                kinds: .all,
                arrival: .now()
            )
        )
    }

    /// - Parameter isEnd: Whether the stream ends, or only its connection.
    func leave(isEnd: Bool, registry: StreamRegistry) throws {
        published.hasEnded = isEnd
        guard registry.endPublishing(stream, grant, isEnd: isEnd, at: .now()) else { throw Violation("replaced") }
    }

    private func append(_ entry: LogEntry, announcing table: TrackTable? = nil) throws {
        guard stream.append(entry, announcing: table, by: grant) else { throw Violation("replaced") }
    }
}
