import Synchronization

/// Where a relay is between its start and its end, and what can be reached of it then.
final class RelayLife: Sendable {
    private enum Stage {
        case starting
        case running(RelayLoops, Drain)
        case ended
    }

    private let stage = Mutex(Stage.starting)

    func begin(_ loops: RelayLoops, _ drain: Drain) {
        stage.withLock { $0 = .running(loops, drain) }
    }

    func end() {
        stage.withLock { $0 = .ended }
    }

    var loops: RelayLoops? {
        stage.withLock { if case .running(let loops, _) = $0 { loops } else { nil } }
    }

    var drain: Drain? {
        stage.withLock { if case .running(_, let drain) = $0 { drain } else { nil } }
    }

    var hasEnded: Bool {
        stage.withLock { if case .ended = $0 { true } else { false } }
    }
}
