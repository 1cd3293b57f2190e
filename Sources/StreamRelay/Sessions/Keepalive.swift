import NIOCore

/// When to ask for a sign of life, and when to give up.
struct Keepalive {
    /// Intervals of silence that end a connection: one lost packet's retransmissions fit between two of them.
    static let misses: Int64 = 3

    private let interval: TimeAmount
    private var lastHeard: NIODeadline
    private var lastAsked: NIODeadline
    /// How often it was asked since something was heard. While the loop itself stands still it asks nobody, and that
    /// time is nobody's silence.
    private var unanswered: Int64 = 0

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
        unanswered = 0
    }

    mutating func tick(at now: NIODeadline) -> Action {
        if now - lastHeard > interval * Self.misses, unanswered >= Self.misses { return .giveUp }
        guard now - lastAsked >= interval else { return .none }
        lastAsked = now
        unanswered += 1
        return .ask
    }
}
