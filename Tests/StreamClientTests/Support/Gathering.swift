@testable import StreamClient

/// Events in their order, which a test can wait for.
final class Gathering<Event: Sendable>: Sendable {
    private let events = Monitor<[Event]>([])

    func add(_ event: Event) {
        events.change { $0.append(event) }
    }

    /// Waits for the first event for which `pick` returns a value, and forgets those before.
    func first<Picked: Sendable>(_ pick: (Event) -> Picked?) async throws -> Picked {
        try await events.wait { events in
            while !events.isEmpty {
                if let picked = pick(events.removeFirst()) { return picked }
            }
            return nil
        }
    }

    /// All events since the last call.
    func take() -> [Event] {
        events.change { events in
            defer { events = [] }
            return events
        }
    }
}
