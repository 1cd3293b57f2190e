import NIOCore
import NIOHTTP1

extension HTTPResponse {
    /// What the bytes of a response depend on beside the response itself.
    struct Options {
        /// Whether the connection closes after this response.
        var closes: Bool
        /// Whether the response has no body, because the request was a HEAD.
        var isHead = false
        /// Whether the client uses HTTP/1.0, and closes the connection unless a header field keeps it alive.
        var isHTTP10 = false
        /// The pages of other origins that may read the response.
        var corsPolicy = CORSPolicy.sameOrigin

        static let closing = Options(closes: true)
    }

    /// The bytes of the response. NIOHTTP1's encoder is not used: it is a channel handler, and a client that is refused
    /// before its request is read needs a response without a pipeline of HTTP.
    func bytes(for options: Options) -> ByteBuffer {
        var headers = applying(options.corsPolicy).headers
        // A response without content has no length (RFC 9110 8.6), and that of an endless one is unknown. The length of
        // `notModified` would be that of the content which is not sent.
        if status != .noContent, status != .notModified, !isEndless {
            headers.add(name: "content-length", value: "\(body.readableBytes)")
        }
        if options.closes {
            headers.add(name: "connection", value: "close")
        } else if options.isHTTP10 {
            headers.add(name: "connection", value: "keep-alive")
        }
        var bytes = ByteBuffer()
        bytes.writeHead(status, headers)
        if !options.isHead { bytes.writeImmutableBuffer(body) }
        return bytes
    }
}

extension ByteBuffer {
    /// Appends a status line and header fields (RFC 9112 4 and 5). The version is this server's, whatever the client's
    /// is.
    mutating func writeHead(_ status: HTTPResponseStatus, _ headers: HTTPHeaders) {
        writeString("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\ndate: \(HTTPDate.now)\r\n")
        for (name, value) in headers { writeString("\(name): \(value)\r\n") }
        writeStaticString("\r\n")
    }
}

/// What pages of other origins may do with responses on the relay's port (Fetch standard, CORS). Clients are admitted
/// by a token that the page itself has, never by a cookie or a login that the browser adds.
extension HTTPResponse {
    /// The methods that are supported. All resources are read-only.
    static let methods = "GET, HEAD, OPTIONS"

    /// The response with the header fields of this policy.
    func applying(_ corsPolicy: CORSPolicy) -> HTTPResponse {
        var response = self
        response.headers.replaceOrAdd(
            name: "cross-origin-resource-policy",
            value: corsPolicy == .anyOrigin ? "cross-origin" : "same-origin"
        )
        switch corsPolicy {
        case .sameOrigin: return response
        case .origin(let origin):
            response.headers.replaceOrAdd(name: "access-control-allow-origin", value: origin)
            if !response.headers[canonicalForm: "vary"].contains("origin") {
                response.headers.add(name: "vary", value: "origin")
            }
        case .anyOrigin:
            response.headers.replaceOrAdd(name: "access-control-allow-origin", value: "*")
        }
        response.headers.replaceOrAdd(name: "access-control-expose-headers", value: "streamd-error, retry-after")
        return response
    }

    /// The response to a browser that asks whether a page may send a token.
    static let preflight = {
        var response = HTTPResponse(.noContent, contentType: "", body: ByteBuffer())
        response.headers.remove(name: "content-type")
        response.headers.add(name: "allow", value: methods)
        response.headers.add(name: "access-control-allow-methods", value: methods)
        response.headers.add(name: "access-control-allow-headers", value: "authorization")
        response.headers.add(name: "access-control-max-age", value: "86400")
        return response
    }()
}
