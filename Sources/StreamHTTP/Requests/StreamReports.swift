import NIOHTTP1
import StreamProtocol
import StreamRelay

/// What is known of streams, for whoever may watch them.
enum StreamReports {
    /// Answers a request that wants to know something and does not watch.
    ///
    /// - Throws: ``ProtocolError`` where there is no such stream or track, or the pass does not allow to watch it.
    static func answer(to route: Route, _ pass: Pass, _ relay: RelayControl) async throws -> HTTPAnswer {
        switch route {
        case .index, .webSocket:
            return IndexPage.answer
        case .streams:
            let streams = await relay.streams().filter { pass.allows(.subscribe, $0.name) }
            return HTTPAnswer.json(.ok, StreamsDocument(streams, showsPublishers: false))
        case .stream(let name):
            try pass.check(.subscribe, name)
            guard let stream = await relay.stream(name) else { throw Self.notFound(name) }
            return HTTPAnswer.json(.ok, StreamDocument(stream, showsPublisher: false))
        case .media(let media):
            try pass.check(.subscribe, media.stream)
            guard let stream = await relay.stream(media.stream), stream.publisher != nil else {
                throw Self.notFound(media.stream)
            }
            _ = try media.choose(from: stream.tracks.map(\.facts))
            return media.answer
        }
    }

    private static func notFound(_ name: StreamName) -> ProtocolError {
        ProtocolError(.streamNotFound, "Nobody publishes '\(name)' here; check the name, or wait for it.")
    }
}
