import NIOCore

/// When to ask for a sign of life, and when to give up.
struct Keepalive {
    /// Intervals of silence that end a connection: one lost packet's retransmissions fit between two of them.
    static let misses: Int64 = 3

    private let interval: TimeAmount
    private var lastHeard: NIODeadline
    private var lastAsked: NIODeadline

    init(interval: TimeAmount, now: NIODeadline) {
        self.interval = interval
        lastHeard = now
        lastAsked = now
    }

    enum Action {
        case none, ask, giveUp
    }

    /// Something came, whatever it was.
    mutating func heard(at now: NIODeadline) {
        lastHeard = now
    }

    mutating func tick(at now: NIODeadline) -> Action {
        if now - lastHeard > interval * Self.misses { return .giveUp }
        guard now - lastAsked >= interval else { return .none }
        lastAsked = now
        return .ask
    }
}
