import Containers
import NIOCore
import StreamMedia
import StreamProtocol

/// The frames of a clip, until all are there.
struct ClipCollector {
    /// Whether the clip goes on.
    enum Progress: Hashable {
        case goesOn
        /// All frames are there, or the clip can take no more.
        case isComplete
    }

    /// Bytes of frames that are held at most, 1 GiB: 5 minutes at 28 Mbit/s, more than relays keep.
    static let maximumLength = 1 << 30

    private let choice: TrackChoice
    private var table: TrackTable?
    private var feed = ContainerFeed()
    private var limit: DurationLimit
    private var clip: ClipWriter?
    private var samples: [(layout: SampleLayout, payload: ByteBuffer)] = []
    private var length = 0
    private var range: (start: Int64, end: Int64)?
    /// Whether the clip begins later than asked, because the stream had another format before.
    private(set) var beginsAtChange = false

    /// - Parameter history: How old the first frame is, in microseconds. The clip ends as much later.
    init(_ choice: TrackChoice, history: Int64) {
        self.choice = choice
        limit = DurationLimit(microseconds: history)
    }

    /// Whether there is no frame yet.
    var isEmpty: Bool { samples.isEmpty }

    /// From the first decode time to the last, in microseconds.
    var duration: Int64 { range.map { $0.end - $0.start } ?? 0 }

    /// - Throws: ``Failure`` if the stream has no track that a clip can hold.
    mutating func follow(_ table: TrackTable) throws(Failure) {
        let chosen = choice.all(from: table)
        guard clip != nil || chosen.contains(where: \.fitsContainer) else { throw .noTrack(in: table) }
        self.table = table
        feed.follow(chosen)
        _ = drain(arrival: 0)
    }

    mutating func take(_ gap: Gap) {
        feed.take(gap)
    }

    mutating func beginInstance() {
        feed.beginInstance()
        limit.beginInstance()
    }

    /// - Parameter arrival: As in `ContainerFeed`.
    mutating func take(_ frame: Frame, arrival: Int64) -> Progress {
        guard let table, choice.all(from: table).contains(where: { $0.id == frame.header.track && $0.fitsContainer })
        else { return .goesOn }
        switch limit.decide(frame.header, arrival: arrival) {
        case .write: feed.take(frame, arrival: arrival)
        case .skip: return .goesOn
        case .end: return .isComplete
        }
        return drain(arrival: arrival)
    }

    private mutating func drain(arrival: Int64) -> Progress {
        while let event = feed.next() {
            switch event {
            case .start(let tracks): clip = try? ClipWriter(tracks: tracks)
            // A track that changed is found by its frames, or is left out.
            case .change: break
            case .frame(let frame, let message):
                guard add(frame, message, arrival: arrival) else { return .isComplete }
            }
        }
        return .goesOn
    }

    /// - Returns: Whether the clip can take more.
    private mutating func add(_ frame: ContainerFrame, _ message: Frame, arrival: Int64) -> Bool {
        switch clip?.add(frame, message.payload.readableBytesSpan) {
        case .added(let layout):
            // Other frames share the memory that it was received in.
            let payload = message.copied(with: ByteBufferAllocator()).payload
            samples.append((layout, payload))
            length += payload.readableBytes
            range = (min(range?.start ?? .max, frame.decodeTime), max(range?.end ?? .min, frame.decodeTime))
            return length <= Self.maximumLength
        case .needsInitialization:
            beginAgain(with: message, arrival: arrival)
            return true
        case .isFull: return false
        case .unusable, nil: return true
        }
    }

    /// The newest part of the stream counts: the clip begins where the format changed.
    private mutating func beginAgain(with message: Frame, arrival: Int64) {
        feed = ContainerFeed()
        (clip, samples, length, range, beginsAtChange) = (nil, [], 0, nil, true)
        if let table { feed.follow(choice.all(from: table)) }
        feed.take(message, arrival: arrival)
    }

    /// Passes the bytes of the clip to `body`, piece by piece.
    ///
    /// - Throws: What `body` throws.
    nonisolated(nonsending) func write(_ body: nonisolated(nonsending) ([UInt8]) async throws -> Void) async throws {
        guard let clip else { return }
        var piece = clip.head()
        for (layout, payload) in samples {
            layout.append(payload.readableBytesSpan, to: &piece)
            guard piece.count >= Self.pieceLength else { continue }
            try await body(piece)
            piece.removeAll(keepingCapacity: true)
        }
        if !piece.isEmpty { try await body(piece) }
    }

    /// Bytes of a write, 1 MiB: few calls, and little memory.
    private static let pieceLength = 1 << 20
}
