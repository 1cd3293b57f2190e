import Testing

@testable import PrometheusMetrics

@Suite struct TextExpositionTests {
    @Test func `families and samples stand in order`() {
        let text = TextExposition([
            MetricFamily(
                "b_total",
                .counter,
                help: "Second.",
                samples: [
                    MetricSample(.integer(2), labels: [MetricLabel("x", "2")]),
                    MetricSample(.integer(1), labels: [MetricLabel("x", "1")]),
                ]
            ),
            MetricFamily("a", .gauge, samples: [MetricSample(.real(0.5))]),
        ]).text
        #expect(
            text == """
                # TYPE a gauge
                a 0.5
                # HELP b_total Second.
                # TYPE b_total counter
                b_total{x="1"} 1
                b_total{x="2"} 2

                """
        )
    }

    @Test func `a family without samples is not shown`() {
        #expect(TextExposition([MetricFamily("a", .gauge, help: "Nothing.", samples: [])]).text.isEmpty)
    }

    @Test func `each bucket includes the ones below it`() {
        let distribution = Distribution(bounds: [0.1, 1, 2.5], counts: [3, 0, 2, 1], sum: 12.25)
        let sample = MetricSample(.distribution(distribution), labels: [MetricLabel("kind", "a")])
        let text = TextExposition([MetricFamily("d_seconds", .histogram, samples: [sample])]).text
        #expect(
            text == """
                # TYPE d_seconds histogram
                d_seconds_bucket{kind="a",le="0.1"} 3
                d_seconds_bucket{kind="a",le="1"} 3
                d_seconds_bucket{kind="a",le="2.5"} 5
                d_seconds_bucket{kind="a",le="+Inf"} 6
                d_seconds_sum{kind="a"} 12.25
                d_seconds_count{kind="a"} 6

                """
        )
    }

    @Test func `labels and help texts are escaped`() {
        let sample = MetricSample(.integer(1), labels: [MetricLabel("path", "C:\\\"x\"\nü")])
        let text = TextExposition([MetricFamily("a", .gauge, help: "One \\ two\n\"three\".", samples: [sample])]).text
        #expect(
            text == #"""
                # HELP a One \\ two\n"three".
                # TYPE a gauge
                a{path="C:\\\"x\"\nü"} 1

                """#
        )
    }

    @Test(arguments: [
        (0, "0"), (-0.0, "0"), (1, "1"), (-17, "-17"), (0.001, "0.001"), (1e-05, "1e-05"), (1.5e300, "1.5e+300"),
        (9_007_199_254_740_991, "9007199254740991"), (1e16, "1e+16"), (.infinity, "+Inf"), (-.infinity, "-Inf"),
        (.nan, "NaN"),
    ])
    func `numbers are written as Prometheus reads them`(value: Double, spelled: String) {
        #expect(TextExposition.number(value) == spelled)
    }

    @Test(arguments: [
        ("streamd_frames_total", "streamd_frames_total"), ("a:b", "a:b"), ("http.requests-in", "http_requests_in"),
        ("9lives", "_9lives"), ("größe", "gr____e"), ("", "_"),
    ])
    func `characters that metric names must not have are replaced`(label: String, spelled: String) {
        #expect(MetricNames.metric(label) == spelled)
    }

    @Test(arguments: [
        ("reason", "reason"), ("a:b", "a_b"), ("le", "label_le"), ("__name__", "label___name__"), ("1", "_1"),
    ])
    func `characters that label names must not have are replaced`(name: String, spelled: String) {
        #expect(MetricNames.label(name) == spelled)
    }
}
