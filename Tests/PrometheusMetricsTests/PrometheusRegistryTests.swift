import CoreMetrics
import PrometheusMetrics
import Testing

@Suite struct PrometheusRegistryTests {
    /// The figures of a scrape, without the registry's own and without comments.
    private func lines(_ registry: PrometheusRegistry) -> [String] {
        registry.render().split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("#") && !$0.hasPrefix("metrics_refused") }
    }

    @Test func `a counter counts and never falls`() {
        let registry = PrometheusRegistry()
        let counter = Counter(label: "seen_total", dimensions: [("kind", "b"), ("area", "a")], factory: registry)
        counter.increment(by: 41)
        counter.increment()
        counter.increment(by: -7)
        #expect(lines(registry) == [#"seen_total{area="a",kind="b"} 42"#])
        counter.reset()
        #expect(lines(registry) == [#"seen_total{area="a",kind="b"} 0"#])
    }

    @Test func `a floating counter counts fractions`() {
        let registry = PrometheusRegistry()
        let counter = FloatingPointCounter(label: "busy_seconds_total", factory: registry)
        counter.increment(by: 0.25)
        counter.increment(by: 0.5)
        counter.increment(by: -1)
        counter.increment(by: Double.nan)
        #expect(lines(registry) == ["busy_seconds_total 0.75"])
    }

    @Test func `meters and gauges show their last value`() {
        let registry = PrometheusRegistry()
        let meter = Meter(label: "level", factory: registry)
        meter.set(10)
        meter.increment(by: 2.5)
        meter.decrement()
        let gauge = Gauge(label: "height", factory: registry)
        gauge.record(3)
        gauge.record(-1)
        #expect(lines(registry) == ["height -1", "level 11.5"])
    }

    @Test func `a timer is a histogram in seconds with the buckets described`() {
        let description = MetricDescription("wait_seconds", help: "How long it took.", buckets: [1, 0.1, .infinity])
        let registry = PrometheusRegistry(descriptions: [description])
        let timer = Timer(label: "wait_seconds", factory: registry)
        for milliseconds in [50, 100, 101, 5_000] { timer.recordMilliseconds(milliseconds) }
        #expect(
            registry.render().hasSuffix(
                """
                # HELP wait_seconds How long it took.
                # TYPE wait_seconds histogram
                wait_seconds_bucket{le="0.1"} 2
                wait_seconds_bucket{le="1"} 3
                wait_seconds_bucket{le="+Inf"} 4
                wait_seconds_sum 5.251
                wait_seconds_count 4

                """
            )
        )
    }

    @Test func `a recorder without description has the standard buckets`() {
        let registry = PrometheusRegistry()
        let recorder = Recorder(label: "size", factory: registry)
        recorder.record(0.03)
        recorder.record(Double.infinity)
        #expect(lines(registry).count == MetricDescription.standardBuckets.count + 3)
        #expect(lines(registry).contains(#"size_bucket{le="0.05"} 1"#))
        #expect(lines(registry).last == "size_count 1")
    }

    @Test func `the same labels in any order are the same series`() {
        let registry = PrometheusRegistry()
        Counter(label: "a_total", dimensions: [("x", "1"), ("y", "2")], factory: registry).increment()
        Counter(label: "a_total", dimensions: [("y", "2"), ("x", "1")], factory: registry).increment()
        #expect(lines(registry) == [#"a_total{x="1",y="2"} 2"#])
    }

    @Test func `a series is removed when its last user destroys it`() {
        let registry = PrometheusRegistry()
        let one = Counter(label: "a_total", factory: registry)
        let other = Counter(label: "a_total", factory: registry)
        one.increment()
        one.destroy()
        #expect(lines(registry) == ["a_total 1"])
        other.destroy()
        #expect(lines(registry).isEmpty)
        // The name is free again, for another kind of metric too, and the count begins anew.
        Timer(label: "a_total", factory: registry).recordSeconds(1)
        #expect(lines(registry).last == "a_total_count 1")
    }

    @Test func `metrics of every kind can be destroyed`() {
        let registry = PrometheusRegistry()
        FloatingPointCounter(label: "a_total", factory: registry).destroy()
        Meter(label: "b", factory: registry).destroy()
        Gauge(label: "c", factory: registry).destroy()
        Recorder(label: "d", factory: registry).destroy()
        Timer(label: "e_seconds", factory: registry).destroy()
        #expect(lines(registry).isEmpty)
    }

    @Test func `series beyond the limit are counted and dropped`() {
        let registry = PrometheusRegistry(lineLimit: 3)
        for name in 0..<10 {
            Counter(label: "a_total", dimensions: [("name", "\(name)")], factory: registry).increment()
        }
        #expect(lines(registry).count == 3)
        #expect(registry.render().contains("\nmetrics_refused_series_total 7\n"))
        // One that is there is still found.
        Counter(label: "a_total", dimensions: [("name", "0")], factory: registry).increment()
        #expect(lines(registry).first == #"a_total{name="0"} 2"#)
    }

    @Test func `a name belongs to one kind of metric`() {
        let registry = PrometheusRegistry()
        Timer(label: "a", factory: registry).recordSeconds(1)
        let before = lines(registry)
        Counter(label: "a", factory: registry).increment()
        Counter(label: "a_count", factory: registry).increment()
        Gauge(label: "a_bucket", dimensions: [("le", "1")], factory: registry).record(1)
        #expect(lines(registry) == before)
        #expect(registry.render().contains("\nmetrics_refused_series_total 3\n"))
    }

    @Test func `collectors are called at each scrape and may not take existing names`() {
        let registry = PrometheusRegistry(collectors: [
            { [MetricFamily("a", .gauge, samples: [MetricSample(.integer(1))])] },
            { [MetricFamily("a", .counter, samples: [MetricSample(.integer(2))])] },
            { [MetricFamily("b", .gauge, samples: [MetricSample(.integer(3))])] },
        ])
        Gauge(label: "b", factory: registry).record(4)
        #expect(lines(registry) == ["a 1", "b 4"])
    }

    @Test func `counting from many threads loses nothing`() async {
        let description = MetricDescription("t_seconds", help: "Times.", buckets: [1])
        let registry = PrometheusRegistry(descriptions: [description])
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let counter = Counter(label: "n_total", factory: registry)
                    let meter = Meter(label: "m", factory: registry)
                    let timer = Timer(label: "t_seconds", factory: registry)
                    for _ in 0..<1_000 {
                        counter.increment()
                        meter.increment()
                        timer.recordSeconds(1)
                    }
                }
            }
        }
        #expect(
            lines(registry) == [
                "m 8000", "n_total 8000", #"t_seconds_bucket{le="1"} 8000"#, #"t_seconds_bucket{le="+Inf"} 8000"#,
                "t_seconds_sum 8000", "t_seconds_count 8000",
            ]
        )
    }
}
