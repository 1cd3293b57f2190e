import Platform

/// A bounded queue from one thread to another.
///
/// Elements belong to the receiver from then on.
final class BoundedQueue<Element>: Sendable {
    /// The result of ``take(waitingAtMost:)``.
    enum TakeResult {
        /// The oldest element; `isNewest` if the queue is empty now.
        case element(Element, isNewest: Bool)
        /// No element came in time.
        case timedOut
        /// The queue is closed and empty.
        case closed
    }

    private struct State {
        var elements: [Element] = []
        var replaced = 0
        var isClosed = false
    }

    private let capacity: Int
    private let state: Guarded<State>

    /// - Parameter capacity: The maximum number of elements, at least 1.
    init(capacity: Int) {
        self.capacity = max(1, capacity)
        state = Guarded(State())
    }

    /// Appends an element; waits while the queue is full.
    ///
    /// - Returns: `false` if the queue is closed.
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

    /// Appends an element at once; replaces the oldest one if the queue is full.
    ///
    /// ``replacedCount`` counts the replaced elements.
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

    /// The number of elements that newer ones replaced.
    var replacedCount: Int { state.change { $0.replaced } }

    /// Takes the oldest element.
    ///
    /// - Parameter microseconds: The longest wait; `nil` for no limit.
    func take(waitingAtMost microseconds: Int64? = nil) -> TakeResult {
        state.wait(atMost: microseconds) { state -> TakeResult? in
            guard !state.elements.isEmpty else { return state.isClosed ? .closed : nil }
            let element = state.elements.removeFirst()
            return .element(element, isNewest: state.elements.isEmpty)
        } ?? .timedOut
    }

    /// Closes the queue for new elements. The remaining ones can still be taken.
    func close() {
        state.change { $0.isClosed = true }
    }

    /// Closes the queue and discards its elements.
    func cancel() {
        state.change { state in
            state.isClosed = true
            state.elements = []
        }
    }
}
