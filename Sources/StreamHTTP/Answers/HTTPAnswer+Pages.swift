import NIOCore
import NIOHTTP1

/// What pages of other origins may do with what is on the relay's port (Fetch standard, CORS): read all of it. What
/// lets somebody in is a token that the page itself has, never a cookie or a login that the browser adds by itself.
extension HTTPAnswer {
    /// What may be done with what there is. Everything is read only.
    static let methods = "GET, HEAD, OPTIONS"

    static let pageHeaders = [
        ("access-control-allow-origin", "*"),
        ("access-control-expose-headers", "streamd-error, retry-after"),
    ]

    /// The same answer, for pages too.
    var readableByPages: HTTPAnswer {
        var answer = self
        for (name, value) in Self.pageHeaders { answer.headers.replaceOrAdd(name: name, value: value) }
        return answer
    }

    /// What a browser asks before it lets a page send a token.
    static let preflight = {
        var answer = HTTPAnswer(.noContent, contentType: "", body: ByteBuffer()).readableByPages
        answer.headers.remove(name: "content-type")
        answer.headers.add(name: "allow", value: methods)
        answer.headers.add(name: "access-control-allow-methods", value: methods)
        answer.headers.add(name: "access-control-allow-headers", value: "authorization")
        answer.headers.add(name: "access-control-max-age", value: "86400")
        return answer
    }()
}
