import Logging
import MetricsTestKit
import NIOCore
import NIOEmbedded
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct PunctualityTests {
    private let due = NIODeadline.uptimeNanoseconds(1_000_000_000)

    @Test func whoComesWhenExpectedIsNotLate() {
        var punctuality = Punctuality()
        punctuality.expect(at: due)
        #expect(punctuality.arrived(at: due) == .zero)
    }

    @Test func whoComesLaterIsLateByTheDifferenceAndEarlierIsNoGain() {
        var punctuality = Punctuality()
        punctuality.expect(at: due)
        #expect(punctuality.arrived(at: due + .milliseconds(30)) == .milliseconds(30))
        punctuality.expect(at: due)
        #expect(punctuality.arrived(at: due - .milliseconds(30)) == .zero)
    }

    @Test func whoWasNotExpectedIsNotLate() {
        var punctuality = Punctuality()
        #expect(punctuality.arrived(at: due) == nil)
        punctuality.expect(at: due)
        _ = punctuality.arrived(at: due)
        #expect(punctuality.arrived(at: due) == nil)
    }
}

@Suite struct RelayMetricsTests {
    private let backend = TestMetrics()

    private func makeLoop(_ eventLoop: EmbeddedEventLoop) -> RelayLoop {
        let core = RelayCore(
            configuration: RelayConfiguration(),
            admission: OpenAdmission(),
            name: "test",
            metrics: RelayMetrics(backend),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        return RelayLoop(eventLoop: eventLoop, core: core)
    }

    @Test func noPublishersNumbersMakeACounterRunOver() throws {
        let metrics = RelayMetrics(backend)
        for _ in 0..<3 {
            metrics.skipped(Gap(track: TrackID.zero, reason: .publisher, epoch: 1, first: 0, count: .max))
        }
        let counter = try backend.expectCounter("streamd_skipped_frames_total", [("reason", "publisher")])
        #expect(counter.totalValue == 3 * Int64(RelayMetrics.longestGap))
    }

    @Test func trafficIsReportedOnceByItsCarrier() throws {
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

    @Test func anErrorNobodyKnowsIsCountedWithTheOthers() throws {
        let metrics = RelayMetrics(backend)
        metrics.ended(ErrorCode(rawValue: 0x2FF))
        metrics.ended(.overloaded)
        metrics.ended(.hungUp)
        for reason in ["other", "overloaded", "hung-up"] {
            #expect(try backend.expectCounter("streamd_endings_total", [("reason", reason)]).totalValue == 1)
        }
    }

    @Test func aTickLooksAtTheClockAndAtEveryViewer() throws {
        let eventLoop = EmbeddedEventLoop()
        let loop = makeLoop(eventLoop)
        loop.start()
        for _ in 0..<2 {
            let channel = EmbeddedChannel(handler: FrontDoor(loop: loop), loop: eventLoop)
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            var bytes = ByteBuffer()
            Preface.supported.write(to: &bytes)
            Message.hello(Hello(role: .subscribe, stream: .live, instance: .random())).write(to: &bytes)
            try channel.writeInbound(bytes)
        }
        eventLoop.advanceTime(by: RelayLoop.tickInterval)
        #expect(try backend.expectTimer("streamd_viewer_lag_seconds").values == [0, 0])
        #expect(try backend.expectTimer("streamd_event_loop_delay_seconds").values.count == 1)
        loop.stop()
        eventLoop.run()
    }
}
