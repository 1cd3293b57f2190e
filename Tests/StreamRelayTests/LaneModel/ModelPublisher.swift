import NIOCore
import StreamProtocol

@testable import StreamRelay

/// A publisher of the model: does the work of a publisher's session, on any thread, and records what it publishes.
struct ModelPublisher {
    /// The default kinds of the tracks, by number.
    static let kinds = [TrackKind.video, .audio, .data]

    let stream: Stream
    private let grant: Stream.Grant
    private let published: PublishedStream
    private var publication: Publication
    private var next: [TrackID: UInt64] = [:]
    private var epoch: UInt32
    private var kinds: [TrackKind]
    private var generation: UInt16 = 0
    private var clockOffset: Int64 = 0

    init(_ stream: Stream, _ grant: Stream.Grant, of kinds: [TrackKind], noting published: PublishedStream) throws {
        self.stream = stream
        self.grant = grant
        self.kinds = kinds
        self.published = published
        publication = Publication(epoch: grant.epoch)
        epoch = grant.epoch
        try sendTracks()
    }

    func kind(of track: Int) -> TrackKind { kinds[track] }

    /// Each time another configuration.
    mutating func sendTracks() throws {
        generation += 1
        let tracks = kinds.enumerated().map { index, kind in
            var track = Track(id: Self.id(index), kind: kind, codec: Self.codec(of: kind))
            track.generation = generation
            return track
        }
        let table = try TrackTable(epoch: epoch, tracks: tracks)
        published.note(table)
        try append(publication.receive(table, at: .now()), announcing: table)
    }

    private static func codec(of kind: TrackKind) -> FourCC {
        switch kind {
        case .video: .h264
        case .audio: .aac
        default: FourCC(rawValue: 0x7465_7874)
        }
    }

    private static func id(_ track: Int) -> TrackID { TrackID(UInt16(track)) ?? .zero }

    mutating func beginEpoch(of kinds: [TrackKind]) throws {
        epoch += 1
        next = [:]
        self.kinds = kinds
        try sendTracks()
    }

    mutating func sendFrame(isRandomAccess: Bool, track: Int, skipping left: UInt64, payload: ByteBuffer) throws {
        let id = Self.id(track)
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
        let id = Self.id(track)
        let gap = Gap(track: id, reason: .publisher, epoch: epoch, first: next[id, default: 0], count: count)
        next[id] = gap.first + count
        published.note(gap)
        try append(publication.receive(gap, at: .now()))
    }

    mutating func sendClockOffset() throws {
        clockOffset += 1
        try append(publication.receive(ClockOffset(offset: clockOffset, errorBound: 1), at: .now()))
    }

    /// - Parameter isEnd: Whether the stream ends, or only its connection.
    func leave(isEnd: Bool, registry: StreamRegistry) throws {
        published.hasEnded = isEnd
        guard registry.endPublishing(stream, grant, isEnd: isEnd, at: .now()) else { throw Violation("replaced") }
    }

    private func append(_ entry: LogEntry?, announcing table: TrackTable? = nil) throws {
        guard let entry else { throw Violation("a new message was discarded as one that is retained already") }
        guard stream.append(entry, announcing: table, by: grant) else { throw Violation("replaced") }
    }
}
