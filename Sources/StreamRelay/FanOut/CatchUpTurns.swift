import NIOCore

/// Shares an event loop's time between the viewers who have much to catch up with and everybody else.
///
/// A late joiner is given megabytes at once. A thousand of them in the same second would hold up the frames of all
/// others, so together they get only so long, and then wait until the loop has looked at its sockets again.
struct TurnBudget {
    /// How long viewers who catch up may hold up a frame: a small part of the time between two of them.
    static let turn = TimeAmount.milliseconds(2)
    /// The budget begins anew after so much time in which nobody had a turn. Time spent in turns does not count: a single
    /// long one would open the budget for the next.
    static let span = TimeAmount.milliseconds(4)

    private var began = NIODeadline.uptimeNanoseconds(0)
    private var spent = TimeAmount.zero

    /// Whether there is time left.
    mutating func isOpen(at now: NIODeadline) -> Bool {
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

/// The viewers of an event loop who have something to catch up with, and could take it, but must wait for their turn.
final class CatchUpTurns {
    /// Between two turns the loop looks at its sockets; it does so only when it has nothing to do at once.
    static let pause = TimeAmount.microseconds(100)

    private let eventLoop: any EventLoop
    private var budget = TurnBudget()
    private var waiting = CircularBuffer<ViewerSession>()
    private var isScheduled = false

    init(on eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// Lets a viewer catch up: now, or after those who wait already.
    func give(_ viewer: ViewerSession, at now: NIODeadline) {
        if waiting.isEmpty, budget.isOpen(at: now) { take(viewer, at: now) } else { enqueue(viewer) }
    }

    /// Lets a viewer go on after all who wait.
    func enqueue(_ viewer: ViewerSession) {
        waiting.append(viewer)
        schedule()
    }

    @discardableResult
    private func take(_ viewer: ViewerSession, at began: NIODeadline) -> NIODeadline {
        viewer.takeTurn(at: began)
        let ended = NIODeadline.now()
        budget.spend(ended - began)
        return ended
    }

    private func schedule() {
        guard !isScheduled else { return }
        isScheduled = true
        let this = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.scheduleTask(in: Self.pause) { this.value.serve() }
    }

    private func serve() {
        isScheduled = false
        var now = NIODeadline.now()
        budget.begin(at: now)
        // Who has had a turn may wait for another; all who are there come first.
        while budget.isOpen(at: now), let viewer = waiting.popFirst() { now = take(viewer, at: now) }
        if !waiting.isEmpty { schedule() }
    }
}
