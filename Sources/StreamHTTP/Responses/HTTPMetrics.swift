import CoreMetrics
import NIOHTTP1

/// The metrics of HTTP, in addition to those of every connection.
public enum HTTPMetrics {
    /// The label of the counter of responses.
    public static let responses = "streamd_http_responses_total"
    /// The help text of ``responses``.
    public static let responsesHelp = "Requests of HTTP that were answered on the relay's port, by status."

    /// The label of the counter of clips.
    public static let clips = "streamd_http_clips_total"
    /// The help text of ``clips``.
    public static let clipsHelp = "Clips of streams (?last=) that were begun on the relay's port, by how they ended."

    /// How a clip ended.
    enum ClipOutcome: String, CaseIterable {
        /// The client was sent all of it.
        case sent
        /// The client left before that.
        case lost
        /// The client took too long.
        case late
        /// The relay needed the memory.
        case evicted
    }

    private static let clipCounters: [ClipOutcome: Counter] = Dictionary(
        uniqueKeysWithValues: ClipOutcome.allCases.map {
            ($0, Counter(label: clips, dimensions: [("outcome", $0.rawValue)]))
        }
    )

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
        _ = (counters, clipCounters)
    }

    /// Counts a clip.
    static func ended(_ outcome: ClipOutcome) {
        clipCounters[outcome]?.increment()
    }

    /// Counts a response.
    static func answered(_ status: HTTPResponseStatus) {
        (counters[status.code] ?? counter(status.code)).increment()
    }

    private static func counter(_ code: UInt) -> Counter {
        Counter(label: responses, dimensions: [("status", "\(code)")])
    }
}
