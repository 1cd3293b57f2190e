import CoreMetrics
import NIOHTTP1

/// What is counted of HTTP beside what is counted of every connection.
enum HTTPMetrics {
    /// Something was answered with this status, of which there are about a dozen.
    static func answered(_ status: HTTPResponseStatus) {
        Counter(label: "streamd_http_responses_total", dimensions: [("status", "\(status.code)")]).increment()
    }
}
