import NIOCore
import TestSupport
import Testing

@testable import StreamHTTP

/// The documents have the figures of the source.
@Suite struct DocumentedLimitsTests {
    private func bytes(_ count: Int) -> String { Documents.bytes(count) }
    private func time(_ amount: TimeAmount) -> String { Documents.time(amount.nanoseconds) }

    @Test func `the limits of HTTP are in docs-operating`() throws {
        let (request, idle) = (time(AdminStateMachine.requestTimeout), time(AdminStateMachine.idleTimeout))
        let parts: [String] = [
            "| \(time(HTTPLimits.requestTimeout)) after a response; ",
            "| \(bytes(HTTPLimits.fieldLength)) for the target and each header field, ",
            ", \(bytes(HTTPLimits.headLength)) and \(HTTPLimits.fieldCount) fields together, no body |",
            "| \(AdminService.maximumConnections); \(request) for a request of at most ",
            " of at most \(bytes(AdminRequest.maximumBodyLength)), and \(idle) between two |",
            "When all of its \(AdminService.maximumConnections) connections are in use",
            "| clips that are made or wait for it | \(ClipMaker.maximumPending) |",
            "| time to receive a clip | 2 min; \(time(HTTPLimits.clipDrainTimeout)) once the relay drains |",
            "| \(time(HTTPLimits.freshStartWait)), if the newest one is older than \(time(HTTPLimits.freshStart)) |",
            "\(ListPage.defaultLimit) per page", "up to \(Documents.number(ListPage.maximumLimit)) streams.",
        ]
        #expect(try Documents.missing(parts, in: "docs/operating.md") == [])
        #expect(HTTPLimits.clipTimeout == .minutes(2), "the documents say so")
    }

    @Test func `the limits of HTTP are in SECURITY`() throws {
        let (request, idle) = (time(AdminStateMachine.requestTimeout), time(AdminStateMachine.idleTimeout))
        let parts: [String] = [
            "and \(time(HTTPLimits.requestTimeout)) for each further HTTP request",
            "it has \(AdminService.maximumConnections): a new connection",
            "\(request) for a request, \(idle) between two",
            "\(bytes(HTTPLimits.fieldLength)) for a target or a header field, ",
            ", \(bytes(HTTPLimits.headLength)) and \(HTTPLimits.fieldCount) fields for a request, no body",
            "after \(Documents.number(ListPage.maximumLimit)) streams or \(bytes(StreamListing.pageLength)) |",
        ]
        #expect(try Documents.missing(parts, in: "SECURITY.md") == [])
    }
}
