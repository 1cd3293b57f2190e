import CoreMetrics
import MetricsTestKit
import StreamClient
import StreamProtocol
import StreamRelay
import Testing

/// What a relay counts, seen by a metrics backend.
@Suite struct MetricsTests {
    /// The metrics system can be set up once in a process; every relay in these tests counts into it.
    private static let backend: TestMetrics = {
        let backend = TestMetrics()
        MetricsSystem.bootstrap(backend)
        return backend
    }()

    @Test func framesAndRefusalsAreCounted() async throws {
        let backend = Self.backend
        try await RunningRelay.run { relay in
            let viewer = TestViewer(try relay.client())
            _ = try await viewer.connected()
            let publisher = try TestPublisher(try relay.client())
            try await publisher.sendGroup(of: 7)
            let refused = TestViewer(try relay.client("nowhere"), request: WatchRequest(waits: false))
            _ = await #expect(throws: Ending.self) { try await refused.rest() }
            try await publisher.finish()
            #expect(try await viewer.rest().frames.count == 7)
        }
        // The relay has stopped, and its event loops have reported what they moved.
        #expect(try backend.expectCounter("streamd_frames_received_total").totalValue >= 7)
        #expect(try backend.expectCounter("streamd_frames_sent_total").totalValue >= 7)
        let refusals = try backend.expectCounter("streamd_endings_total", [("code", "stream-not-found")])
        #expect(refusals.totalValue >= 1)
        #expect(try backend.expectGauge("streamd_viewers").lastValue != nil)
    }
}
