import MetricsTestKit
import NIOCore
import NIOEmbedded
import RelayTestSupport
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct RelayMetricsTests {
    private let backend = TestMetrics()

    private func makeRelay() -> EmbeddedRelay { EmbeddedRelay(metrics: RelayMetrics(backend)) }

    @Test func `a publisher's numbers never overflow a counter`() throws {
        let metrics = RelayMetrics(backend)
        for _ in 0..<3 {
            metrics.recordGap(Gap(track: TrackID.zero, reason: .publisher, epoch: 1, first: 0, count: .max))
        }
        let counter = try backend.expectCounter("streamd_skipped_frames_total", [("reason", "publisher")])
        #expect(counter.totalValue == 3 * Int64(RelayMetrics.maximumGap))
    }

    @Test func `traffic is reported once by its carrier`() throws {
        let metrics = RelayMetrics(backend)
        var traffic = Traffic()
        traffic.receivedFrame()
        traffic.received(10)
        traffic.sentFrame(100, by: .tls)
        traffic.sentFrame(100, by: .webSocket)
        traffic.sent(5, by: .tls)
        traffic.report(to: metrics)
        traffic.report(to: metrics)
        func value(_ label: String, _ carrier: String) throws -> Int64 {
            try backend.expectCounter(label, [("carrier", carrier)]).totalValue
        }
        #expect(try backend.expectCounter("streamd_received_frames_total").totalValue == 1)
        #expect(try backend.expectCounter("streamd_received_bytes_total").totalValue == 10)
        #expect(try value("streamd_sent_frames_total", "tls") == 1)
        #expect(try value("streamd_sent_bytes_total", "tls") == 105)
        #expect(try value("streamd_sent_bytes_total", "websocket") == 100)
        #expect(try value("streamd_sent_bytes_total", "tcp") == 0)
    }

    @Test func `an unknown error is counted with the others`() throws {
        let metrics = RelayMetrics(backend)
        metrics.connectionEnded(ErrorCode(rawValue: 0x2FF))
        metrics.connectionEnded(.overloaded)
        metrics.connectionFailed(.closedEarly)
        for reason in ["other", "overloaded", "hung-up"] {
            #expect(try backend.expectCounter("streamd_endings_total", [("reason", reason)]).totalValue == 1)
        }
    }

    /// The system no longer knows the address of such a client, but still delivers its bytes.
    @Test func `a connection that was reset before it was accepted has hung up, whatever it sent`() throws {
        let relay = makeRelay()
        let channel = relay.makeChannel()
        channel.localAddress = try SocketAddress(ipAddress: "127.0.0.1", port: 7450)
        channel.pipeline.fireChannelActive()
        channel.pipeline.fireChannelRead(ByteBuffer(string: "PROXY TCP4 203.0.113.9 10.0.0.2 50000 7450\r\n"))
        relay.eventLoop.run()
        #expect(relay.loop.connections.isEmpty)
        #expect(relay.core.peers.accountCount == 0, "no other limits are touched")
        for (reason, count) in [("hung-up", 1), ("not-this-protocol", 0)] as [(String, Int64)] {
            #expect(try backend.expectCounter("streamd_endings_total", [("reason", reason)]).totalValue == count)
        }
    }

    @Test func `a tick updates the clock and every viewer`() throws {
        let relay = makeRelay()
        relay.loop.start()
        for _ in 0..<2 { try relay.connect().channel.writeInbound(opening(.subscribe)) }
        relay.eventLoop.advanceTime(by: RelayLoop.tickInterval)
        #expect(try backend.expectTimer("streamd_viewer_lag_seconds").values == [0, 0])
        #expect(try backend.expectTimer("streamd_event_loop_delay_seconds").values.count == 1)
    }
}
