import CoreMetrics
import NIOHTTP1

/// The metrics of HTTP, in addition to those of every connection.
public enum HTTPMetrics {
    /// The label of the counter of responses.
    public static let responses = "streamd_http_responses_total"
    /// The help text of ``responses``.
    public static let responsesHelp = "Requests of HTTP that were answered on the relay's port, by status."

    /// By status.
    private static let counters: [UInt: Counter] = Dictionary(
        uniqueKeysWithValues: statuses.map { ($0.code, counter($0.code)) }
    )

    /// The statuses that the service uses.
    static let statuses: [HTTPResponseStatus] = [
        .switchingProtocols, .ok, .noContent, .notModified, .badRequest, .unauthorized, .forbidden, .notFound,
        .methodNotAllowed, .requestTimeout, .upgradeRequired, .tooManyRequests, .requestHeaderFieldsTooLarge,
        .internalServerError, .serviceUnavailable, .httpVersionNotSupported,
    ]

    /// Creates the counters, so that they exist with 0 before the first request.
    static func begin() {
        _ = counters
    }

    /// Counts a response.
    static func answered(_ status: HTTPResponseStatus) {
        (counters[status.code] ?? counter(status.code)).increment()
    }

    private static func counter(_ code: UInt) -> Counter {
        Counter(label: responses, dimensions: [("status", "\(code)")])
    }
}
