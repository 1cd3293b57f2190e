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

/// Asks a relay's admin listener. A connection serves one request.
struct AdminClient: Sendable {
    /// How long a connection and then an answer may take.
    static let patience = TimeAmount.seconds(10)
    /// Bytes of an answer: a list of all the connections that a large relay has.
    static let maximumAnswerLength = 64 * 1024 * 1024

    let address: RelayAddress
    let token: AccessToken?
    /// Encrypts; `nil` leaves connections clear.
    let tls: TLSOpener?

    /// As the user knows it.
    var place: String { address.endpoint }

    /// - Throws: ``Failure`` that says why there is no answer, or what it was.
    func get<Document: Decodable>(_ target: String, as document: Document.Type = Document.self) async throws -> Document
    {
        let body = try await send(.GET, target, body: nil)
        do {
            return try JSONDecoder().decode(Document.self, from: Data(body.readableBytesView))
        } catch {
            throw Failure(.badData, "What answers at \(place) is no relay of this version; check the address.")
        }
    }

    /// All streams, page by page.
    ///
    /// - Throws: ``Failure`` that says why there is no answer, or what it was.
    func streams() async throws -> StreamsDocument {
        var all: [StreamDocument] = []
        var after: String?
        repeat {
            let page = try await get(
                "/streams?limit=1000" + (after.map { "&after=\($0)" } ?? ""),
                as: StreamsDocument.self
            )
            all += page.streams
            // Names are in order; one that goes back would go on for ever.
            guard let next = page.next, next > after ?? "" else { break }
            after = next
        } while true
        return StreamsDocument(streams: all)
    }

    /// Has something done.
    ///
    /// - Throws: ``Failure`` that says why it was not.
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
            throw Failure(.badData, "The answer of \(place) has more than \(Self.maximumAnswerLength >> 20) MiB.")
        } catch is HTTPParserError {
            throw Failure(.badData, "What answers at \(place) is no admin listener; give its address with --admin.")
        } catch {
            throw Failure(
                .unavailable,
                "Nothing answers at \(place); is 'streamd relay' running there, and is this its --admin address?"
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
        let answered = loop.makePromise(of: NIOHTTPClientResponseFull.self)
        let connecting = ClientBootstrap(group: loop)
            .connectTimeout(Self.patience)
            .channelInitializer { [address, tls] channel in
                channel.eventLoop.makeCompletedFuture {
                    try tls?.open(channel, to: address)
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHTTPClientHandlers()
                    try pipeline.addHandler(
                        NIOHTTPClientResponseAggregator(maxContentLength: Self.maximumAnswerLength)
                    )
                    try pipeline.addHandler(AdminExchange(head, body, answered))
                }
            }
            .connect(host: address.host, port: address.port)
        connecting.whenFailure { answered.fail($0) }
        let alarm = loop.scheduleTask(in: Self.patience) { answered.fail(ChannelError.connectTimeout(Self.patience)) }
        defer {
            alarm.cancel()
            connecting.whenSuccess { $0.close(promise: nil) }
        }
        return try await answered.futureResult.get()
    }

    private func failure(_ answer: NIOHTTPClientResponseFull) -> Failure {
        let document = try? JSONDecoder().decode(
            FailureDocument.self,
            from: Data((answer.body ?? ByteBuffer()).readableBytesView)
        )
        let sentence = document?.error ?? "The relay at \(place) answers \(answer.head.status)."
        let status: Failure.Status =
            switch answer.head.status.code {
            case 400: .usage
            case 401, 403, 421: .refused
            case 404, 409, 503: .unavailable
            default: .failure
            }
        return Failure(status, Printable.text(sentence))
    }
}

/// Sends one request, and hands over its whole answer.
private final class AdminExchange: ChannelInboundHandler {
    typealias InboundIn = NIOHTTPClientResponseFull
    typealias OutboundOut = HTTPClientRequestPart

    private let head: HTTPRequestHead
    private let body: ByteBuffer?
    private let answered: EventLoopPromise<NIOHTTPClientResponseFull>

    init(_ head: HTTPRequestHead, _ body: ByteBuffer?, _ answered: EventLoopPromise<NIOHTTPClientResponseFull>) {
        self.head = head
        self.body = body
        self.answered = answered
    }

    func channelActive(context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if let body { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        answered.succeed(unwrapInboundIn(data))
        context.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        answered.fail(error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        answered.fail(ChannelError.eof)
    }
}
