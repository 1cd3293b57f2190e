/// What the kernel knows of this process, by the names that Prometheus' own client libraries use.
public struct ProcessFigures: Hashable, Sendable {
    public var residentBytes: Int64?
    public var virtualBytes: Int64?
    public var cpuSeconds: Double?
    /// Seconds since 1970.
    public var startTime: Double?
    public var threads: Int64?
    public var openDescriptors: Int64?
    public var mostDescriptors: Int64?

    /// For a registry: the figures of this process at each scrape.
    public static let collector: PrometheusRegistry.Collector = { ProcessFigures.now.families }

    /// As metrics; what is not known is left out.
    public var families: [MetricFamily] {
        [
            family(
                "process_resident_memory_bytes",
                .gauge,
                "Memory of this process that is in RAM.",
                residentBytes.map { .integer($0) }
            ),
            family(
                "process_virtual_memory_bytes",
                .gauge,
                "Addresses that this process has reserved.",
                virtualBytes.map { .integer($0) }
            ),
            family(
                "process_cpu_seconds_total",
                .counter,
                "User and system CPU time that this process has used.",
                cpuSeconds.map { .real($0) }
            ),
            family(
                "process_start_time_seconds",
                .gauge,
                "When this process started, in seconds since 1970.",
                startTime.map { .real($0) }
            ),
            family("process_threads", .gauge, "Threads of this process.", threads.map { .integer($0) }),
            family(
                "process_open_fds",
                .gauge,
                "File descriptors that this process has open.",
                openDescriptors.map { .integer($0) }
            ),
            family(
                "process_max_fds",
                .gauge,
                "File descriptors that this process may have open.",
                mostDescriptors.map { .integer($0) }
            ),
        ].compactMap(\.self)
    }

    private func family(
        _ name: String,
        _ kind: MetricFamily.Kind,
        _ help: String,
        _ value: MetricSample.Value?
    ) -> MetricFamily? {
        value.map { MetricFamily(name, kind, help: help, samples: [MetricSample($0)]) }
    }
}
