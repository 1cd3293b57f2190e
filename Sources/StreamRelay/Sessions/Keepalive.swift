import NIOCore
import StreamProtocol

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
    /// What the pings said that are not answered, by their number modulo ``misses``.
    private var asked = InlineArray<3, Int64?>(repeating: nil)

    init(interval: TimeAmount, now: NIODeadline) {
        self.interval = interval
        lastHeard = now
        lastAsked = now
    }

    enum Action {
        case none, ask, giveUp
    }

    /// A sign of life came.
    mutating func heard(at now: NIODeadline) {
        lastHeard = now
        unanswered = 0
        asked = InlineArray(repeating: nil)
    }

    /// It was asked by a ping that left at `sent`, by the wall clock.
    mutating func asked(_ sent: Int64) {
        asked[Int(unanswered % Self.misses)] = sent
    }

    /// A pong came. It is a sign of life only where it answers a ping of the last ones, which one that does not read
    /// cannot know.
    mutating func answered(_ pong: Pong, at now: NIODeadline) {
        guard asked.indices.contains(where: { asked[$0] == pong.sent }) else { return }
        heard(at: now)
    }

    mutating func tick(at now: NIODeadline) -> Action {
        if now - lastHeard > interval * Self.misses, unanswered >= Self.misses { return .giveUp }
        guard now - lastAsked >= interval else { return .none }
        lastAsked = now
        unanswered += 1
        return .ask
    }
}
