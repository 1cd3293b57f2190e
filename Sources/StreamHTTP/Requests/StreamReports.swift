import NIOHTTP1
import StreamProtocol
import StreamRelay

/// Reports on streams, for clients that may watch them.
enum StreamReports {
    /// Answers a request for a report.
    ///
    /// - Returns: The response, and the cost of making it in bytes, in addition to the cost of the request.
    /// - Throws: ``ProtocolError`` if there is no such stream or track, or the client may not watch it.
    static func response(
        to route: Route,
        _ permissions: Permissions,
        _ relay: RelayControl,
        _ listing: StreamListing
    ) async throws -> (HTTPResponse, cost: Int) {
        switch route {
        case .index, .gallery, .player, .asset, .webSocket:
            return (IndexPage.response, 0)
        case .streams(let page):
            let report = await listing.page(page, of: relay, visibleBy: permissions.watch)
            return (.json(.ok, report.json), report.cost)
        case .stream(let name):
            try permissions.check(.subscribe, name)
            guard let report = await listing.stream(name, of: relay) else { throw Self.notFound(name) }
            return (.json(.ok, report.json), report.cost)
        case .media(let media):
            try permissions.check(.subscribe, media.stream)
            guard let stream = await relay.stream(media.stream), stream.publisher != nil || stream.source != nil else {
                throw Self.notFound(media.stream)
            }
            _ = try media.choose(from: stream.tracks.map(\.track))
            return (media.response, WorkCost.listedStream)
        case .clip(let clip):
            try permissions.check(.subscribe, clip.media.stream)
            guard let stream = await relay.stream(clip.media.stream), stream.history != nil else {
                throw clip.nothingFound
            }
            _ = try clip.media.choose(from: stream.tracks.map(\.track))
            return (clip.response, WorkCost.listedStream)
        }
    }

    private static func notFound(_ name: StreamName) -> ProtocolError {
        ProtocolError(.streamNotFound, "No client publishes '\(name)' here; check the name, or wait for it.")
    }
}
