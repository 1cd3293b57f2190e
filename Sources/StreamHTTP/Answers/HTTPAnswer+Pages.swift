import NIOCore
import NIOHTTP1

/// What pages of other origins may do with what is on the relay's port (Fetch standard, CORS). What lets somebody in is
/// a token that the page itself has, never a cookie or a login that the browser adds by itself.
extension HTTPAnswer {
    /// What may be done with what there is. Everything is read only.
    static let methods = "GET, HEAD, OPTIONS"

    /// The same answer, for these pages too.
    func readable(by readers: PageReaders) -> HTTPAnswer {
        var answer = self
        answer.headers.replaceOrAdd(
            name: "cross-origin-resource-policy",
            value: readers == .everyPage ? "cross-origin" : "same-origin"
        )
        switch readers {
        case .nobody: return answer
        case .page(let origin):
            answer.headers.replaceOrAdd(name: "access-control-allow-origin", value: origin)
            answer.headers.replaceOrAdd(name: "vary", value: "origin")
        case .everyPage:
            answer.headers.replaceOrAdd(name: "access-control-allow-origin", value: "*")
        }
        answer.headers.replaceOrAdd(name: "access-control-expose-headers", value: "streamd-error, retry-after")
        return answer
    }

    /// What a browser asks before it lets a page send a token.
    static let preflight = {
        var answer = HTTPAnswer(.noContent, contentType: "", body: ByteBuffer())
        answer.headers.remove(name: "content-type")
        answer.headers.add(name: "allow", value: methods)
        answer.headers.add(name: "access-control-allow-methods", value: methods)
        answer.headers.add(name: "access-control-allow-headers", value: "authorization")
        answer.headers.add(name: "access-control-max-age", value: "86400")
        return answer
    }()
}
