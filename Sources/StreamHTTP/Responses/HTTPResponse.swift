import NIOCore
import NIOHTTP1
import StreamProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A whole HTTP response, as a value.
struct HTTPResponse: Sendable {
    var status: HTTPResponseStatus
    var headers: HTTPHeaders
    var body: ByteBuffer
    /// Whether the body is the beginning of an endless one.
    var isEndless = false

    init(_ status: HTTPResponseStatus, _ headers: HTTPHeaders, body: ByteBuffer) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    init(_ status: HTTPResponseStatus, contentType: String, body: ByteBuffer) {
        let headers: HTTPHeaders = [
            "content-type": contentType,
            // The state of a relay is true for one moment, and is not a page to be sniffed or framed.
            "cache-control": "no-store",
            "x-content-type-options": "nosniff",
        ]
        self.init(status, headers, body: body)
    }

    static func text(_ status: HTTPResponseStatus, _ text: String) -> HTTPResponse {
        HTTPResponse(status, contentType: "text/plain; charset=utf-8", body: ByteBuffer(string: text + "\n"))
    }

    /// A JSON document with sorted keys.
    static func json(_ status: HTTPResponseStatus, _ document: some Encodable) -> HTTPResponse {
        var bytes = ByteBuffer(json: document)
        bytes.writeString("\n")
        return .json(status, bytes)
    }

    /// A JSON document that has been rendered.
    static func json(_ status: HTTPResponseStatus, _ document: ByteBuffer) -> HTTPResponse {
        HTTPResponse(status, contentType: "application/json", body: document)
    }

    /// A refusal: a JSON document with one sentence.
    static func failure(_ status: HTTPResponseStatus, _ sentence: String) -> HTTPResponse {
        json(status, FailureDocument(error: sentence))
    }

    /// A refusal of the protocol, in HTTP.
    static func failure(_ error: ProtocolError) -> HTTPResponse {
        var response = failure(HTTPResponseStatus(error.code), error.reason)
        if error.code == .unauthorized { response.headers.add(name: "www-authenticate", value: "Bearer") }
        if response.status == .tooManyRequests || response.status == .serviceUnavailable {
            // In whole seconds (RFC 9110 10.2.3).
            response.headers.add(name: "retry-after", value: "\(max(1, (UInt64(error.retryAfter ?? 0) + 999) / 1_000))")
        }
        return response
    }

    /// The response's head, with the length of the body.
    func head(version: HTTPVersion = .http1_1) -> HTTPResponseHead {
        var headers = headers
        headers.replaceOrAdd(name: "content-length", value: "\(body.readableBytes)")
        return HTTPResponseHead(version: version, status: status, headers: headers)
    }
}

/// A refusal, as JSON.
package struct FailureDocument: Codable, Hashable, Sendable {
    /// One sentence that says what is wrong and what to do.
    package var error: String
}

extension HTTPResponseStatus {
    /// The HTTP status for an error code of the protocol.
    init(_ code: ErrorCode) {
        self =
            switch code {
            case .unauthorized: .unauthorized
            case .forbidden, .dismissed, .encryptionRequired: .forbidden
            case .streamNotFound: .notFound
            case .handshakeTimeout, .silent: .requestTimeout
            case .rateExceeded, .tooManyFromAddress, .connectingTooFast: .tooManyRequests
            case .internalFault: .internalServerError
            default:
                switch code.rawValue >> 8 {
                case 0x01, 0x02: .badRequest
                default: .serviceUnavailable
                }
            }
    }
}

extension ByteBuffer {
    /// A document as JSON, with sorted keys. All documents can be encoded: they contain no number that JSON lacks.
    init(json document: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            self.init(bytes: try encoder.encode(document))
        } catch {
            self.init(string: "{\"error\":\"The relay cannot write this document; that is a fault of the relay.\"}")
        }
    }
}
