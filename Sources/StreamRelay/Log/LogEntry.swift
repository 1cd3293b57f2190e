import DequeModule
import NIOCore
import StreamProtocol

/// An event of a stream, encoded for the wire once.
struct LogEntry: Sendable {
    enum Content: Sendable {
        case frame(track: TrackID, epoch: UInt32, sequence: UInt64, isRandomAccess: Bool)
        /// Frames that the publisher left out.
        case gap(Gap)
        /// A message that viewers need before the entries that follow. The newest of each kind replaces the one before.
        ///
        /// - Parameter tracks: The tracks of a track table.
        case retained(RetainedKind, epoch: UInt32, tracks: TrackSet = .all)
        /// The publisher ended the stream.
        case end
    }

    /// The whole message, shared by every viewer's write.
    let message: ByteBuffer
    let content: Content
    /// The kind of the track that the entry belongs to; all kinds if it belongs to the stream.
    let kinds: TrackKinds
    let arrival: NIODeadline
    /// Whether decoding can begin with the frame, with a right picture only later.
    var isGradual = false
    /// Whether pictures are right from the frame on, if decoding began at the last gradual frame of its track.
    var isRecovered = false
    /// The charge for its memory, once the entry is in a log.
    var charge: MemoryCharge?

    /// Bytes that an entry takes beside its message, by estimate: its place in the logs and its buffer's own memory.
    /// They bound a flood of tiny frames too.
    static let overhead = 256

    /// Bytes that count for the bound of a log.
    var cost: Int { message.readableBytes + Self.overhead }

    /// Whether the entry is a frame with which decoding of its track can begin.
    var isStart: Bool {
        guard case .frame(_, _, _, let isRandomAccess) = content else { return false }
        return isRandomAccess || isGradual
    }

    /// The epoch of a frame; `nil` for other entries.
    var frameEpoch: UInt32? {
        guard case .frame(_, let epoch, _, _) = content else { return nil }
        return epoch
    }

    /// The message for a viewer that is sent it at `now`. While a clock offset waits in the log, the clocks drift.
    func message(at now: NIODeadline) -> ByteBuffer {
        guard case .retained(.clockOffset, _, _) = content else { return message }
        return ClockOffset.message(message, agedBy: (now - arrival).nanoseconds / 1_000)
    }

    /// Whether the entry makes a stream live: a frame, or the tracks of the frames that follow.
    var isMedia: Bool {
        switch content {
        case .frame, .gap, .retained(.tracks, _, _): true
        case .retained, .end: false
        }
    }
}

/// The place of a new entry in a stream's log.
struct LogPlace: Sendable {
    /// The entry's position.
    var position: Int
    /// The position of the first entry that the log keeps once it has the entry.
    var firstKept = 0
}

/// Messages that hold until the next one of their kind, in the order in which a viewer is sent them.
enum RetainedKind: UInt8, CaseIterable, Sendable {
    case tracks
    /// Holds for one epoch: the next one may be another publisher's.
    case clockOffset
    case state
}

/// A set of ``RetainedKind``.
struct RetainedKinds: OptionSet, Sendable {
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }
    init(_ kind: RetainedKind) { self.rawValue = 1 << kind.rawValue }

    /// The messages that a viewer is sent first. The state of the stream is in its welcome.
    static let atJoin: RetainedKinds = [RetainedKinds(.clockOffset), RetainedKinds(.tracks)]
}

/// The positions of a stream's retained messages in its log, and the last message of each kind that the log has
/// dropped.
///
/// A search takes a number of steps that grows with the logarithm of the number of messages, and a removal takes one,
/// however many messages a publisher sends. Only positions are kept, so that a copy is cheap too.
struct RetainedMessages: Sendable {
    /// The positions of messages in the log, in order, by kind.
    private var positions = [Deque<Int>](repeating: [], count: RetainedKind.allCases.count)
    /// The last dropped entry of each kind, without its charge.
    private var earlier = [LogEntry?](repeating: nil, count: RetainedKind.allCases.count)

    mutating func record(_ entry: LogEntry, at position: Int) {
        guard case .retained(let kind, _, _) = entry.content else { return }
        positions[Int(kind.rawValue)].append(position)
    }

    /// The log has dropped its first entry, which is this one.
    mutating func removeFirst(_ entry: LogEntry) {
        guard case .retained(let kind, _, _) = entry.content else { return }
        positions[Int(kind.rawValue)].removeFirst()
        var entry = entry
        entry.charge = nil
        earlier[Int(kind.rawValue)] = entry
    }

    /// The newest entry of this kind before `position`, which is in the log or at its end.
    func newest(_ kind: RetainedKind, before position: Int, in entries: PagedQueue<LogEntry>) -> LogEntry? {
        let positions = self.positions[Int(kind.rawValue)]
        var (low, high) = (0, positions.count)
        while low < high {
            let middle = (low + high) / 2
            if positions[middle] < position { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? entries[positions[low - 1]] : earlier[Int(kind.rawValue)]
    }
}
