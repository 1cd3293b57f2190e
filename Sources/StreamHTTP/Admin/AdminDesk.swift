import Logging
import NIOCore
import NIOHTTP1
import StreamProtocol
import StreamRelay

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Does what the admin listener is asked for.
struct AdminDesk: Sendable {
    /// How long an event loop may take to answer before the relay counts as hung.
    static let patience = TimeAmount.seconds(1)

    let relay: RelayControl
    let metrics: @Sendable () -> String
    let actions: AdminActions
    let logger: Logger
    /// The lists that all who ask share.
    private let listing = StreamListing(showsPublishers: true)

    init(
        relay: RelayControl,
        metrics: @escaping @Sendable () -> String,
        actions: AdminActions,
        logger: Logger
    ) {
        self.relay = relay
        self.metrics = metrics
        self.actions = actions
        self.logger = logger
    }

    /// Answers a request that is granted.
    ///
    /// Health is told by the event loops alone, without the thread pool that Swift's tasks share: where lists and reloads
    /// take all of its threads, probes must not wait for them.
    func answer(_ route: AdminRoute, body: ByteBuffer, on eventLoop: any EventLoop) -> EventLoopFuture<HTTPAnswer> {
        switch route {
        case .alive: alive(on: eventLoop)
        case .ready: eventLoop.makeSucceededFuture(ready())
        default: eventLoop.makeFutureWithTask { await answer(route, body: body) }
        }
    }

    private func answer(_ route: AdminRoute, body: ByteBuffer) async -> HTTPAnswer {
        switch route {
        case .alive, .ready: ready()
        case .metrics: figures()
        case .relay: .json(.ok, await RelayDocument(relay))
        case .streams(let page): .json(.ok, await listing.page(page, of: relay, visibleBy: [.all]).json)
        case .connections(let selection):
            .json(.ok, ConnectionsDocument(selection.choose(from: await relay.connections())))
        case .closeConnection(let id): await close(id)
        case .closeStream(let name): await close(name)
        case .drain: drain()
        case .setLogLevel: setLogLevel(body)
        case .reload: await reload()
        }
    }

    private func figures() -> HTTPAnswer {
        // Text format 0.0.4 of Prometheus, which every version of it reads.
        HTTPAnswer(
            .ok,
            contentType: "text/plain; version=0.0.4; charset=utf-8",
            body: ByteBuffer(string: metrics())
        )
    }

    private func alive(on eventLoop: any EventLoop) -> EventLoopFuture<HTTPAnswer> {
        relay.isResponsive(within: Self.patience, tellingOn: eventLoop).map { isResponsive in
            isResponsive ? .text(.ok, "alive") : .text(.serviceUnavailable, "an event loop does not answer")
        }
    }

    private func ready() -> HTTPAnswer {
        relay.isAccepting
            ? .text(.ok, "ready") : .text(.serviceUnavailable, relay.isDraining ? "draining" : "starting")
    }

    private func close(_ connection: UInt64) async -> HTTPAnswer {
        guard await relay.close(connection: connection) else {
            return .failure(.notFound, "There is no connection \(connection) here; it may have closed by itself.")
        }
        logger.notice("connection closed by the operator", metadata: ["connection": "\(connection)"])
        return .json(.ok, DoneDocument())
    }

    private func close(_ stream: StreamName) async -> HTTPAnswer {
        guard await relay.close(stream: stream) else {
            return .failure(.notFound, "There is no stream '\(stream)' here; look at the list of streams.")
        }
        logger.notice("stream closed by the operator", metadata: ["stream": "\(stream)"])
        return .json(.ok, DoneDocument())
    }

    private func drain() -> HTTPAnswer {
        if relay.drain() {
            logger.notice("drained by the operator")
        } else if !relay.isDraining {
            return .failure(.conflict, "The relay does not listen yet; ask again in a moment.")
        }
        return .json(.accepted, DoneDocument())
    }

    private func setLogLevel(_ body: ByteBuffer) -> HTTPAnswer {
        guard let setLevel = actions.setLogLevel else {
            return .failure(.notImplemented, "This relay cannot change its log level while it runs.")
        }
        let document = try? JSONDecoder().decode(LogLevelDocument.self, from: Data(body.readableBytesView))
        guard let level = document.flatMap({ Logger.Level(rawValue: $0.level) }) else {
            let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            return .failure(.badRequest, "Send {\"level\": \"debug\"}, or another one of \(levels).")
        }
        setLevel(level)
        logger.notice("log level set by the operator", metadata: ["level": "\(level)"])
        return .json(.ok, DoneDocument())
    }

    private func reload() async -> HTTPAnswer {
        guard let reload = actions.reload else {
            return .failure(.notImplemented, "This relay cannot read its settings again while it runs.")
        }
        do {
            try await reload()
            return .json(.ok, DoneDocument())
        } catch {
            return .failure(.unprocessableEntity, "\(error)")
        }
    }
}
