import NIOCore

/// Divides an event loop's time between viewers that catch up, clients that begin with TLS, and all other work.
///
/// A late joiner is given megabytes at once. A thousand of them in the same second would delay the frames of all
/// others. Together they get a small time budget, and then wait until the loop has looked at its sockets again.
struct TurnBudget {
    /// How long viewers that catch up may delay a frame: a small part of the time between two frames.
    static let turn = TimeAmount.milliseconds(2)
    /// The budget is renewed after this time without turns. Time spent in turns does not count, because a single long
    /// turn would renew the budget for the next.
    static let span = TimeAmount.milliseconds(4)

    private var began = NIODeadline.uptimeNanoseconds(0)
    private var spent = TimeAmount.zero

    /// Whether the budget has time left.
    mutating func hasTimeLeft(at now: NIODeadline) -> Bool {
        if now - began > spent + Self.span { begin(at: now) }
        return spent < Self.turn
    }

    mutating func spend(_ time: TimeAmount) {
        spent = spent + time
    }

    mutating func begin(at now: NIODeadline) {
        began = now
        spent = .zero
    }
}

/// A client that costs much at once, and shares an event loop's time with others.
package protocol TurnTaker: AnyObject {
    /// The client's turn has come: it costs as much as a turn allows, and queues again for the rest.
    func takeTurn(at now: NIODeadline)
}

/// The viewers of an event loop that have entries to catch up with, clients that are sent a clip, and those that begin with
/// TLS. They wait for their turn. Those that begin with TLS and all others alternate, so that neither keep the others from
/// their turns.
final class CatchUpTurns {
    enum Work {
        case catchUp, handshake
    }

    /// The loop looks at its sockets between two turns, and only when it has no immediate task.
    static let interval = TimeAmount.microseconds(100)

    private let eventLoop: any EventLoop
    private var budget = TurnBudget()
    private var catchingUp = CircularBuffer<any TurnTaker>()
    private var handshakes = CircularBuffer<any TurnTaker>()
    private var isHandshakeNext = false
    private var isScheduled = false

    init(on eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    private var isEmpty: Bool { catchingUp.isEmpty && handshakes.isEmpty }

    /// Gives a client its turn: now, or after those that wait already.
    func runOrEnqueue(_ client: any TurnTaker, as work: Work = .catchUp, at now: NIODeadline) {
        if isEmpty, budget.hasTimeLeft(at: now) { run(client, at: now) } else { enqueue(client, as: work) }
    }

    /// Puts a client behind all that wait for the same.
    func enqueue(_ client: any TurnTaker, as work: Work = .catchUp) {
        switch work {
        case .catchUp: catchingUp.append(client)
        case .handshake: handshakes.append(client)
        }
        schedule()
    }

    private func popNext() -> (any TurnTaker)? {
        defer { isHandshakeNext.toggle() }
        return isHandshakeNext
            ? handshakes.popFirst() ?? catchingUp.popFirst() : catchingUp.popFirst() ?? handshakes.popFirst()
    }

    @discardableResult
    private func run(_ client: any TurnTaker, at began: NIODeadline) -> NIODeadline {
        client.takeTurn(at: began)
        let ended = NIODeadline.now()
        budget.spend(ended - began)
        return ended
    }

    private func schedule() {
        guard !isScheduled else { return }
        isScheduled = true
        let this = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.scheduleTask(in: Self.interval) { this.value.runWaiting() }
    }

    private func runWaiting() {
        isScheduled = false
        var now = NIODeadline.now()
        budget.begin(at: now)
        // A viewer that has had its turn may queue again, behind all others.
        while budget.hasTimeLeft(at: now), let client = popNext() { now = run(client, at: now) }
        if !isEmpty { schedule() }
    }
}
