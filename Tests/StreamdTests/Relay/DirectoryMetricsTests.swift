import PrometheusMetrics
import Testing

@testable import StreamCluster
@testable import streamd

@Suite struct DirectoryMetricsTests {
    @Test func `the directory's state becomes metrics, each of which is documented`() throws {
        let status = DirectoryStatus(
            isCurrent: true,
            lastAnswer: nil,
            endpoint: "a:2379",
            problem: nil,
            streams: 12,
            registered: 3,
            unregistered: 1,
            connections: 4,
            refusals: 2
        )
        let families = DirectoryMetrics.families(of: status)
        let values = families.map { family -> String in
            guard case .integer(let value)? = family.samples.first?.value else { return family.name }
            return "\(family.name) \(value)"
        }
        #expect(
            values == [
                "streamd_directory_current 1", "streamd_directory_streams 12", "streamd_directory_registered 3",
                "streamd_directory_unregistered 1", "streamd_directory_connections_total 4",
                "streamd_directory_refusals_total 2",
            ]
        )
        let path = #filePath.replacing("Tests/StreamdTests/Relay/DirectoryMetricsTests.swift", with: "")
        let document = try WholeFile.text(at: path + "docs/monitoring.md")
        for family in families { #expect(document.contains("| `\(family.name)` | ")) }
    }
}
