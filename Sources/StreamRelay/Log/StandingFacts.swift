import DequeModule
import NIOCore

/// The standing facts of a stream with their positions: all that lie in the log, and of each kind the last one before.
struct StandingFacts: Sendable {
    private struct Fact {
        let kind: StandingKind
        let position: Int
        let message: ByteBuffer
    }

    private var facts: Deque<Fact> = []

    mutating func note(_ entry: LogEntry, at position: Int) {
        guard case .standing(let kind, _) = entry.content else { return }
        facts.append(Fact(kind: kind, position: position, message: entry.message))
    }

    mutating func forget(before start: Int) {
        // Nearly always nothing is to be done: facts are few and the log moves with every frame.
        guard facts.count > StandingKind.allCases.count else { return }
        var newer: StandingKinds = []
        var kept: Deque<Fact> = []
        for fact in facts.reversed() {
            let kind = StandingKinds(fact.kind)
            if fact.position < start, newer.contains(kind) { continue }
            if fact.position < start { newer.insert(kind) }
            kept.prepend(fact)
        }
        facts = kept
    }

    func newest(_ kind: StandingKind, before position: Int) -> ByteBuffer? {
        facts.last { $0.kind == kind && $0.position < position }?.message
    }
}
