import NIOHTTP1
import StreamProtocol
import Testing

@testable import StreamHTTP

@Suite struct HTTPMetricsTests {
    @Test func `the series of every status exists before the first response`() {
        let ofErrors = ErrorCode.registered.map { HTTPResponseStatus($0) }
        let others: [HTTPResponseStatus] = [
            .switchingProtocols, .ok, .noContent, .notModified, .methodNotAllowed, .upgradeRequired,
            .requestHeaderFieldsTooLarge, .httpVersionNotSupported,
        ]
        #expect(Set(HTTPMetrics.statuses) == Set(ofErrors + others))
        #expect(HTTPMetrics.statuses.count == Set(HTTPMetrics.statuses).count)
    }
}
