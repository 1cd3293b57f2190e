import NIOHTTP1
import StreamProtocol
import StreamRelay

/// What is known of streams, for whoever may watch them.
enum StreamReports {
    /// Answers a request that wants to know something and does not watch.
    ///
    /// - Returns: The answer, and what making it is worth in bytes that a connection may send, beside the request itself.
    /// - Throws: ``ProtocolError`` where there is no such stream or track, or the pass does not allow to watch it.
    static func answer(
        to route: Route,
        _ pass: Pass,
        _ relay: RelayControl,
        _ listing: StreamListing
    ) async throws -> (HTTPAnswer, price: Int) {
        switch route {
        case .index, .webSocket:
            return (IndexPage.answer, 0)
        case .streams(let page):
            let report = await listing.page(page, of: relay, visibleBy: pass.watch)
            return (.json(.ok, report.json), report.price)
        case .stream(let name):
            try pass.check(.subscribe, name)
            guard let report = await listing.stream(name, of: relay) else { throw Self.notFound(name) }
            return (.json(.ok, report.json), report.price)
        case .media(let media):
            try pass.check(.subscribe, media.stream)
            guard let stream = await relay.stream(media.stream), stream.publisher != nil else {
                throw Self.notFound(media.stream)
            }
            _ = try media.choose(from: stream.tracks.map(\.facts))
            return (media.answer, WorkPrice.listedStream)
        }
    }

    private static func notFound(_ name: StreamName) -> ProtocolError {
        ProtocolError(.streamNotFound, "Nobody publishes '\(name)' here; check the name, or wait for it.")
    }
}
