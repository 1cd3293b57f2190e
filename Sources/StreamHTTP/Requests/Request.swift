import NIOHTTP1
import StreamProtocol

/// The parts of a request that this service uses.
struct Request {
    let head: HTTPRequestHead
    let target: RequestTarget
    let route: Route
    /// The client's token, from `Authorization: Bearer`, or from `?token=` for programs that accept nothing but an
    /// address.
    let token: AccessToken?

    /// - Throws: ``HTTPRefusal`` that says what is wrong with the request.
    init(_ head: HTTPRequestHead) throws(HTTPRefusal) {
        self.head = head
        guard Self.isServed(head.method) else { throw .refusingMethod(of: head) }
        guard head.version == .http1_0 || head.headers[canonicalForm: "host"].count == 1 else {
            throw .malformed("HTTP/1.1 wants one Host field in every request (RFC 9112 3.2); send it.")
        }
        target = try RequestTarget(head.uri)
        guard head.method != .OPTIONS else {
            route = .index
            token = nil
            return
        }
        let wantsPage = Preferences(head.headers, "accept").accept("text/html")
        route = try Route(target, upgrades: Self.wantsWebSocket(head), wantsPage: wantsPage)
        // A login that a browser sends to a proxy is none of the relay's business.
        token = route.isPublic ? nil : try Self.token(head.headers, target)
    }

    static func isServed(_ method: HTTPMethod) -> Bool { [.GET, .HEAD, .OPTIONS].contains(method) }

    /// Whether a body follows. No request here has one.
    static func announcesBody(_ headers: HTTPHeaders) -> Bool {
        headers.contains(name: "transfer-encoding")
            || headers[canonicalForm: "content-length"].contains { $0 != "0" }
    }

    /// Whether the client asks to switch to another protocol (RFC 9110 7.8).
    static func wantsUpgrade(_ headers: HTTPHeaders) -> Bool { headers.contains(name: "upgrade") }

    /// Whether a browser asks whether a page may send a token (Fetch standard, CORS preflight). It may: the response to
    /// the request itself depends on the token.
    static func announcesToken(_ head: HTTPRequestHead) -> Bool {
        head.method == .OPTIONS
            && head.headers[canonicalForm: "access-control-request-headers"]
                .contains { $0.utf8.isEqual(ignoringCaseTo: "authorization") }
    }

    /// The client's program.
    var clientName: String? { head.headers.first(name: "user-agent") }

    /// Whether the client opens a WebSocket (RFC 6455 4.2.1).
    private static func wantsWebSocket(_ head: HTTPRequestHead) -> Bool {
        head.method == .GET && head.version != .http1_0
            && head.headers[canonicalForm: "upgrade"].contains { $0.utf8.isEqual(ignoringCaseTo: "websocket") }
            && head.headers[canonicalForm: "connection"].contains { $0.utf8.isEqual(ignoringCaseTo: "upgrade") }
    }

    private static func token(_ headers: HTTPHeaders, _ target: RequestTarget) throws(HTTPRefusal) -> AccessToken? {
        let secret: String?
        if let authorization = headers.first(name: "authorization") {
            let parts = authorization.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
            guard parts.count == 2, parts[0].isEqual(ignoringCaseTo: "bearer") else {
                throw HTTPRefusal(
                    ProtocolError(.unauthorized, "This relay takes tokens; send 'Authorization: Bearer TOKEN'.")
                )
            }
            secret = parts[1].text
        } else {
            secret = target["token"]
        }
        guard let secret else { return nil }
        do {
            return try AccessToken(secret)
        } catch {
            throw HTTPRefusal(error)
        }
    }
}

/// How a request is answered, by what it asks for.
enum RequestAnswer {
    /// With this response, at once.
    case response(HTTPResponse)
    /// With a file of the browser player, which every client may have.
    case file(HTTPResponse)
    /// With a report on streams, which needs the token and the relay's state.
    case report(Request)
    /// With a stream as media, for as long as the stream lasts.
    case media(Request, MediaRequest)
    /// With the last seconds of a stream as a finished file.
    case clip(Request, ClipRequest)
    /// With a WebSocket that carries the protocol.
    case webSocket(Request, StreamName)

    /// - Parameter publishOnlyReason: Why the client may only publish; `nil` if it may do everything.
    /// - Throws: ``HTTPRefusal`` that says what is wrong with the request.
    init(_ head: HTTPRequestHead, publishOnlyReason: ProtocolError?) throws(HTTPRefusal) {
        let request = try Request(head)
        if let publishOnlyReason, !request.route.mayPublish { throw HTTPRefusal(publishOnlyReason) }
        self =
            switch request.route {
            case _ where head.method == .OPTIONS: .response(.preflight)
            case .index: .response(IndexPage.response)
            case .gallery: .file(PlayerResource.galleryPage.response(to: head))
            case .player: .file(PlayerResource.playerPage.response(to: head))
            case .asset(let asset): .file(asset.response(to: head))
            case .webSocket(let stream): .webSocket(request, stream)
            case .media(let media) where head.method == .GET: .media(request, media)
            case .clip(let clip) where head.method == .GET: .clip(request, clip)
            case .media, .clip, .streams, .stream: .report(request)
            }
    }
}

extension HTTPResponse.Options {
    /// The options of the response to a request.
    init(_ head: HTTPRequestHead, _ check: OriginCheck) {
        self.init(
            // The parser stops at a request that asks for another protocol.
            closes: !head.isKeepAlive || Request.wantsUpgrade(head.headers),
            isHead: head.method == .HEAD,
            isHTTP10: head.version == .http1_0,
            corsPolicy: check.corsPolicy.withToken(isValid: Request.announcesToken(head))
        )
    }
}

extension HTTPRefusal {
    /// The refusal of a request whose method is not served here. It may be for the admin listener.
    static func refusingMethod(of head: HTTPRequestHead) -> HTTPRefusal {
        let isForAdmin = (try? RequestTarget(head.uri)).map { AdminRoute.serves($0) } ?? false
        return isForAdmin ? .atAdminListener : .methodNotAllowed
    }

    static let methodNotAllowed = HTTPRefusal(
        .methodNotAllowed,
        ProtocolError(.unexpectedMessage, "What is here can be read and not written; use GET or HEAD."),
        headers: [("allow", HTTPResponse.methods)]
    )
    static let unwantedBody = malformed("Nothing here takes a body; send the request without one.")

    /// Input that is not HTTP/1.1 or exceeds a limit; `nil` for errors of the connection.
    init?(invalidInput error: any Error) {
        switch error {
        case HTTPParserError.headerOverflow:
            let reason = "The target or a field of the header has more than \(HTTPLimits.fieldLength) bytes; send less."
            self.init(.requestHeaderFieldsTooLarge, ProtocolError(.messageTooLong, reason))
        case HTTPParserError.invalidVersion:
            self.init(
                .httpVersionNotSupported,
                ProtocolError(.unsupportedVersion, "This relay speaks HTTP/1.1.")
            )
        case is HTTPParserError: self = .malformed("This is no request of HTTP/1.1.")
        case let error as ProtocolError: self.init(error)
        default: return nil
        }
    }

    /// A request that was valid and failed.
    init(failedRequest error: any Error) {
        switch error {
        case let refusal as HTTPRefusal: self = refusal
        case let error as ProtocolError: self.init(error)
        default:
            self.init(ProtocolError(.internalFault, "The relay cannot answer this now; come back later."))
        }
    }
}
