import PrometheusMetrics
import StreamHTTP
import StreamRelay

extension PrometheusRegistry {
    /// A registry that knows what a relay counts, and tells of this process and this program too.
    static func forRelay() -> PrometheusRegistry {
        var descriptions = RelayMetric.all.map { MetricDescription($0.name, help: $0.help, buckets: $0.buckets) }
        descriptions.append(MetricDescription(HTTPMetrics.responses, help: HTTPMetrics.responsesHelp))
        return PrometheusRegistry(descriptions: descriptions, collectors: [ProcessFigures.collector, { [buildInfo] }])
    }

    private static var buildInfo: MetricFamily {
        MetricFamily(
            "streamd_build_info",
            .gauge,
            help: "Always 1; the label tells which version of streamd this is.",
            samples: [MetricSample(.integer(1), labels: [MetricLabel("version", Version.number)])]
        )
    }
}
