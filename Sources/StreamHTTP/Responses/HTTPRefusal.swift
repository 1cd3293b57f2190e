import NIOCore
import NIOHTTP1
import StreamProtocol

/// A refusal of a request, with its HTTP status.
struct HTTPRefusal: Error, Hashable {
    let status: HTTPResponseStatus
    /// The reason. Its code is counted.
    let error: ProtocolError
    private let fields: [Field]

    private struct Field: Hashable {
        let name: String
        let value: String
    }

    /// - Parameter headers: Header fields that the status requires.
    init(_ status: HTTPResponseStatus, _ error: ProtocolError, headers: [(String, String)] = []) {
        self.status = status
        self.error = error
        fields = headers.map { Field(name: $0.0, value: $0.1) }
    }

    /// A refusal of the protocol, with the status of the table in `Protocol.md`, appendix A.
    init(_ error: ProtocolError) {
        self.init(HTTPResponseStatus(error.code), error)
    }

    /// A request that is not valid.
    static func malformed(_ reason: String) -> HTTPRefusal { HTTPRefusal(ProtocolError(.malformedMessage, reason)) }

    init(_ ending: Ending) {
        let wait = ending.retryAfter > 0 ? ending.retryAfter : nil
        self.init(ProtocolError(ending.code, ending.reason, retryAfter: wait))
    }

    /// The response to the client.
    var response: HTTPResponse {
        var response = HTTPResponse.failure(error)
        response.status = status
        response.headers.add(name: "streamd-error", value: "\(error.code)")
        for field in fields { response.headers.add(name: field.name, value: field.value) }
        return response
    }
}

extension Error {
    /// The error for a log. Errors of decoders contain bytes from the peer, which may include a token.
    var withoutContent: any Error {
        switch self as? ByteToMessageDecoderError {
        case .dataReceivedInErrorState(let cause, _): cause
        case .leftoverDataWhenDone: ChannelError.inputClosed
        default: self
        }
    }
}
