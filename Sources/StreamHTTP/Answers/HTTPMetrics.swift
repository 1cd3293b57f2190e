import CoreMetrics
import NIOHTTP1

/// What is counted of HTTP beside what is counted of every connection.
public enum HTTPMetrics {
    /// The label that answers are counted under.
    public static let responses = "streamd_http_responses_total"
    /// What a metrics backend may say of ``responses``.
    public static let responsesHelp = "Requests of HTTP that were answered on the relay's port, by status."

    /// By the statuses that the relay's port answers with.
    private static let counters: [UInt: Counter] = Dictionary(
        uniqueKeysWithValues: statuses.map { ($0.code, counter($0.code)) }
    )

    private static let statuses: [HTTPResponseStatus] = [
        .switchingProtocols, .ok, .noContent, .badRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed,
        .requestTimeout, .payloadTooLarge, .tooManyRequests, .requestHeaderFieldsTooLarge, .internalServerError,
        .notImplemented, .serviceUnavailable, .httpVersionNotSupported,
    ]

    /// Makes the series, so that they are there with 0 before the first request.
    static func begin() {
        _ = counters
    }

    /// Something was answered with this status.
    static func answered(_ status: HTTPResponseStatus) {
        (counters[status.code] ?? counter(status.code)).increment()
    }

    private static func counter(_ code: UInt) -> Counter {
        Counter(label: responses, dimensions: [("status", "\(code)")])
    }
}
