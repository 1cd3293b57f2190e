import StreamHTTP
import StreamRelay

/// Polls a relay and compares each snapshot with the last one.
struct TopObserver: Sendable {
    let client: AdminClient
    private let filter: StreamPattern?
    private var order: TopOrder
    private(set) var chosen: String?
    private(set) var page: TopPage?

    init(client: AdminClient, filter: StreamPattern?, order: TopOrder) {
        self.client = client
        self.filter = filter
        self.order = order
    }

    /// - Throws: ``Failure`` if the request fails.
    mutating func refresh() async throws {
        // A pattern without '*' is a name, whose viewers the relay selects.
        let single = chosen ?? filter?.description
        let selection =
            (single.flatMap { $0.contains("*") ? nil : "stream=\($0)&" } ?? "") + "most-lagging=\(TopCommand.viewers)"
        async let relay = client.get("/relay", as: RelayDocument.self)
        async let streams = client.streams()
        async let connections = client.get("/connections?\(selection)", as: ConnectionsDocument.self)
        let snapshot = TopSnapshot(
            relay: try await relay,
            streams: try await streams.streams,
            connections: try await connections.connections,
            time: Self.beginning.duration(to: .now) / .seconds(1)
        )
        let shown = filter.map(snapshot.filtered) ?? snapshot
        page = TopPage(
            address: client.place,
            snapshot: shown,
            rates: TopRates(from: page?.snapshot, to: shown),
            chosen: chosen,
            filter: filter,
            order: order
        )
    }

    /// Refreshes the snapshot. If that fails, the last page stays and shows the error.
    mutating func refreshKeepingPage() async {
        do {
            try await refresh()
        } catch {
            page?.errorMessage = (error as? Failure)?.message ?? "\(error)"
        }
    }

    /// Performs the action of a key.
    mutating func choose(_ key: TopKey) {
        if key == .sort { order = order.next }
        chosen = key.move(from: chosen, in: page?.streams.map(\.name) ?? [])
        page?.chosen = chosen
        page?.order = order
    }

    private static let beginning = ContinuousClock.now
}
