import NIOCore
import StreamProtocol

/// One thing that happened to a stream, encoded for the wire once.
struct LogEntry: Sendable {
    enum Content: Sendable {
        case frame(track: TrackID, epoch: UInt32, sequence: UInt64, isRandomAccess: Bool)
        /// Frames that the publisher itself left out.
        case gap(Gap)
        /// What viewers must know before the entries that follow; the newest of each replaces the one before.
        ///
        /// - Parameter tracks: With a track table, the tracks that it has.
        case standing(StandingKind, epoch: UInt32, tracks: TrackSet = .all)
        /// The publisher ended the stream.
        case end
    }

    /// The whole message, shared by every viewer's write.
    let message: ByteBuffer
    let content: Content
    /// The kind of the track it belongs to; every kind where it belongs to the stream.
    let kinds: TrackKinds
    let arrival: NIODeadline
    /// What counts its memory, once it is in a log.
    var charge: MemoryCharge?

    /// Bytes that an entry takes beside its message, by estimate: its place in the logs and its buffer's own needs. So
    /// a flood of tiny frames is bounded too.
    static let overhead = 256

    /// Bytes that count for a log's bound.
    var cost: Int { message.readableBytes + Self.overhead }

    /// Whether it makes a stream live: a frame, or the tracks that frames will follow.
    var isMedia: Bool {
        switch content {
        case .frame, .gap, .standing(.tracks, _, _): true
        case .standing, .end: false
        }
    }
}

/// The facts that stand until the next of their kind.
enum StandingKind: UInt8, CaseIterable, Sendable {
    case clockOffset
    case tracks
    case state
}

/// A set of ``StandingKind``.
struct StandingKinds: OptionSet, Sendable {
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }
    init(_ kind: StandingKind) { self.rawValue = 1 << kind.rawValue }

    /// What a viewer who joins is told first; the state stands in its welcome.
    static let atJoin: StandingKinds = [StandingKinds(.clockOffset), StandingKinds(.tracks)]
}
