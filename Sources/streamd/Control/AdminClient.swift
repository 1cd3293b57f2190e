import NIOCore
import NIOHTTP1
import NIOPosix
import StreamClient
import StreamHTTP
import StreamProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A client of a relay's admin listener. Each connection carries one request.
struct AdminClient: Sendable {
    /// Applies to the connection and, separately, to the response.
    static let timeout = TimeAmount.seconds(10)
    /// In bytes. A list of all connections of a large relay fits.
    static let maximumAnswerLength = 64 * 1024 * 1024

    let address: RelayAddress
    let token: AccessToken?
    /// The TLS provider; `nil` for connections without TLS.
    let tls: ClientTLSProvider?
    /// What should listen there, for people.
    var program = "streamd relay"

    /// The address as the user typed it.
    var place: String { address.endpoint }

    /// - Throws: ``Failure`` if the request fails or the status is not 200.
    func get<Document: Decodable>(_ target: String, as document: Document.Type = Document.self) async throws -> Document
    {
        try decode(try await send(.GET, target, body: nil))
    }

    /// Sends a request that changes something, and says what it has changed.
    ///
    /// - Throws: ``Failure`` if the relay does not do it.
    func post<Document: Decodable>(
        _ target: String,
        _ document: some Encodable & Sendable,
        as answer: Document.Type = Document.self
    ) async throws -> Document {
        try decode(try await send(.POST, target, body: ByteBuffer(bytes: try JSONEncoder().encode(document))))
    }

    // Without a type of its errors: Swift 6.3 crashes where it optimizes callers of a function with one (CoroSplit).
    private func decode<Document: Decodable>(_ body: ByteBuffer) throws -> Document {
        do {
            return try JSONDecoder().decode(Document.self, from: Data(body.readableBytesView))
        } catch {
            throw Failure(
                .unavailable,
                "The server at \(place) is not an admin listener of this version; check the address."
            )
        }
    }

    /// All streams; reads page after page.
    ///
    /// - Throws: ``Failure`` if a request fails or its status is not 200.
    func streams() async throws -> StreamsDocument {
        var all: [StreamDocument] = []
        var after: String?
        repeat {
            let page = try await get(
                "/streams?limit=1000" + (after.map { "&after=\($0)" } ?? ""),
                as: StreamsDocument.self
            )
            all += page.streams
            // Names ascend. A page that goes back would cause an endless loop.
            guard let next = page.next, next > after ?? "" else { break }
            after = next
        } while true
        return StreamsDocument(streams: all)
    }

    /// Sends a request that changes something.
    ///
    /// - Throws: ``Failure`` if the relay does not do it.
    func perform(_ method: HTTPMethod, _ target: String, _ document: (any Encodable & Sendable)? = nil) async throws {
        let body = try document.map { ByteBuffer(bytes: try JSONEncoder().encode($0)) } ?? ByteBuffer()
        _ = try await send(method, target, body: body)
    }

    private func send(_ method: HTTPMethod, _ target: String, body: ByteBuffer?) async throws -> ByteBuffer {
        let answer: NIOHTTPClientResponseFull
        do {
            answer = try await exchange(request(method, target, body: body), body)
        } catch let error as ClientError {
            throw Failure(error)
        } catch let error as NIOHTTPObjectAggregatorError where error == .frameTooLong {
            throw Failure(
                .badData,
                "The response of \(place) is longer than \(Self.maximumAnswerLength >> 20) MiB; check the address."
            )
        } catch is HTTPParserError {
            throw Failure(.unavailable, "The server at \(place) is not an admin listener; check the address.")
        } catch {
            throw Failure(
                .unavailable,
                "Nothing answers at \(place); check that '\(program)' runs there and that this is its --admin address."
            )
        }
        guard answer.head.status.code < 300 else { throw failure(answer) }
        return answer.body ?? ByteBuffer()
    }

    private func request(_ method: HTTPMethod, _ target: String, body: ByteBuffer?) -> HTTPRequestHead {
        var headers: HTTPHeaders = [
            "host": "\(place)", "user-agent": Version.clientName, "accept": "application/json",
            "connection": "close",
        ]
        if let body {
            headers.add(name: "content-type", value: "application/json")
            headers.add(name: "content-length", value: "\(body.readableBytes)")
        }
        if let token { headers.add(name: "authorization", value: "Bearer \(token.secret)") }
        return HTTPRequestHead(version: .http1_1, method: method, uri: target, headers: headers)
    }

    private func exchange(_ head: HTTPRequestHead, _ body: ByteBuffer?) async throws -> NIOHTTPClientResponseFull {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let promise = loop.makePromise(of: NIOHTTPClientResponseFull.self)
        let connecting = ClientBootstrap(group: loop)
            .connectTimeout(Self.timeout)
            .channelInitializer { [address, tls] channel in
                channel.eventLoop.makeCompletedFuture {
                    try tls?.addHandlers(to: channel, for: address)
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHTTPClientHandlers()
                    try pipeline.addHandler(
                        NIOHTTPClientResponseAggregator(maxContentLength: Self.maximumAnswerLength)
                    )
                    try pipeline.addHandler(AdminExchange(head, body, promise))
                }
            }
            .connect(host: address.host, port: address.port)
        connecting.whenFailure { promise.fail($0) }
        let timeoutTask = loop.scheduleTask(in: Self.timeout) {
            promise.fail(ChannelError.connectTimeout(Self.timeout))
        }
        defer {
            timeoutTask.cancel()
            connecting.whenSuccess { $0.close(promise: nil) }
        }
        return try await promise.futureResult.get()
    }

    private func failure(_ answer: NIOHTTPClientResponseFull) -> Failure {
        let document = try? JSONDecoder().decode(
            FailureDocument.self,
            from: Data((answer.body ?? ByteBuffer()).readableBytesView)
        )
        guard let document else {
            return Failure(
                .unavailable,
                "The server at \(place) is not an admin listener (it answers \(answer.head.status)); check the address."
            )
        }
        let status: Failure.Status =
            switch answer.head.status.code {
            case 400: .usage
            case 401, 403, 421: .refused
            case 404, 409, 503: .unavailable
            default: .failure
            }
        return Failure(status, Printable.text(document.error))
    }
}

/// Sends one request and collects its response.
private final class AdminExchange: ChannelInboundHandler {
    typealias InboundIn = NIOHTTPClientResponseFull
    typealias OutboundOut = HTTPClientRequestPart

    private let head: HTTPRequestHead
    private let body: ByteBuffer?
    private let promise: EventLoopPromise<NIOHTTPClientResponseFull>

    init(_ head: HTTPRequestHead, _ body: ByteBuffer?, _ promise: EventLoopPromise<NIOHTTPClientResponseFull>) {
        self.head = head
        self.body = body
        self.promise = promise
    }

    func channelActive(context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if let body { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        promise.succeed(unwrapInboundIn(data))
        context.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        promise.fail(error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        promise.fail(ChannelError.eof)
    }
}
