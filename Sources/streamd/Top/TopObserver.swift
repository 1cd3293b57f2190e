import StreamHTTP

/// Polls a relay and compares each snapshot with the last one.
struct TopObserver: Sendable {
    let client: AdminClient
    private(set) var chosen: String?
    private(set) var page: TopPage?

    init(client: AdminClient, chosen: String?) {
        self.client = client
        self.chosen = chosen
    }

    /// - Throws: ``Failure`` if the request fails.
    mutating func refresh() async throws {
        let selection = (chosen.map { "stream=\($0)&" } ?? "") + "most-lagging=\(TopCommand.viewers)"
        async let relay = client.get("/relay", as: RelayDocument.self)
        async let streams = client.streams()
        async let connections = client.get("/connections?\(selection)", as: ConnectionsDocument.self)
        let snapshot = TopSnapshot(
            relay: try await relay,
            streams: try await streams.streams,
            connections: try await connections.connections,
            time: Self.beginning.duration(to: .now) / .seconds(1)
        )
        page = TopPage(
            address: client.place,
            snapshot: snapshot,
            rates: TopRates(from: page?.snapshot, to: snapshot),
            chosen: chosen
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
        chosen = key.move(from: chosen, in: page?.snapshot.streams.map(\.name) ?? [])
        page?.chosen = chosen
    }

    private static let beginning = ContinuousClock.now
}
