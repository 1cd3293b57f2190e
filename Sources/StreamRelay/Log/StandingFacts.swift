import DequeModule
import NIOCore

/// Where the standing facts of a stream lie in its log, and of each kind the last one that has left it.
///
/// A fact is found in a number of steps that grows with the logarithm of how many there are, and dropped in one, however
/// many a publisher sends. Only positions are kept, so that a copy is cheap too.
struct StandingFacts: Sendable {
    /// The positions of those in the log, in order, by kind.
    private var positions = [Deque<Int>](repeating: [], count: StandingKind.allCases.count)
    /// The last of each kind that has left it, by kind.
    private var earlier = [ByteBuffer?](repeating: nil, count: StandingKind.allCases.count)

    mutating func note(_ entry: LogEntry, at position: Int) {
        guard case .standing(let kind, _, _) = entry.content else { return }
        positions[Int(kind.rawValue)].append(position)
    }

    /// The log has dropped its first entry, which was this one.
    mutating func forget(_ entry: LogEntry) {
        guard case .standing(let kind, _, _) = entry.content else { return }
        positions[Int(kind.rawValue)].removeFirst()
        earlier[Int(kind.rawValue)] = entry.message
    }

    /// The fact of this kind that stood just before `position`, which is in the log or at its end.
    func newest(_ kind: StandingKind, before position: Int, in entries: PagedQueue<LogEntry>) -> ByteBuffer? {
        let positions = self.positions[Int(kind.rawValue)]
        var (low, high) = (0, positions.count)
        while low < high {
            let middle = (low + high) / 2
            if positions[middle] < position { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? entries[positions[low - 1]].message : earlier[Int(kind.rawValue)]
    }
}
