import NIOCore

/// Divides an event loop's time between viewers that catch up and all other work.
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
/// TLS. They wait for their turn.
final class CatchUpTurns {
    /// The loop looks at its sockets between two turns, and only when it has no immediate task.
    static let interval = TimeAmount.microseconds(100)

    private let eventLoop: any EventLoop
    private var budget = TurnBudget()
    private var waiting = CircularBuffer<any TurnTaker>()
    private var isScheduled = false

    init(on eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// Gives a viewer its turn: now, or after those that wait already.
    func runOrEnqueue(_ viewer: any TurnTaker, at now: NIODeadline) {
        if waiting.isEmpty, budget.hasTimeLeft(at: now) { run(viewer, at: now) } else { enqueue(viewer) }
    }

    /// Puts a viewer behind all that wait.
    func enqueue(_ viewer: any TurnTaker) {
        waiting.append(viewer)
        schedule()
    }

    @discardableResult
    private func run(_ viewer: any TurnTaker, at began: NIODeadline) -> NIODeadline {
        viewer.takeTurn(at: began)
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
        while budget.hasTimeLeft(at: now), let viewer = waiting.popFirst() { now = run(viewer, at: now) }
        if !waiting.isEmpty { schedule() }
    }
}
