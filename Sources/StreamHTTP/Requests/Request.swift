import NIOHTTP1
import StreamProtocol

/// A request, as far as it matters here.
struct Request {
    let head: HTTPRequestHead
    let target: RequestTarget
    let route: Route
    /// What the client shows to be let in: in `Authorization: Bearer`, or else as `?token=` for programs that take
    /// nothing but an address.
    let token: AccessToken?

    /// - Throws: ``HTTPRefusal`` with what is wrong about it.
    init(_ head: HTTPRequestHead) throws(HTTPRefusal) {
        self.head = head
        guard Self.isServed(head.method) else { throw .methodNotAllowed }
        guard head.version == .http1_0 || head.headers[canonicalForm: "host"].count == 1 else {
            throw .malformed("HTTP/1.1 wants one Host field in every request (RFC 9112 3.2); send it.")
        }
        target = try RequestTarget(head.uri)
        guard head.method != .OPTIONS else {
            route = .index
            token = nil
            return
        }
        route = try Route(target, upgrades: Self.wantsWebSocket(head))
        token = try Self.token(head.headers, target)
    }

    static func isServed(_ method: HTTPMethod) -> Bool { [.GET, .HEAD, .OPTIONS].contains(method) }

    /// Whether a body follows, of which nothing here has any use.
    static func announcesBody(_ headers: HTTPHeaders) -> Bool {
        headers.contains(name: "transfer-encoding")
            || headers[canonicalForm: "content-length"].contains { $0 != "0" }
    }

    /// Whether the client asks to speak something else on this connection (RFC 9110 7.8).
    static func wantsUpgrade(_ headers: HTTPHeaders) -> Bool { headers.contains(name: "upgrade") }

    /// Whether the client shows a token, or asks whether a page may do so later (Fetch standard, CORS preflight).
    static func showsToken(_ head: HTTPRequestHead) -> Bool {
        guard head.method != .OPTIONS else {
            return head.headers[canonicalForm: "access-control-request-headers"]
                .contains { $0.lowercased() == "authorization" }
        }
        return head.headers.contains(name: "authorization") || (try? RequestTarget(head.uri))?["token"] != nil
    }

    /// What the client calls itself.
    var clientName: String? { head.headers.first(name: "user-agent") }

    /// Whether the client begins a WebSocket, RFC 6455 4.2.1.
    private static func wantsWebSocket(_ head: HTTPRequestHead) -> Bool {
        head.method == .GET && head.version != .http1_0
            && head.headers[canonicalForm: "upgrade"].contains { $0.lowercased() == "websocket" }
            && head.headers[canonicalForm: "connection"].contains { $0.lowercased() == "upgrade" }
    }

    private static func token(_ headers: HTTPHeaders, _ target: RequestTarget) throws(HTTPRefusal) -> AccessToken? {
        let secret: String?
        if let authorization = headers.first(name: "authorization") {
            let parts = authorization.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer" else {
                throw HTTPRefusal(
                    ProtocolError(.unauthorized, "This relay takes tokens; send 'Authorization: Bearer TOKEN'.")
                )
            }
            secret = String(parts[1])
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

extension HTTPRefusal {
    static let methodNotAllowed = HTTPRefusal(
        .methodNotAllowed,
        ProtocolError(.unexpectedMessage, "What is here can be read and not written; use GET or HEAD."),
        headers: [("allow", HTTPAnswer.methods)]
    )
    static let unwantedBody = malformed("Nothing here takes a body; send the request without one.")
}
