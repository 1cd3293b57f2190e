@testable import StreamClient

/// What happened, in order, to be waited for.
final class Gathering<Event: Sendable>: Sendable {
    private let events = Monitor<[Event]>([])

    func add(_ event: Event) {
        events.change { $0.append(event) }
    }

    /// Waits for the first event that `pick` makes something of, and forgets those before.
    func first<Picked: Sendable>(_ pick: (Event) -> Picked?) async throws -> Picked {
        try await events.wait { events in
            while !events.isEmpty {
                if let picked = pick(events.removeFirst()) { return picked }
            }
            return nil
        }
    }

    /// All that happened since the last look.
    func take() -> [Event] {
        events.change { events in
            defer { events = [] }
            return events
        }
    }
}
