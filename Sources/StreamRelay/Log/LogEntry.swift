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
