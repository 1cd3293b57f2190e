/// A short queue from one thread to another.
///
/// What is put in belongs to the taker from then on.
final class Handover<Element>: Sendable {
    /// What ``take(waitingAtMost:)`` found.
    enum Taken {
        /// The oldest element; `isNewest` where nothing waits behind it.
        case element(Element, isNewest: Bool)
        /// Nothing came in time.
        case nothing
        /// Nothing will come any more.
        case closed
    }

    private struct State {
        var elements: [Element] = []
        var replaced = 0
        var isClosed = false
    }

    private let capacity: Int
    private let state: Guarded<State>

    /// - Parameter capacity: How many elements may wait, at least 1.
    init(capacity: Int) {
        self.capacity = max(1, capacity)
        state = Guarded(State())
    }

    /// Puts an element in, and waits for room.
    ///
    /// - Returns: Whether it was put in; not when the queue is closed.
    @discardableResult
    func put(_ element: sending Element) -> Bool {
        var waiting = Optional(element)
        return state.wait { state -> Bool? in
            guard !state.isClosed else { return false }
            guard state.elements.count < capacity, let element = waiting.take() else { return nil }
            state.elements.append(element)
            return true
        } ?? false
    }

    /// Puts an element in at once, in the place of the oldest where there is no room.
    ///
    /// ``replacedCount`` tells how many had to go.
    func replaceOldest(with element: sending Element) {
        state.change { state in
            guard !state.isClosed else { return }
            if state.elements.count >= capacity {
                state.elements.removeFirst()
                state.replaced += 1
            }
            state.elements.append(element)
        }
    }

    /// How many elements had to make room for newer ones.
    var replacedCount: Int { state.change { $0.replaced } }

    /// Takes the oldest element.
    ///
    /// - Parameter microseconds: How long to wait for one; `nil` for as long as it takes.
    func take(waitingAtMost microseconds: Int64? = nil) -> Taken {
        state.wait(atMost: microseconds) { state -> Taken? in
            guard !state.elements.isEmpty else { return state.isClosed ? .closed : nil }
            let element = state.elements.removeFirst()
            return .element(element, isNewest: state.elements.isEmpty)
        } ?? .nothing
    }

    /// Nothing more is put in; what waits can still be taken.
    func close() {
        state.change { $0.isClosed = true }
    }

    /// Nothing more is put in, and what waits is thrown away.
    func abandon() {
        state.change { state in
            state.isClosed = true
            state.elements = []
        }
    }
}
