import NIOCore
import NIOHTTP1
import StreamProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A whole response of HTTP, as a value.
struct HTTPAnswer: Sendable {
    var status: HTTPResponseStatus
    var headers: HTTPHeaders
    var body: ByteBuffer
    /// Whether what is asked for comes for as long as it comes; the body is only its beginning.
    var isEndless = false

    init(_ status: HTTPResponseStatus, contentType: String, body: ByteBuffer) {
        self.status = status
        self.body = body
        headers = [
            "content-type": contentType,
            // What a relay says of itself is true for this moment only, and is no page to be sniffed or framed.
            "cache-control": "no-store",
            "x-content-type-options": "nosniff",
        ]
    }

    static func text(_ status: HTTPResponseStatus, _ text: String) -> HTTPAnswer {
        HTTPAnswer(status, contentType: "text/plain; charset=utf-8", body: ByteBuffer(string: text + "\n"))
    }

    /// A JSON document with sorted keys.
    static func json(_ status: HTTPResponseStatus, _ document: some Encodable) -> HTTPAnswer {
        var bytes = ByteBuffer(json: document)
        bytes.writeString("\n")
        return .json(status, bytes)
    }

    /// A JSON document that is rendered already.
    static func json(_ status: HTTPResponseStatus, _ document: ByteBuffer) -> HTTPAnswer {
        HTTPAnswer(status, contentType: "application/json", body: document)
    }

    /// A refusal: a JSON document with one sentence.
    static func failure(_ status: HTTPResponseStatus, _ sentence: String) -> HTTPAnswer {
        json(status, FailureDocument(error: sentence))
    }

    /// What a refusal of the protocol is in HTTP.
    static func failure(_ error: ProtocolError) -> HTTPAnswer {
        var answer = failure(HTTPResponseStatus(error.code), error.reason)
        if error.code == .unauthorized { answer.headers.add(name: "www-authenticate", value: "Bearer") }
        if answer.status == .tooManyRequests || answer.status == .serviceUnavailable {
            // Whole seconds, RFC 9110 10.2.3.
            answer.headers.add(name: "retry-after", value: "\(max(1, (UInt64(error.retryAfter ?? 0) + 999) / 1_000))")
        }
        return answer
    }

    /// The response's first part, which says how long the body is.
    func head(version: HTTPVersion = .http1_1) -> HTTPResponseHead {
        var headers = headers
        headers.replaceOrAdd(name: "content-length", value: "\(body.readableBytes)")
        return HTTPResponseHead(version: version, status: status, headers: headers)
    }
}

/// Why a request was refused.
public struct FailureDocument: Codable, Hashable, Sendable {
    /// One sentence that says what to do.
    public var error: String
}

extension HTTPResponseStatus {
    /// What says the same in HTTP as an error code of the protocol.
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
    /// A document as JSON, with sorted keys. All of ours can be encoded: they hold no number that JSON lacks.
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
