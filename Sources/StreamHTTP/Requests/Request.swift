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
        guard [.GET, .HEAD, .OPTIONS].contains(head.method) else {
            throw HTTPRefusal(
                .methodNotAllowed,
                ProtocolError(.unexpectedMessage, "What is here can be read and not written; use GET or HEAD."),
                headers: [("allow", HTTPAnswer.methods)]
            )
        }
        target = try RequestTarget(head.uri)
        guard head.method != .OPTIONS else {
            route = .index
            token = nil
            return
        }
        route = try Route(target, upgrades: head.method == .GET && Self.wantsWebSocket(head.headers))
        token = try Self.token(head.headers, target)
    }

    /// Whether a body follows, of which nothing here has any use.
    static func announcesBody(_ headers: HTTPHeaders) -> Bool {
        headers.contains(name: "transfer-encoding")
            || headers[canonicalForm: "content-length"].contains { $0 != "0" }
    }

    /// Whether the client asks to speak something else on this connection (RFC 9110 7.8).
    static func wantsUpgrade(_ headers: HTTPHeaders) -> Bool { headers.contains(name: "upgrade") }

    /// What the client calls itself.
    var clientName: String? { head.headers.first(name: "user-agent") }

    private static func wantsWebSocket(_ headers: HTTPHeaders) -> Bool {
        headers[canonicalForm: "upgrade"].contains { $0.lowercased() == "websocket" }
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
