import PrometheusMetrics
import StreamCluster

/// The metrics of the directory in which relays find each other, made at the moment of a scrape.
enum DirectoryMetrics {
    static func families(of status: DirectoryStatus) -> [MetricFamily] {
        [
            family(
                "streamd_directory_current",
                .gauge,
                "1 while etcd answers and this relay knows of every change of the directory, otherwise 0.",
                status.isCurrent ? 1 : 0
            ),
            family(
                "streamd_directory_streams",
                .gauge,
                "Streams of all relays in the directory, as this relay knows it.",
                status.streams
            ),
            family(
                "streamd_directory_registered",
                .gauge,
                "Streams that are published on this relay and registered in the directory.",
                status.registered
            ),
            family(
                "streamd_directory_unregistered",
                .gauge,
                "Streams that are published on this relay and not registered in the directory yet.",
                status.unregistered
            ),
            family(
                "streamd_directory_connections_total",
                .counter,
                "Times that this relay read the directory and began to follow its changes.",
                status.connections
            ),
            family(
                "streamd_directory_refusals_total",
                .counter,
                "Publishers of this relay that were refused or ended because another relay has registered their name.",
                status.refusals
            ),
        ]
    }

    private static func family(
        _ name: String,
        _ kind: MetricFamily.Kind,
        _ help: String,
        _ value: Int
    ) -> MetricFamily {
        MetricFamily(name, kind, help: help, samples: [MetricSample(.integer(Int64(value)))])
    }
}
