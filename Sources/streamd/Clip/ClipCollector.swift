import Containers
import NIOCore
import StreamMedia
import StreamProtocol

/// The frames of a clip, until all are there.
struct ClipCollector {
    /// Whether the clip goes on.
    enum Progress: Hashable {
        case goesOn
        /// All frames are there.
        case isComplete
        /// The clip can take no more, though frames are missing at its end.
        case isFull
    }

    /// Bytes of memory that frames take at most, 1 GiB: 2 to 5 minutes at 28 Mbit/s, more than relays keep.
    static let maximumLength = 1 << 30

    private let choice: TrackChoice
    /// How old the first frame is, in microseconds.
    let history: Int64
    private var table: TrackTable?
    private var limit: DurationLimit
    private var clip = ClipAssembler()

    /// - Parameter history: How old the first frame is, in microseconds. The clip ends as much later.
    init(_ choice: TrackChoice, history: Int64) {
        self.choice = choice
        self.history = history
        limit = DurationLimit(microseconds: history)
    }

    /// Whether there is no frame yet.
    var isEmpty: Bool { limit.isEmpty }

    /// From the first decode time to the last, in microseconds.
    var duration: Int64 { clip.duration }

    /// Whether the clip begins later than asked, because the stream had another format before.
    var beginsAtChange: Bool { clip.beginsAtChange }

    /// How much of the time from the first frame to the newest one has not come, in microseconds.
    var missingTime: Int64 { max(0, history - limit.reached) }

    /// - Throws: ``Failure`` if the stream has no track that a clip can hold.
    mutating func follow(_ table: TrackTable) throws(Failure) {
        let chosen = choice.all(from: table)
        guard !isEmpty || chosen.contains(where: \.canBeDescribed) else { throw .noContainerTrack(chosen, in: table) }
        self.table = table
        clip.follow(chosen)
    }

    mutating func take(_ gap: Gap) {
        clip.take(gap)
    }

    mutating func beginInstance() {
        clip.beginInstance()
        limit.beginInstance()
    }

    /// - Parameter arrival: As in `ContainerFeed`.
    mutating func take(_ frame: Frame, arrival: Int64) -> Progress {
        guard let table, choice.all(from: table).contains(where: { $0.id == frame.header.track && $0.fitsContainer })
        else { return .goesOn }
        switch limit.decide(frame.header, arrival: arrival) {
        case .write:
            // Other frames share the memory that it was received in.
            let copy = frame.copied(with: ByteBufferAllocator())
            return clip.take(copy, arrival: arrival) && clip.storageLength <= Self.maximumLength ? .goesOn : .isFull
        case .skip: return .goesOn
        case .end: return .isComplete
        }
    }

    /// The bytes of the clip, after the last frame.
    ///
    /// - Returns: `nil` if there is no frame that can be decoded.
    func finished() -> FinishedClip? {
        var clip = clip
        clip.finish()
        return FinishedClip(clip)
    }
}

/// A clip whose frames are all there.
struct FinishedClip: Sendable {
    private let clip: ClipAssembler
    private let head: [UInt8]

    /// - Returns: `nil` if the clip has no frame.
    init?(_ clip: ClipAssembler) {
        self.clip = clip
        head = clip.head()
        if head.isEmpty { return nil }
    }

    /// From the first decode time to the last, in microseconds.
    var duration: Int64 { clip.duration }

    /// Passes the bytes of the clip to `body`, piece by piece.
    ///
    /// - Throws: What `body` throws.
    nonisolated(nonsending) func write(_ body: nonisolated(nonsending) ([UInt8]) async throws -> Void) async throws {
        var piece = head
        for sample in clip.samples {
            sample.layout.append(sample.payload.readableBytesSpan, to: &piece)
            guard piece.count >= Self.pieceLength else { continue }
            try await body(piece)
            piece.removeAll(keepingCapacity: true)
        }
        if !piece.isEmpty { try await body(piece) }
    }

    /// Bytes of a write, 1 MiB: few calls, and little memory.
    private static let pieceLength = 1 << 20
}
