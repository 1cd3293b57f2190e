import DequeModule
import NIOCore

/// The standing facts of a stream with their positions: all that lie in the log, and of each kind the last one before.
///
/// Forgetting takes a turn for each fact that leaves the log, however many a publisher sends.
struct StandingFacts: Sendable {
    private struct Fact {
        let kind: StandingKind
        let position: Int
        let message: ByteBuffer
    }

    /// Those in the log, in order.
    private var facts: Deque<Fact> = []
    /// The last of each kind that has left it, by kind.
    private var earlier = [ByteBuffer?](repeating: nil, count: StandingKind.allCases.count)

    mutating func note(_ entry: LogEntry, at position: Int) {
        guard case .standing(let kind, _, _) = entry.content else { return }
        facts.append(Fact(kind: kind, position: position, message: entry.message))
    }

    mutating func forget(before start: Int) {
        while let fact = facts.first, fact.position < start {
            earlier[Int(fact.kind.rawValue)] = fact.message
            facts.removeFirst()
        }
    }

    /// The fact of this kind that stood just before `position`, which is in the log or at its end.
    func newest(_ kind: StandingKind, before position: Int) -> ByteBuffer? {
        facts.last { $0.kind == kind && $0.position < position }?.message ?? earlier[Int(kind.rawValue)]
    }
}
