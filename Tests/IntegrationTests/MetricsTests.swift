import CoreMetrics
import MetricsTestKit
import PrometheusMetrics
import RelayTestSupport
import StreamClient
import StreamProtocol
import StreamRelay
import Testing

/// What a relay counts, seen by a metrics backend.
@Suite(.timeLimit(.minutes(10))) struct MetricsTests {
    @Test func `frames and refusals are counted`() async throws {
        let backend = TestMetrics()
        try await RunningRelay.run(metrics: backend) { relay in
            let viewer = TestViewer(try relay.client())
            _ = try await viewer.connected()
            let publisher = try TestPublisher(try relay.client())
            try await publisher.sendGroup(of: 7)
            let refused = TestViewer(try relay.client("nowhere"), request: WatchRequest(waits: false))
            _ = await #expect(throws: ClientError.self) { try await refused.rest() }
            try await publisher.finish()
            #expect(try await viewer.rest().frames.count == 7)
        }
        // The relay has stopped, and its event loops have reported what they moved.
        #expect(try backend.expectCounter("streamd_received_frames_total").totalValue == 7)
        #expect(try backend.expectCounter("streamd_sent_frames_total", [("carrier", "tcp")]).totalValue == 7)
        #expect(try backend.expectCounter("streamd_sent_frames_total", [("carrier", "tls")]).totalValue == 0)
        #expect(try backend.expectCounter("streamd_joins_total", [("start", "random-access-point")]).totalValue == 1)
        #expect(try backend.expectCounter("streamd_accepted_connections_total").totalValue == 3)
        let refusals = try backend.expectCounter("streamd_endings_total", [("reason", "stream-not-found")])
        #expect(refusals.totalValue == 1)
    }

    @Test func `a viewer that left is no longer counted, but its traffic is`() async throws {
        let registry = PrometheusRegistry()
        try await RunningRelay.run(metrics: registry) { relay in
            let publisher = try TestPublisher(try relay.client())
            try await publisher.sendGroup(of: 3)
            let viewer = TestViewer(try relay.client())
            _ = try await viewer.frame()
            #expect(registry.value("streamd_viewers", #"carrier="tcp""#) == 1)
            #expect(registry.value("streamd_publishers") == 1)
            try await publisher.finish()
            _ = try await viewer.rest()
        }
        #expect(registry.value("streamd_viewers", #"carrier="tcp""#) == 0)
        #expect(registry.value("streamd_publishers") == 0)
        #expect(registry.value("streamd_connections") == 0)
        #expect(registry.value("streamd_sent_frames_total", #"carrier="tcp""#) == 3)
    }

    @Test func `every byte on the wire is counted`() async throws {
        let registry = PrometheusRegistry()
        var (received, sent) = (0, 0)
        try await RunningRelay.run(metrics: registry) { relay in
            let table = try TrackTable(epoch: 1, tracks: [Track(id: .zero, kind: .video, codec: .h264)])
            let hello = Hello(role: .subscribe, stream: .live, instance: .random())
            let (viewer, viewerSent) = try await RawPeer.connect(to: relay.port, saying: [.hello(hello)])
            try await viewer.heard()
            let (publisher, publisherSent) = try await RawPeer.connect(
                to: relay.port,
                saying: [.hello(Hello(role: .publish, stream: .live, instance: .random())), .tracks(table)]
            )
            let more = try await publisher.say([
                .frame(.made(0)), .frame(.made(1)),
                .gap(Gap(track: .zero, reason: .publisher, epoch: 1, first: 2, count: 5)),
                .frame(.made(7)), .goodbye(Ending(.endOfStream, "The film is over.")),
            ])
            received = try await viewer.received() + publisher.received()
            sent = viewerSent + publisherSent + more
        }
        #expect(received > 3_000)
        #expect(registry.value("streamd_sent_bytes_total", #"carrier="tcp""#) == Double(received))
        #expect(registry.value("streamd_received_bytes_total") == Double(sent))
        #expect(registry.value("streamd_received_frames_total") == 3)
        #expect(registry.value("streamd_sent_frames_total", #"carrier="tcp""#) == 3)
        #expect(registry.value("streamd_gaps_total", #"reason="publisher""#) == 1)
        #expect(registry.value("streamd_skipped_frames_total", #"reason="publisher""#) == 5)
    }

    @Test func `the time to the first frame is measured for a live stream`() async throws {
        let registry = PrometheusRegistry(descriptions: .relay)
        try await RunningRelay.run(metrics: registry) { relay in
            let early = TestViewer(try relay.client())
            _ = try await early.connected()
            let publisher = try TestPublisher(try relay.client())
            try await publisher.sendGroup()
            _ = try await early.frame()
            let late = TestViewer(try relay.client())
            _ = try await late.frame()
            try await publisher.finish()
            _ = try await (early.rest(), late.rest())
        }
        let label = #"start="random-access-point""#
        #expect(registry.value("streamd_joins_total", label) == 2)
        #expect(registry.value("streamd_time_to_first_frame_seconds_count", label) == 1)
    }

    @Test func `every series exists from the start, and none is added`() async throws {
        let registry = PrometheusRegistry(descriptions: .relay)
        var before: [String] = []
        try await RunningRelay.run(metrics: registry) { relay in
            before = registry.series
            for name in ["one", "two", "three"] {
                let publisher = try TestPublisher(try relay.client(name))
                let viewers = try (0..<3).map { _ in TestViewer(try relay.client(name)) }
                for viewer in viewers { _ = try await viewer.connected() }
                try await publisher.sendGroup()
                try await publisher.finish()
                for viewer in viewers { _ = try await viewer.rest() }
            }
        }
        #expect(registry.series == before)
        for metric in RelayMetric.all {
            #expect(before.contains { $0.hasPrefix(metric.name) })
            #expect(registry.render().contains("# HELP \(metric.name) \(metric.help)\n"))
        }
        for code in ErrorCode.registered where code.rawValue >= 0x100 {
            #expect(before.contains(#"streamd_endings_total{reason="\#(code)"}"#))
        }
    }
}

extension [MetricDescription] {
    static var relay: [MetricDescription] {
        RelayMetric.all.map { MetricDescription($0.name, help: $0.help, buckets: $0.buckets) }
    }
}

extension PrometheusRegistry {
    /// Every line of a scrape, without its value.
    fileprivate var series: [String] {
        render().split(separator: "\n").filter { !$0.hasPrefix("#") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    fileprivate func value(_ name: String, _ label: String? = nil) -> Double? {
        let series = label.map { "\(name){\($0)} " } ?? "\(name) "
        return render().split(separator: "\n").first { $0.hasPrefix(series) }.flatMap {
            Double($0.dropFirst(series.count))
        }
    }
}

extension Frame {
    /// A frame of the first track, the first of which is a random access point.
    fileprivate static func made(_ sequence: UInt64) -> Frame {
        let header = FrameHeader(
            track: .zero,
            flags: sequence == 0 ? .randomAccess : [],
            epoch: 1,
            sequence: sequence,
            decodeTime: Int64(sequence),
            presentationTime: Int64(sequence)
        )
        return Frame(header, payload: [UInt8](repeating: 7, count: 1_000))
    }
}
