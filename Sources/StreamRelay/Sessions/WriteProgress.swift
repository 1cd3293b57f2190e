import NIOCore

/// Tells a viewer that takes what is written to it from one that does not, however much it says.
struct WriteProgress: Sendable {
    enum Finding: Hashable {
        /// Nothing waits for it.
        case idle
        /// It has taken something since the last look.
        case progress
        case none
        /// It has taken nothing for longer than it may.
        case stalled
    }

    private var taken: UInt64 = 0
    /// When it last took something, or first had to.
    private(set) var since: NIODeadline?

    /// - Parameters:
    ///   - taken: Bytes that it has taken since the beginning.
    ///   - isPending: Whether anything waits for it to take more.
    ///   - limit: How long it may take nothing.
    mutating func look(taken: UInt64, isPending: Bool, limit: TimeAmount, at now: NIODeadline) -> Finding {
        let hasMoved = taken > self.taken
        self.taken = taken
        guard isPending else {
            since = nil
            return .idle
        }
        guard let since, !hasMoved else {
            self.since = now
            return hasMoved ? .progress : .none
        }
        return now - since > limit ? .stalled : .none
    }

    /// How long nothing was taken of what waits.
    func idleTime(at now: NIODeadline) -> TimeAmount { since.map { now - $0 } ?? .zero }
}
