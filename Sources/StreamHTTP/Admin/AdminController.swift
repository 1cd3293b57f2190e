import Logging
import NIOCore
import NIOHTTP1
import PrometheusMetrics
import StreamProtocol
import StreamRelay

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Answers the requests of an admin listener for the program behind it.
protocol AdminResponder: Sendable {
    /// Which routes there are.
    var program: AdminRoute.Program { get }
    /// File descriptors for the listener's connections when the process has no others.
    var reserve: DescriptorReserve { get }
    /// Whether the listener must leave the free ones to others.
    var areDescriptorsFew: Bool { get }
    var logger: Logger { get }

    /// Whether a client need not use TLS.
    func acceptsUnencrypted(from peer: SocketAddress?) -> Bool

    /// Answers an admitted request. Must not block.
    func answer(_ route: AdminRoute, body: ByteBuffer, on eventLoop: any EventLoop) -> EventLoopFuture<HTTPResponse>
}

extension AdminResponder {
    var areDescriptorsFew: Bool { FreeDescriptors.areFew }
}

/// Performs the requests of a relay's admin listener.
struct AdminController: AdminResponder {
    /// How long an event loop may take to answer before the relay counts as hung.
    static let responsivenessTimeout = TimeAmount.seconds(1)

    let relay: RelayControl
    let metrics: @Sendable () -> String
    let actions: AdminActions
    let logger: Logger
    /// The lists that all clients share.
    private let listing = StreamListing(includesPublishers: true)

    let program = AdminRoute.Program.relay
    var reserve: DescriptorReserve { relay.reservedDescriptors }
    var areDescriptorsFew: Bool { relay.areDescriptorsFew }

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

    func acceptsUnencrypted(from peer: SocketAddress?) -> Bool { relay.acceptsUnencrypted(from: peer) }

    /// Answers an admitted request.
    ///
    /// Health is answered on the event loops, without the thread pool that Swift's tasks share, so that probes do not
    /// wait when lists and reloads occupy all of its threads.
    func answer(_ route: AdminRoute, body: ByteBuffer, on eventLoop: any EventLoop) -> EventLoopFuture<HTTPResponse> {
        switch route {
        case .alive: alive(on: eventLoop)
        case .ready: eventLoop.makeSucceededFuture(ready())
        default: eventLoop.makeFutureWithTask { await answer(route, body: body) }
        }
    }

    private func answer(_ route: AdminRoute, body: ByteBuffer) async -> HTTPResponse {
        switch route {
        case .alive, .ready: ready()
        case .metrics: metricsResponse()
        case .relay: .json(.ok, await RelayDocument(relay))
        case .streams(let page): .json(.ok, await listing.page(page, of: relay, visibleBy: [.all]).json)
        case .connections(let selection):
            .json(.ok, ConnectionsDocument(selection.choose(from: await relay.connections())))
        case .closeConnection(let id): await close(id)
        case .closeStream(let name): await close(name)
        case .moveViewers(let name): await moveViewers(of: name, body)
        case .drain: drain()
        case .setLogLevel: setLogLevel(body)
        case .reload: await reload()
        case .recordings, .setRecording: .failure(.notFound, "This is a relay; ask a recorder.")
        }
    }

    private func metricsResponse() -> HTTPResponse {
        HTTPResponse(.ok, contentType: TextExposition.contentType, body: ByteBuffer(string: metrics()))
    }

    private func alive(on eventLoop: any EventLoop) -> EventLoopFuture<HTTPResponse> {
        relay.isResponsive(within: Self.responsivenessTimeout, on: eventLoop).map { isResponsive in
            isResponsive ? .text(.ok, "alive") : .text(.serviceUnavailable, "an event loop does not answer")
        }
    }

    private func ready() -> HTTPResponse {
        if relay.isAccepting { return .text(.ok, "ready") }
        // With 404 and `disable-on-404`, HAProxy sends new clients elsewhere and lets the others stay. Most others make no
        // difference between the two.
        return relay.isDraining ? .text(.notFound, "draining") : .text(.serviceUnavailable, "starting")
    }

    private func close(_ connection: UInt64) async -> HTTPResponse {
        guard await relay.close(connection: connection) else {
            return .failure(.notFound, "There is no connection \(connection) here; it may have closed by itself.")
        }
        logger.notice("connection closed by the operator", metadata: ["connection": "\(connection)"])
        return .json(.ok, DoneDocument())
    }

    private func close(_ stream: StreamName) async -> HTTPResponse {
        guard await relay.close(stream: stream) else { return .noStream(stream) }
        logger.notice("stream closed by the operator", metadata: ["stream": "\(stream)"])
        return .json(.ok, DoneDocument())
    }

    private func moveViewers(of stream: StreamName, _ body: ByteBuffer) async -> HTTPResponse {
        guard let document = try? JSONDecoder().decode(MoveDocument.self, from: Data(body.readableBytesView)) else {
            return .failure(.badRequest, "Send {\"to\": \"b.example:7450\"}, with the address of the other relay.")
        }
        do throws(ProtocolError) {
            let target = try RedirectTarget(document.to)
            guard let viewers = await relay.moveViewers(of: stream, to: target) else { return .noStream(stream) }
            logger.notice(
                "viewers moved by the operator",
                metadata: [
                    "stream": "\(stream)", "relay": "\(target)", "moved": "\(viewers.moved)", "left": "\(viewers.left)",
                ]
            )
            return .json(.ok, MovedDocument(stream, target, viewers))
        } catch {
            return .failure(.badRequest, error.reason)
        }
    }

    private func drain() -> HTTPResponse {
        if relay.drain() {
            logger.notice("drain started by the operator")
        } else if !relay.isDraining {
            return .failure(.conflict, "The relay does not listen yet; ask again in a moment.")
        }
        return .json(.accepted, DoneDocument())
    }

    private func setLogLevel(_ body: ByteBuffer) -> HTTPResponse {
        guard let setLevel = actions.setLogLevel else {
            return .failure(.notImplemented, "This relay cannot change its log level while it runs.")
        }
        let document = try? JSONDecoder().decode(LogLevelDocument.self, from: Data(body.readableBytesView))
        guard let level = document.flatMap({ Logger.Level(rawValue: $0.level) }) else {
            let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            return .failure(.badRequest, "Send {\"level\": \"debug\"}, or another one of \(levels).")
        }
        setLevel(level)
        logger.notice("log level changed by the operator", metadata: ["level": "\(level)"])
        return .json(.ok, DoneDocument())
    }

    private func reload() async -> HTTPResponse {
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

extension HTTPResponse {
    fileprivate static func noStream(_ name: StreamName) -> HTTPResponse {
        .failure(.notFound, "There is no stream '\(name)' here; look at the list of streams.")
    }
}

/// The actions of the admin listener on the program around the relay; `nil` if the program does not support them.
public struct AdminActions: Sendable {
    /// Sets the log level.
    public var setLogLevel: (@Sendable (Logger.Level) -> Void)?
    /// Reloads the settings. Throws an error whose description is one sentence if nothing was changed.
    public var reload: (@Sendable () async throws -> Void)?

    /// Makes the set of actions. By default the program supports none.
    public init(
        setLogLevel: (@Sendable (Logger.Level) -> Void)? = nil,
        reload: (@Sendable () async throws -> Void)? = nil
    ) {
        self.setLogLevel = setLogLevel
        self.reload = reload
    }
}
