import NIOHTTP1
import StreamProtocol

/// Why a request is refused, in HTTP's terms.
struct HTTPRefusal: Error, Hashable {
    let status: HTTPResponseStatus
    /// What is wrong, as the protocol says it; the code is what is counted.
    let error: ProtocolError
    private let fields: [Field]

    private struct Field: Hashable {
        let name: String
        let value: String
    }

    /// - Parameter headers: Fields that must go with the status.
    init(_ status: HTTPResponseStatus, _ error: ProtocolError, headers: [(String, String)] = []) {
        self.status = status
        self.error = error
        fields = headers.map { Field(name: $0.0, value: $0.1) }
    }

    /// What the protocol refuses, by the table of `Protocol.md`.
    init(_ error: ProtocolError) {
        self.init(HTTPResponseStatus(error.code), error)
    }

    /// A request that cannot be understood.
    static func malformed(_ reason: String) -> HTTPRefusal { HTTPRefusal(ProtocolError(.malformedMessage, reason)) }

    init(_ ending: Ending) {
        let wait = ending.retryAfter > 0 ? ending.retryAfter : nil
        self.init(ProtocolError(ending.code, ending.reason, retryAfter: wait))
    }

    /// What the client is told.
    var answer: HTTPAnswer {
        var answer = HTTPAnswer.failure(error)
        answer.status = status
        answer.headers.add(name: "streamd-error", value: "\(error.code)")
        for field in fields { answer.headers.add(name: field.name, value: field.value) }
        return answer
    }
}
